import { parseCpe, cpeKey } from '../../model/cpe.js';
import type { Cpe } from '../../model/cpe-name.js';
import { entryKinds } from '../../model/catalog-entry.js';
import type { Sql } from '../../platform/database/sql.js';

/** Of one product. The dictionaries have five at most. */
const maxNames = 20;

const linked = (one: string): string => `(
     SELECT to_kind AS kind, to_id AS id FROM catalog_links
       WHERE from_kind = ${one}.kind AND from_id = ${one}.id AND relation = 'same'
     UNION ALL
     SELECT from_kind, from_id FROM catalog_links
       WHERE to_kind = ${one}.kind AND to_id = ${one}.id AND relation = 'same')`;

/**
 * By product key, the CPEs of other vendors under which the same product is listed ("f5:nginx" and "nginx:nginx"):
 * products of the same name that the catalogue links with the same package or repository. Sources of CVEs use now one,
 * now the other. The most used first, without a version; one statement.
 */
export async function otherProductNames(sql: Sql, productKeys: readonly string[]): Promise<Map<string, Cpe[]>> {
  if (productKeys.length === 0) return new Map();
  const rows = await sql.query<{ key: string; cpes: string[] }>(
    `SELECT own.key, (array_agg(other.cpe ORDER BY other.weight DESC, other.id))[:${maxNames}] AS cpes
     FROM (SELECT ${entryKinds.product} AS kind, id, key, part, product FROM catalog_products
           WHERE key = ANY ($productKeys::text[])) AS own
     CROSS JOIN LATERAL (
       SELECT DISTINCT named.id FROM ${linked('own')} AS shared
       CROSS JOIN LATERAL ${linked('shared')} AS named
       WHERE named.kind = ${entryKinds.product} AND named.id <> own.id) AS named
     JOIN catalog_products other ON other.id = named.id AND other.part = own.part AND other.product = own.product
     GROUP BY own.key`,
    { productKeys: [...new Set(productKeys)] },
  );
  return new Map(rows.map(({ key, cpes }) => [key, cpes.map(parseCpe)]));
}

/** Keys of the products, as the catalogue's records have them. */
export const productKeysOf = (cpes: readonly Cpe[]): string[] => cpes.map((cpe) => cpeKey(cpe)!);
