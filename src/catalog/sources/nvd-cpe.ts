import { defaultLimits } from '../../formats/format.js';
import { JsonSplitter } from '../../formats/reading/json-splitter.js';
import type { CatalogRecord } from '../loading/records.js';
import { filesOf, type ArchiveFile } from './archive.js';
import { nvdCpeRecords } from './nvd-cpe-record.js';
import { nvdLicense } from './nvd-license.js';
import type { RemoteSource } from './source.js';

/** An entry has about a kilobyte, with a long list of references a few dozen. */
const limits = { ...defaultLimits, maxDepth: 16, maxElementLength: 4 * 1024 * 1024 };
const recordsPerBatch = 2_000;

/**
 * NVD's dictionary of CPE names, as its feed of API 2.0 pages (nvd.nist.gov/vuln/data-feeds): a zip of JSON documents of
 * a few hundred thousand names each.
 */
export const nvdCpeSource: RemoteSource = {
  name: 'nvd-cpe',
  address: 'https://nvd.nist.gov/feeds/json/cpe/2.0/nvdcpe-2.0.zip',
  license: nvdLicense,
  maxBytes: 2 * 1024 * 1024 * 1024,
  async *read(file, onEntries) {
    let any = false;
    for await (const page of filesOf(file)) {
      if (!page.name.endsWith('.json')) continue;
      onEntries(page.index - 1, page.total);
      for await (const records of recordsOf(page)) {
        any ||= records.length > 0;
        yield records;
      }
      onEntries(page.index, page.total);
    }
    if (!any) throw new Error('The archive contains no CPE names');
  },
};

async function* recordsOf(page: ArchiveFile): AsyncIterable<readonly CatalogRecord[]> {
  const splitter = new JsonSplitter(limits, { products: {} }, { textMembers: new Set(), onWarning: () => undefined });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let batch: CatalogRecord[] = [];
  let format: unknown;
  for await (const bytes of (await page.open()) as AsyncIterable<Uint8Array>) {
    for (const { kind, name, value } of splitter.write(decoder.decode(bytes, { stream: true }))) {
      if (kind === 'member' && name === 'format') format = value;
      if (kind === 'element') batch.push(...nvdCpeRecords(value));
    }
    if (batch.length < recordsPerBatch) continue;
    yield batch;
    batch = [];
  }
  splitter.end();
  if (format !== 'NVD_CPE') throw new Error(`${page.name} is not a page of NVD's CPE dictionary`);
  yield batch;
}
