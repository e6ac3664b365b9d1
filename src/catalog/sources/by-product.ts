import type { JsonObject } from '../../model/document.js';
import type { CatalogRecord } from '../loading/records.js';

/** `cpe:2.3:part:vendor:product` of a formatted string, in lower case. */
export function productPrefix(cpe: string): string {
  let colons = 0;
  for (let index = 0; index < cpe.length; index += 1) {
    if (cpe[index] === '\\') index += 1;
    else if (cpe[index] === ':' && (colons += 1) === 5) return cpe.slice(0, index).toLowerCase();
  }
  return cpe.toLowerCase();
}

/** One record for each product that the criteria of a CVE name. */
export function criteriaByProduct(cve: string, criteria: readonly JsonObject[], ssvc?: JsonObject): CatalogRecord[] {
  const byProduct = new Map<string, JsonObject[]>();
  for (const criterion of criteria) {
    const product = productPrefix(criterion.criteria as string);
    const known = byProduct.get(product);
    if (known) known.push(criterion);
    else byProduct.set(product, [criterion]);
  }
  return [...byProduct.values()].map((own) => ({
    kind: 'vulnerable-product',
    cve,
    cpe: own[0]!.criteria as string,
    criteria: own,
    ssvc,
  }));
}
