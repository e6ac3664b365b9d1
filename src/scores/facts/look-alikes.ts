import { entriesFiledUnder, entriesWithinOneSlip, readHits, type KeyHits } from '../../catalog/catalog.repository.js';
import { entryKinds, keyTiers } from '../../model/catalog-entry.js';
import { deletionKeys, lookupKey } from '../../model/names/lookup-key.js';
import { compact } from '../../model/names/normalise.js';
import { parsePurl, type Purl } from '../../model/purl.js';
import type { Sql } from '../../platform/database/sql.js';
import { type NamedPackage, packageNames } from '../entities/entities.repository.js';
import type { LookAlike } from '../metrics/facts.js';

/** Names so short are all alike. */
const shortestName = 4;

/** The best known of those with such a name; nobody reads more. */
const mostCompared = 50;

/** A package that the catalogue has, and how well known it is there. */
export interface KnownPackage {
  readonly purl: Purl;
  readonly weight: number;
}

/**
 * For each package those of the same registry, under another owner, whose name differs in one letter or in separators
 * only, with how many times as well known they are (how often the catalogue's sources have seen them).
 */
export async function findLookAlikes(sql: Sql, asked: readonly KnownPackage[]): Promise<LookAlike[][]> {
  const names = asked.map(({ purl }) => compact(purl.name));
  const long = [...names.keys()].filter((place) => names[place]!.length >= shortestName);
  const slips = long.flatMap((place) => deletionKeys(names[place]!).map((key) => ({ place, key })));
  const filed = await entriesFiledUnder(sql, long.map((place) => lookupKey(names[place]!)), long.map(() => keyTiers.name)); // prettier-ignore
  const slipped = await entriesWithinOneSlip(
    sql,
    slips.map(({ key }) => key),
  );
  const hits = asked.map(() => new Set<number>());
  const note = ({ hits: packed }: KeyHits, place: number): void =>
    readHits(packed, (entry) => {
      if (entry % 4 === entryKinds.package) hits[place]!.add(Math.floor(entry / 4));
    });
  for (const found of filed) note(found, long[found.probe]!);
  for (const found of slipped) note(found, slips[found.probe]!.place);
  const rows = await packageNames(sql, [...new Set(hits.flatMap((ids) => [...ids]))]);
  return asked.map((one, place) =>
    lookAlikesAmong(
      one,
      [...hits[place]!].flatMap((id) => rows.get(id) ?? []),
    ),
  );
}

function lookAlikesAmong({ purl, weight }: KnownPackage, packages: readonly NamedPackage[]): LookAlike[] {
  const sameRegistry = packages.filter(({ type }) => type === purl.type).sort((a, b) => b.weight - a.weight);
  return sameRegistry.slice(0, mostCompared).flatMap((row) => {
    const other = parsePurl(row.purl);
    const isSameOwner = other.namespace !== null && other.namespace === purl.namespace;
    if (isSameOwner || (other.name === purl.name && other.namespace === purl.namespace)) return [];
    return [{ purl: row.purl, name: row.name, timesAsPopular: row.weight / Math.max(1, weight) }];
  });
}
