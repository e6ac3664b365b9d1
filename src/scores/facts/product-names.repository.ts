import { parseCpe, cpeKey } from '../../model/cpe.js';
import type { Cpe } from '../../model/cpe-name.js';
import { entryKinds } from '../../model/catalog-entry.js';
import { productNames } from '../../model/names/product-names.js';
import type { Sql } from '../../platform/database/sql.js';

/** Of one product; the bundle has at most three other spellings, and five linked names. */
const maxNames = 20;

const linkedWith = (one: string): string => `(
     SELECT to_kind AS kind, to_id AS id FROM catalog_links
       WHERE from_kind = ${one}.kind AND from_id = ${one}.id AND relation = 'same'
     UNION ALL
     SELECT from_kind, from_id FROM catalog_links
       WHERE to_kind = ${one}.kind AND to_id = ${one}.id AND relation = 'same')`;

/** Sources of CVEs file one product now as an application, now as an operating system. */
const software = ['a', 'o'];

/**
 * By product key, the CPEs under which the same product is listed elsewhere: in another spelling (`productNames`:
 * "docker:desktop" and "docker:docker_desktop", "a:linux:linux_kernel" and "o:linux:linux_kernel"), and of other vendors
 * ("f5:nginx" and "nginx:nginx"), which are products of the same name that the catalogue links with the same package or
 * repository. Sources of CVEs use now one, now the other. Without a version; two statements.
 */
export async function otherProductNames(sql: Sql, productKeys: readonly string[]): Promise<Map<string, Cpe[]>> {
  const own = [...new Set(productKeys)];
  const spellings = await otherSpellings(sql, own);
  const spelled = own.map((key) => [key, ...(spellings.get(key) ?? [])]);
  const linked = await linkedProducts(sql, [...new Set(spelled.flat())]);
  const names = spelled.map((keys): [string, Cpe[]] => {
    const others = [...new Set([...keys, ...keys.flatMap((one) => linked.get(one) ?? [])])].slice(1, maxNames + 1);
    return [keys[0]!, others.map(productOfKey)];
  });
  return new Map(names.filter(([, others]) => others.length > 0));
}

const productOfKey = (key: string): Cpe => parseCpe(`cpe:2.3:${key}${':*'.repeat(8)}`);

/** Keys by product key. */
async function otherSpellings(sql: Sql, productKeys: readonly string[]): Promise<Map<string, string[]>> {
  if (productKeys.length === 0) return new Map();
  const asked = productKeys.flatMap((key) => productNames(productOfKey(key)).map((name) => ({ key, name })));
  const rows = await sql.query<{ key: string; keys: string[] }>(
    `SELECT asked.key, array_agg(DISTINCT named.product_key ORDER BY named.product_key) AS keys
     FROM unnest($keys::text[], $names::text[]) AS asked (key, name)
     JOIN catalog_product_names named ON named.name = asked.name AND named.product_key <> asked.key
     GROUP BY 1`,
    { keys: asked.map(({ key }) => key), names: asked.map(({ name }) => name) },
  );
  return new Map(rows.map(({ key, keys }) => [key, keys]));
}

/** Keys by product key, the most used first. */
async function linkedProducts(sql: Sql, productKeys: readonly string[]): Promise<Map<string, string[]>> {
  if (productKeys.length === 0) return new Map();
  const rows = await sql.query<{ key: string; keys: string[] }>(
    `SELECT own.key, (array_agg(other.key ORDER BY other.weight DESC, other.id))[:${maxNames}] AS keys
     FROM (SELECT ${entryKinds.product} AS kind, id, key, part, product FROM catalog_products
           WHERE key = ANY ($productKeys::text[])) AS own
     CROSS JOIN LATERAL (
       SELECT DISTINCT named.id FROM ${linkedWith('own')} AS shared
       CROSS JOIN LATERAL ${linkedWith('shared')} AS named
       WHERE named.kind = ${entryKinds.product} AND named.id <> own.id) AS named
     JOIN catalog_products other ON other.id = named.id AND other.product = own.product
       AND (other.part = own.part OR other.part = ANY ($software) AND own.part = ANY ($software))
     GROUP BY own.key`,
    { productKeys, software },
  );
  return new Map(rows.map(({ key, keys }) => [key, keys]));
}

/** Keys of the products, as the catalogue's records have them. */
export const productKeysOf = (cpes: readonly Cpe[]): string[] => cpes.map((cpe) => cpeKey(cpe)!);
