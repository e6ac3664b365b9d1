import { entriesByKeys, entriesByTypoKeys, type KeyHits } from '../../catalog/catalog.repository.js';
import { entryKinds, keyTiers } from '../../model/catalog-entry.js';
import { entryId, entryKind, forEachHit } from '../../model/entry-key.js';
import { deletionKeys, lookupKey } from '../../model/names/lookup-key.js';
import { compact } from '../../model/names/normalise.js';
import { parsePurl, type Purl } from '../../model/purl.js';
import type { Sql } from '../../platform/database/sql.js';
import { type NamedPackage, packageNames } from '../entities/entities.repository.js';
import type { LookAlike } from '../metrics/facts.js';

/** Shorter names are all similar to each other. */
const minNameLength = 4;

/** Only the most popular packages with a similar name are compared. */
const maxCompared = 50;

/** A package with its popularity: how often the catalogue's sources have seen it. */
export interface WeightedPackage {
  readonly purl: Purl;
  readonly weight: number;
}

/**
 * For each package the packages of the same registry and another owner whose names differ by one letter or by separators
 * only, with the ratio of their popularity.
 */
export async function findLookAlikes(sql: Sql, packages: readonly WeightedPackage[]): Promise<LookAlike[][]> {
  const names = packages.map(({ purl }) => compact(purl.name));
  const longNames = [...names.keys()].filter((index) => names[index]!.length >= minNameLength);
  const typoKeys = longNames.flatMap((index) => deletionKeys(names[index]!).map((key) => ({ index, key })));
  const exactHits = await entriesByKeys(sql, longNames.map((index) => lookupKey(names[index]!)), longNames.map(() => keyTiers.name)); // prettier-ignore
  const typoHits = await entriesByTypoKeys(
    sql,
    typoKeys.map(({ key }) => key),
  );
  const hits = packages.map(() => new Set<number>());
  const addHits = ({ hits: packed }: KeyHits, index: number): void =>
    forEachHit(packed, (key) => {
      if (entryKind(key) === entryKinds.package) hits[index]!.add(entryId(key));
    });
  for (const found of exactHits) addHits(found, longNames[found.index]!);
  for (const found of typoHits) addHits(found, typoKeys[found.index]!.index);
  const rows = await packageNames(sql, [...new Set(hits.flatMap((ids) => [...ids]))]);
  return packages.map((one, index) =>
    lookAlikesAmong(
      one,
      [...hits[index]!].flatMap((id) => rows.get(id) ?? []),
    ),
  );
}

function lookAlikesAmong({ purl, weight }: WeightedPackage, packages: readonly NamedPackage[]): LookAlike[] {
  const sameRegistry = packages.filter(({ type }) => type === purl.type).sort((a, b) => b.weight - a.weight);
  return sameRegistry.slice(0, maxCompared).flatMap((row) => {
    const other = parsePurl(row.purl, 'repair');
    const isSameOwner = other.namespace !== null && other.namespace === purl.namespace;
    if (isSameOwner || (other.name === purl.name && other.namespace === purl.namespace)) return [];
    return [{ purl: row.purl, name: row.name, timesAsPopular: row.weight / Math.max(1, weight) }];
  });
}
