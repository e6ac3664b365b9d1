import {
  entryKinds,
  type PackageEntry,
  type ProductEntry,
  type RepositoryEntry,
} from '../../../model/catalog-entry.js';

/** What the catalogue answered for a whole batch; matching of one component reads the rows that concern it. */
export interface CatalogEntries {
  readonly packages: ReadonlyMap<number, PackageEntry>;
  readonly products: ReadonlyMap<number, ProductEntry>;
  readonly repositories: ReadonlyMap<number, RepositoryEntry>;
  /** Entries at the other ends of an entry's links, each once; by `entryKey`. As a batch has them: of all hits. */
  readonly links: ReadonlyMap<number, readonly number[]>;
}

/** One number for kind and id, as a key of maps. */
export const entryKey = (kind: number, id: number): number => id * 4 + kind;

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
  /** No candidates themselves: packages that begin alike, entries of the same namespace or vendor, their repositories. */
  readonly related: EntryIds;
  /** Of the words of coordinates that the catalogue does not know: those that stand in the names of its entries. */
  readonly knownWords: ReadonlySet<string>;
}

/** Hits as keys. */
export const keysOf = ({ packages, products, repositories }: EntryIds): number[] => [
  ...packages.map(packageKey),
  ...products.map(productKey),
  ...repositories.map(repoKey),
];

/**
 * What the batch knows, as one component sees it: links of its own hits, by both of their ends. What others of the batch
 * were led to is not for it to follow, so that its outcome is the same in any company.
 */
export function entriesOfHits(hits: EntryIds, known: CatalogEntries): CatalogEntries {
  const own = new Map<number, readonly number[]>();
  const ends = keysOf(hits);
  for (const end of ends) {
    const others = known.links.get(end);
    if (others) own.set(end, others);
  }
  for (const end of ends)
    for (const other of known.links.get(end) ?? noLinks) {
      const others = own.get(other) ?? noLinks;
      if (!others.includes(end)) own.set(other, [...others, end]);
    }
  const { packages, products, repositories } = known;
  return { packages, products, repositories, links: own };
}

/** Ids of the given kind at the other ends of an entry's links, each once. */
export function linkedIds(known: CatalogEntries, key: number, kind: number): readonly number[] {
  const others = known.links.get(key) ?? noLinks;
  if (others.length === 0) return noLinks;
  const ids: number[] = [];
  for (const other of others) if (other % 4 === kind) ids.push(Math.floor(other / 4));
  return ids;
}

const noLinks: readonly number[] = [];
