import { entryKinds } from '../../model/catalog-entry.js';
import type { EntryLink, PackageEntry, ProductEntry, RepositoryEntry } from '../../model/catalog-entry.js';

/** What the catalogue answered for a whole batch; matching of one component reads the rows that concern it. */
export interface CatalogKnowledge {
  readonly packages: ReadonlyMap<number, PackageEntry>;
  readonly products: ReadonlyMap<number, ProductEntry>;
  readonly repositories: ReadonlyMap<number, RepositoryEntry>;
  /** By `entryKey` of either end. */
  readonly links: ReadonlyMap<number, readonly EntryLink[]>;
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
  readonly neighbours: EntryIds;
}

/** The other end of a link, seen from one end. */
export function otherEnd(link: EntryLink, key: number): { kind: number; id: number } {
  return entryKey(link.fromKind, link.fromId) === key
    ? { kind: link.toKind, id: link.toId }
    : { kind: link.fromKind, id: link.fromId };
}

/** Ids of the given kind at the other ends of an entry's links, each once. */
export function linkedIds(known: CatalogKnowledge, key: number, kind: number): number[] {
  const ids: number[] = [];
  for (const link of known.links.get(key) ?? noLinks) {
    const isFrom = entryKey(link.fromKind, link.fromId) === key;
    const id = isFrom ? link.toId : link.fromId;
    if ((isFrom ? link.toKind : link.fromKind) === kind && !ids.includes(id)) ids.push(id);
  }
  return ids;
}

const noLinks: readonly EntryLink[] = [];
