import { cpeKey } from '../../model/cpe.js';
import type { Sql } from '../../platform/database/sql.js';
import { advisoryKeys } from '../vulnerabilities/advisory-subjects.js';
import { type ExploitedProduct, ExploitedProducts, type NamedEntity } from '../vulnerabilities/exploited-products.js';
import { exploitedProducts, linkedCves } from './facts.repository.js';
import { otherProductNames, productKeysOf } from './product-names.repository.js';

/** Of one entity: who has as many may have more. */
export const maxMayConcern = 20;

/**
 * For each entity, the exploited vulnerabilities of products with its name that no loaded advisory or criterion links
 * with it: nobody has compared them with its version. A fixed number of statements.
 */
export async function readMayConcern(
  sql: Sql,
  entities: readonly NamedEntity[],
  list?: ExploitedProducts,
): Promise<ExploitedProduct[][]> {
  if (entities.length === 0) return [];
  return concerning(sql, entities, list ?? (await readExploitedProducts(sql)));
}

/** The whole list, for a caller that asks in batches. */
export const readExploitedProducts = async (sql: Sql): Promise<ExploitedProducts> =>
  new ExploitedProducts(await exploitedProducts(sql));

async function concerning(
  sql: Sql,
  entities: readonly NamedEntity[],
  list: ExploitedProducts,
): Promise<ExploitedProduct[][]> {
  const named = entities.map((entity) => list.naming(entity));
  const concerned = entities.flatMap(({ cpe }, index) => (cpe && named[index]!.length > 0 ? cpeKey(cpe)! : []));
  const names = await otherProductNames(sql, concerned);
  const pairs = entities.flatMap((entity, index) => {
    const others = (entity.cpe && names.get(cpeKey(entity.cpe)!)) ?? [];
    const keys = [...linkKeys(entity), ...productKeysOf(others)];
    return named[index]!.flatMap(({ cve }) => keys.map((key) => ({ index, key, cve })));
  });
  const linked = new Set((await linkedCves(sql, pairs)).map(({ index, cve }) => `${index} ${cve}`));
  return named.map((some, index) => some.filter(({ cve }) => !linked.has(`${index} ${cve}`)).slice(0, maxMayConcern));
}

const linkKeys = ({ purl, cpe }: NamedEntity): string[] => [
  ...(purl ? advisoryKeys(purl) : []),
  ...(cpe ? [cpeKey(cpe)!] : []),
];
