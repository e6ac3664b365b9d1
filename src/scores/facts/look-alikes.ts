import { entriesFiledUnder, entriesWithinOneSlip } from '../../catalog/catalog.repository.js';
import { entryKinds, keyTiers } from '../../model/catalog-entry.js';
import { deletionKeys, lookupKey } from '../../model/names/lookup-key.js';
import { compact } from '../../model/names/normalise.js';
import { parsePurl, type Purl } from '../../model/purl.js';
import type { Sql } from '../../platform/database/sql.js';
import { packagesOfType } from '../entities/entities.repository.js';
import type { LookAlike } from '../metrics/facts.js';

/** Names so short are all alike. */
const shortestName = 4;

/**
 * Packages of the same registry, under another owner, whose name differs in one letter or in separators only, with how
 * many times as well known they are (how often the catalogue's sources have seen them).
 */
export async function findLookAlikes(sql: Sql, purl: Purl, weight: number): Promise<LookAlike[]> {
  const name = compact(purl.name);
  if (name.length < shortestName) return [];
  const hits = [
    ...(await entriesFiledUnder(sql, [lookupKey(name)], [keyTiers.name])),
    ...(await entriesWithinOneSlip(sql, deletionKeys(name))),
  ];
  const ids = [...new Set(hits.filter(({ kind }) => kind === entryKinds.package).map(({ id }) => id))];
  const rows = await packagesOfType(sql, ids, purl.type);
  return rows.flatMap((row) => {
    const other = parsePurl(row.purl);
    const isSameOwner = other.namespace !== null && other.namespace === purl.namespace;
    if (isSameOwner || (other.name === purl.name && other.namespace === purl.namespace)) return [];
    return [{ purl: row.purl, name: row.name, timesAsPopular: row.weight / Math.max(1, weight) }];
  });
}
