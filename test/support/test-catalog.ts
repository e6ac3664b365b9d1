import type { PackageEntry, ProductEntry, RepositoryEntry } from '../../src/model/catalog-entry.js';
import { entryKinds } from '../../src/model/catalog-entry.js';
import { entryKey } from '../../src/model/entry-key.js';
import { words } from '../../src/model/names/normalise.js';
import { buildQuery } from '../../src/resolution/matching/compare/component-query.js';
import type { CatalogHits } from '../../src/resolution/matching/query/catalog-entries.js';
import type { ComponentEvidence } from '../../src/resolution/matching/query/evidence.js';
import { rankCandidates } from '../../src/resolution/matching/rank/rank-candidates.js';
import { trainedModel } from '../../src/resolution/matching/rank/trained-model.js';
import { buildOutcome, type ResolutionOutcome } from '../../src/resolution/matching/select/outcome.js';

/** A package entry; `purl` has no version. */
export const pack = (id: number, purl: string, more: Partial<PackageEntry> = {}): PackageEntry => {
  const [, type = '', path = ''] = /^pkg:([^/]+)\/(.+)$/.exec(purl) ?? [];
  const slash = path.lastIndexOf('/');
  const namespace = slash < 0 ? null : path.slice(0, slash);
  const facts = { title: null, versions: '', latestVersion: null, weight: 3, sources: 1 };
  return { id, purl, type, namespace, name: path.slice(slash + 1), ...facts, ...more };
};
export const product = (id: number, vendor: string, name: string, more: Partial<ProductEntry> = {}): ProductEntry => {
  const facts = { title: null, targetSoftware: [], versions: '', deprecated: false, weight: 20, sources: 2 };
  const cpe = `cpe:2.3:a:${vendor}:${name}:*:*:*:*:*:*:*:*`;
  return { id, cpe, part: 'a', vendor, product: name, ...facts, ...more };
};
export const repository = (id: number, owner: string, name: string): RepositoryEntry => {
  const url = `https://github.com/${owner}/${name}`;
  return { id, url, host: 'github.com', owner, name, weight: 3 };
};

export interface TestCatalog {
  packages?: PackageEntry[];
  products?: ProductEntry[];
  repositories?: RepositoryEntry[];
  /** Pairs of kind and id. */
  links?: [[keyof typeof entryKinds, number], [keyof typeof entryKinds, number]][];
}

/** Resolution against a catalogue that answers with all its entries. */
export function resolve(component: Partial<ComponentEvidence>, catalog: TestCatalog = {}): ResolutionOutcome {
  const { packages = [], products = [], repositories = [], links = [] } = catalog;
  const map = <Entry extends { id: number }>(list: Entry[]): Map<number, Entry> =>
    new Map(list.map((entry) => [entry.id, entry]));
  const byEnd = new Map<number, number[]>();
  for (const [from, to] of links) {
    const [one, other] = [from, to].map(([kind, id]) => entryKey(entryKinds[kind], id)) as [number, number];
    byEnd.set(one, [...(byEnd.get(one) ?? []), other]);
    byEnd.set(other, [...(byEnd.get(other) ?? []), one]);
  }
  const entries = { packages: map(packages), products: map(products), repositories: map(repositories), links: byEnd };
  const ids = (list: { id: number }[]): number[] => list.map(({ id }) => id);
  const none = { packages: [], products: [], repositories: [] };
  const hits: CatalogHits = {
    packages: ids(packages),
    products: ids(products),
    repositories: ids(repositories),
    related: none,
    knownWords: new Set(packages.flatMap(({ name }) => words(name))),
  };
  const query = buildQuery({ name: '', org: '', version: '', ...component }, trainedModel);
  return buildOutcome(query, rankCandidates(query, hits, entries, trainedModel));
}

/** Names of selected candidates. */
export const selectedNames = ({ searchResults: { package: packages, repo, product: products } }: ResolutionOutcome) =>
  [...packages, ...repo, ...products].filter(({ selected }) => selected).map(({ name }) => name);
