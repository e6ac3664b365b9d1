import type { CatalogRecord } from '../loading/records.js';
import type { BulkSource } from '../sources/source.js';
import { starterEntries } from './starter-entries.js';

const repositoryUrl = (path: string): string => (path.includes('://') ? path : `https://github.com/${path}`);

/** The catalogue that ships with the service, for common components without any network. */
export const starterSource: BulkSource = {
  name: 'starter',
  origin: 'shipped with the service',
  // The day its versions were collected: a first start makes them no newer.
  dataAsOf: () => '2026-11-21T00:00:00Z',
  async *records() {
    await Promise.resolve();
    yield starterEntries
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .flatMap(recordsOf);
  },
};

/** A line is `purls | repository | vendor:product [a|o] | versions`; lists have spaces, all but the first are optional. */
function recordsOf(line: string): CatalogRecord[] {
  const [purls = '', repository = '', product = '', versions = ''] = line.split('|').map((part) => part.trim());
  const facts = { versions: versions === '' ? [] : versions.split(' ').reverse(), weight: 5 };
  const records: CatalogRecord[] = [];
  const packages = purls === '' ? [] : purls.split(' ').map((purl) => `pkg:${purl}`);
  const url = repository === '' ? undefined : repositoryUrl(repository);
  const [name = '', part = 'a'] = product.split(' ');
  const cpe = name === '' ? undefined : `cpe:2.3:${part}:${name}:*:*:*:*:*:*:*:*`;
  for (const purl of packages) records.push({ kind: 'package', purl, repositoryUrl: url, ...facts });
  if (cpe) records.push({ kind: 'product', cpe, ...facts });
  if (cpe) for (const purl of packages) records.push({ kind: 'link', from: purl, to: cpe, relation: 'same' });
  if (cpe && url) records.push({ kind: 'link', from: url, to: cpe, relation: 'same' });
  return records;
}
