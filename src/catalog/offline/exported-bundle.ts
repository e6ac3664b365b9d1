import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogRecord } from '../loading/records.js';
import { linesOf } from '../sources/lines.js';
import { readingRecord, requiredObject, requiredText, SchemaDrift } from '../sources/schema-drift.js';
import type { BulkSource } from '../sources/source.js';
import type { Json } from '../../model/document.js';
import { manifestFile, type ManifestSource, readManifest } from './bundle-manifest.js';
import { checksumFile, signatureFile, unusable, verifyFolder } from './bundle-signature.js';

/** What a record of each kind must have; the rest is checked where it is used. */
const identifiers: Readonly<Record<CatalogRecord['kind'], readonly string[]>> = {
  package: ['purl'],
  product: ['cpe'],
  repository: ['url'],
  link: ['from', 'to', 'relation'],
  advisory: ['id'],
  cve: ['cve', 'status'],
  'vulnerable-product': ['cve', 'cpe'],
  exploited: ['cve'],
  'exploit-prediction': ['cve'],
  lifecycle: ['slug'],
};

export interface ExportedBundle {
  readonly sources: readonly BulkSource[];
  /** Fingerprint of the key that signed it. */
  readonly fingerprint: string;
  readonly createdAt: string;
}

/** Whether `catalog export` wrote the folder, or a part of it. */
export const isSigned = (folder: string): boolean =>
  [manifestFile, checksumFile, signatureFile].some((name) => existsSync(join(folder, name)));

/** The sources of a folder that `catalog export` wrote, once its signature and checksums hold. @throws CallerError 422 */
export async function exportedBundle(folder: string, trusted: ReadonlySet<string>): Promise<ExportedBundle> {
  const { fingerprint, files } = await verifyFolder(folder, trusted);
  const { sources, createdAt } = readManifest(folder);
  const covered = new Set(files);
  for (const file of [manifestFile, ...sources.map((source) => source.file)])
    if (!covered.has(file)) throw unusable(`${file} is not among the signed files`);
  return { fingerprint, createdAt, sources: sources.map((source) => bulkSource(folder, source, createdAt)) };
}

/** @param exportedAt of a source of which no date is known: its data are at least as old */
function bulkSource(
  folder: string,
  { name, origin, covers, dataAsOf, file }: ManifestSource,
  exportedAt: string,
): BulkSource {
  return {
    name,
    origin,
    covers,
    dataAsOf: () => dataAsOf ?? exportedAt,
    async *records(onProgress) {
      let line = 0;
      for await (const lines of linesOf(join(folder, file), (done, total) => onProgress({ step: file, done, total })))
        yield lines.flatMap((text) => {
          line += 1;
          return text === '' ? [] : [readingRecord({ file, record: `line ${line}` }, () => recordOf(text))];
        });
    },
  };
}

function recordOf(line: string): CatalogRecord {
  const record = requiredObject(JSON.parse(line) as Json, 'it');
  const kind = requiredText(record, 'kind');
  if (!Object.hasOwn(identifiers, kind)) throw new SchemaDrift(`the kind ${JSON.stringify(kind)} is not known`);
  for (const name of identifiers[kind as CatalogRecord['kind']]) requiredText(record, name);
  return record as unknown as CatalogRecord;
}
