import type { CatalogEntries } from '../../src/resolution/matching/query/catalog-entries.js';
import { productKey, repoKey } from '../../src/resolution/matching/query/catalog-entries.js';
import type { RankedKind } from '../../src/resolution/matching/rank/model-weights.js';
import { cpeIdentity } from './rows.js';

/** How an identity agrees with the truth, as `score.py` computes it. */
export interface TruthAgreement {
  /** It is the truth or an alias of it. */
  readonly isRight: boolean;
  /** At least it bears the truth's name, under another owner or vendor; a package does not. */
  readonly isNamesake: boolean;
}

export function agreementWithTruth(
  kind: RankedKind,
  id: string,
  truth: Iterable<string>,
  entries: CatalogEntries,
): TruthAgreement {
  const all = [...truth];
  const isRight = all.some((other) => other === id || areAliases(kind, [id, other], entries));
  return { isRight, isNamesake: isRight || (kind !== 'package' && all.some((other) => areNamesakes(id, other))) };
}

/** Catalogue keys of products and repositories, by identity. */
const keysOf = new WeakMap<CatalogEntries, ReadonlyMap<string, number>>();

function keyOf(entries: CatalogEntries, identity: string): number | undefined {
  let keys = keysOf.get(entries);
  if (!keys) {
    const products = [...entries.products.values()].map(({ id, cpe }) => [cpeIdentity(cpe), productKey(id)] as const);
    const repositories = [...entries.repositories.values()].map(({ id, url }) => [url, repoKey(id)] as const);
    keysOf.set(entries, (keys = new Map([...products, ...repositories])));
  }
  return keys.get(identity);
}

/** Whether two identities are one thing by the catalogue's links: they have a name and a neighbour in common. */
function areAliases(kind: RankedKind, [one, other]: readonly [string, string], entries: CatalogEntries): boolean {
  if (kind === 'package' || !haveName(kind, one, other)) return false;
  const [key, otherKey] = [keyOf(entries, one), keyOf(entries, other)];
  if (key === undefined || otherKey === undefined) return false;
  const neighbours = entries.links.get(otherKey) ?? [];
  return (entries.links.get(key) ?? []).some((neighbour) => neighbours.includes(neighbour));
}

/** Repositories of one name; products of one name or of one vendor. */
function haveName(kind: RankedKind, one: string, other: string): boolean {
  if (areNamesakes(one, other)) return true;
  return kind === 'product' && one.split(':').at(-2) === other.split(':').at(-2);
}

/** The last part is the same: the name under another owner or vendor. */
const areNamesakes = (one: string, other: string): boolean => lastPart(one) === lastPart(other);

const lastPart = (identity: string): string => identity.split(/[/:]/).at(-1)!;
