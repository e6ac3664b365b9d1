import { cpeKey } from '../../model/cpe.js';
import { type Cpe, plainCpeValue } from '../../model/cpe-name.js';
import { compact } from '../../model/names/normalise.js';
import type { Sql } from '../../platform/database/sql.js';

/** A product as a text writes its name. */
interface NamedProduct {
  readonly key: string;
  /** Under all its names. */
  readonly keys: readonly string[];
  readonly vendor: string;
  readonly product: string;
}

/**
 * By key of each target's own product, the CVEs whose summary names it, while no source has said by CPE or purl what is
 * affected. A reporter's own words for vendor and product, where there are any, must not speak of something else, nor be
 * one of the names by which the product is compared; where there are none, the summary must name the vendor too.
 */
export async function unanalyzedCves(
  sql: Sql,
  targets: readonly { readonly cpes: readonly Cpe[] }[],
): Promise<Map<string, string[]>> {
  const named = targets.filter(({ cpes }) => cpes.length > 0).map(({ cpes }) => namedProduct(cpes));
  const products = [...new Map(named.map((one) => [one.key, one])).values()];
  if (products.length === 0) return new Map();
  const rows = await sql.query<{ key: string; cves: string[] }>(
    `SELECT asked.key, array_agg(DISTINCT c.cve ORDER BY c.cve DESC) AS cves
     FROM jsonb_to_recordset($products::jsonb) AS asked (key text, keys text[], vendor text, product text)
       JOIN catalog_cves c ON NOT c.analyzed AND NOT c.rejected
         AND to_tsvector('simple', coalesce(c.summary, '')) @@ phraseto_tsquery('simple', asked.product)
       CROSS JOIN LATERAL (
         SELECT count(*) AS named, bool_or(v.product_key = ANY (asked.keys)) AS linked, bool_or(
           to_tsvector('simple', translate(split_part(v.product_key, ':', 3), '_', ' ')) @@ plainto_tsquery('simple', asked.vendor)
           OR translate(split_part(v.product_key, ':', 4), '_', ' ') = asked.product) AS alike
         FROM catalog_vulnerable_products v WHERE v.cve = c.cve) reported
     WHERE NOT EXISTS (SELECT FROM catalog_cves o WHERE o.cve = c.cve AND (o.analyzed OR o.rejected))
       AND CASE WHEN reported.named = 0
         THEN to_tsvector('simple', coalesce(c.summary, '')) @@ plainto_tsquery('simple', asked.vendor)
         ELSE reported.alike AND NOT reported.linked END
     GROUP BY 1`,
    { products: JSON.stringify(products) },
  );
  return new Map(rows.map(({ key, cves }) => [key, cves]));
}

function namedProduct(cpes: readonly Cpe[]): NamedProduct {
  const own = cpes[0]!;
  const [vendor, product] = [plainWords(own.vendor), plainWords(own.product)];
  const isOneName = compact(vendor) === compact(product);
  const keys = cpes.map((cpe) => cpeKey(cpe)!);
  return { key: keys[0]!, keys, vendor: isOneName ? product : vendor, product };
}

const plainWords = (value: string): string => plainCpeValue(value).replaceAll('_', ' ').toLowerCase();
