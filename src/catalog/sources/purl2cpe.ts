import { text as readText } from 'node:stream/consumers';
import { cpeKey, cpeOrNull } from '../../model/cpe.js';
import { plainCpeValue } from '../../model/cpe-name.js';
import { purlOrNull } from '../../model/purl.js';
import { repositoryFromPurl } from '../../model/repository.js';
import type { CatalogRecord } from '../loading/records.js';
import { filesOf } from './archive.js';
import type { RemoteSource } from './source.js';

/** The longest list has a few hundred kilobytes. */
const maxListBytes = 8 * 1024 * 1024;
const recordsPerBatch = 2_000;

/**
 * SCANOSS's relations between purls and CPEs (github.com/scanoss/purl2cpe, MIT): `data/VENDOR/PRODUCT/` with the lists
 * `cpes.yml` and `purls.yml`, one after the other in the archive.
 */
export const purl2cpeSource: RemoteSource = {
  name: 'purl2cpe',
  address: 'https://github.com/scanoss/purl2cpe/archive/refs/heads/main.zip',
  maxBytes: 1024 * 1024 * 1024,
  async *read(file, onEntries) {
    let batch: CatalogRecord[] = [];
    let lists: { folder: string; cpes?: string[]; purls?: string[] } = { folder: '' };
    let any = false;
    for await (const { name, size, index, total, open } of filesOf(file)) {
      const [, path = '', list = ''] = /^(?:[^/]+\/)?(data\/[^/]+\/[^/]+)\/(cpes|purls)\.yml$/.exec(name) ?? [];
      if (list === '') continue;
      if (size > maxListBytes) throw new Error(`${name} is too long for a list of identifiers`);
      if (path !== lists.folder) lists = { folder: path };
      lists[list as 'cpes' | 'purls'] = listItems(await readText(await open()), list);
      if (lists.cpes && lists.purls) batch.push(...relationRecords(lists.purls, lists.cpes));
      any ||= batch.length > 0;
      if (batch.length < recordsPerBatch) continue;
      onEntries(index, total);
      yield batch;
      batch = [];
    }
    if (!any) throw new Error('The archive contains no relations between purls and CPEs');
    yield batch;
  },
};

/** The items of a file with nothing but one named list, which needs no complete YAML parser. */
export function listItems(document: string, name: string): string[] {
  const lines = document.split(/\r?\n/).filter((line) => !/^\s*(?:#.*)?$/.test(line) && line !== '---');
  if (lines[0]?.trimEnd() !== `${name}:`) throw new Error(`The file is not a list of ${name}`);
  return lines.slice(1).flatMap((line) => {
    const [, quote = '', item = ''] = /^\s*-\s+(["']?)(.*?)\1\s*$/.exec(line) ?? [];
    if (quote === "'") return item.replaceAll("''", "'");
    return quote === '"' ? item.replace(/\\(["\\])/g, '$1') : item;
  });
}

/** Links each package with each product; a purl that contains a repository links that too. */
export function relationRecords(purls: readonly string[], cpes: readonly string[]): CatalogRecord[] {
  const products = productsOf(cpes);
  if (products.size === 0) return [];
  const records: CatalogRecord[] = [];
  for (const { cpe, versions } of products.values())
    records.push({ kind: 'product', cpe, versions: [...versions], weight: versions.size });
  for (const text of purls) {
    const purl = purlOrNull(text);
    if (!purl) continue;
    const repository = repositoryFromPurl(purl)?.url;
    records.push({ kind: 'package', purl: text, weight: 1 });
    for (const { cpe } of products.values()) {
      records.push({ kind: 'link', from: text, to: cpe, relation: 'same' });
      if (repository) records.push({ kind: 'link', from: repository, to: cpe, relation: 'same' });
    }
  }
  return records;
}

function productsOf(cpes: readonly string[]): Map<string, { cpe: string; versions: Set<string> }> {
  const products = new Map<string, { cpe: string; versions: Set<string> }>();
  for (const text of cpes) {
    const cpe = cpeOrNull(text);
    const key = cpe && cpeKey(cpe);
    if (!cpe || !key) continue;
    const product = products.get(key) ?? { cpe: text, versions: new Set() };
    const version = plainCpeValue(cpe.version);
    if (version !== '') product.versions.add(version);
    products.set(key, product);
  }
  return products;
}
