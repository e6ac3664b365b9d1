import {
  entryKinds,
  type PackageEntry,
  type ProductEntry,
  type RepositoryEntry,
} from '../../../model/catalog-entry.js';
import { entryId, entryKey, entryKind } from '../../../model/entry-key.js';

/** Catalogue rows loaded for a batch; matching of one component reads those of its own hits. */
export interface CatalogEntries {
  readonly packages: ReadonlyMap<number, PackageEntry>;
  readonly products: ReadonlyMap<number, ProductEntry>;
  readonly repositories: ReadonlyMap<number, RepositoryEntry>;
  /** Keys of linked entries, each once, by `entryKey`. */
  readonly links: ReadonlyMap<number, readonly number[]>;
}

export const packageKey = (id: number): number => entryKey(entryKinds.package, id);
export const productKey = (id: number): number => entryKey(entryKinds.product, id);
export const repoKey = (id: number): number => entryKey(entryKinds.repo, id);

/** Ids of entries, by kind. */
export interface EntryIds {
  readonly packages: readonly number[];
  readonly products: readonly number[];
  readonly repositories: readonly number[];
}

export interface CatalogHits extends EntryIds {
  /** Not candidates: packages with the same first word, and entries of the same namespace or vendor. */
  readonly related: EntryIds;
  /** Words of unlisted coordinates that occur in the name of some catalogue entry. */
  readonly knownWords: ReadonlySet<string>;
}

export const keysOf = ({ packages, products, repositories }: EntryIds): number[] => [
  ...packages.map(packageKey),
  ...products.map(productKey),
  ...repositories.map(repoKey),
];

/**
 * The batch's entries with only the links of one component's own hits, by both ends: an outcome must not depend on the
 * other components of the batch.
 */
export function entriesOfHits(hits: EntryIds, batch: CatalogEntries): CatalogEntries {
  const own = new Map<number, readonly number[]>();
  const ends = keysOf(hits);
  for (const end of ends) {
    const others = batch.links.get(end);
    if (others) own.set(end, others);
  }
  for (const end of ends)
    for (const other of batch.links.get(end) ?? noLinks) {
      const others = own.get(other) ?? noLinks;
      if (!others.includes(end)) own.set(other, [...others, end]);
    }
  const { packages, products, repositories } = batch;
  return { packages, products, repositories, links: own };
}

/** Ids of the entries of the kind that the entry is linked with, each once. */
export function linkedIds(entries: CatalogEntries, key: number, kind: number): readonly number[] {
  const others = entries.links.get(key) ?? noLinks;
  if (others.length === 0) return noLinks;
  const ids: number[] = [];
  for (const other of others) if (entryKind(other) === kind) ids.push(entryId(other));
  return ids;
}

const noLinks: readonly number[] = [];
