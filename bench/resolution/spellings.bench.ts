import type { Sql } from '../../src/platform/database/sql.js';
import { lookUp } from '../../src/resolution/catalog-lookup.js';
import { buildQuery } from '../../src/resolution/matching/compare/component-query.js';
import type { ComponentEvidence } from '../../src/resolution/matching/query/evidence.js';
import { selectAutomatically } from '../../src/resolution/matching/select/auto-selection.js';
import { rankCandidates } from '../../src/resolution/matching/rank/rank-candidates.js';
import { trainedModel } from '../../src/resolution/matching/rank/trained-model.js';
import { openBenchDatabase } from './harness.js';
import { cpeIdentity, purlIdentity } from './rows.js';
import { packageSpellings, productSpellings, title } from './spellings.js';

/**
 * `npm run bench:spellings -- BENCH_DATA_DIR [entries]`: writes entries of the catalogue as lists do, and counts how many
 * come first, how many are selected, and how many of those are another thing. No labelled rows, and nothing trained on
 * them: what the catalogue knows has to be found however it is written.
 */
async function main(): Promise<void> {
  const [dataDir, entries = '100'] = process.argv.slice(2);
  if (!dataDir) throw new Error('Usage: npm run bench:spellings -- BENCH_DATA_DIR [entries of each spelling]');
  const { database, close } = await openBenchDatabase(dataDir);
  try {
    await database.session('system', async (sql) => {
      console.log('written as                          entries   first  selected  another');
      for (const { type, as, write } of packageSpellings) {
        const found = await sql.query<PackageRow>(somePackages, { type, entries: Number(entries) });
        const queries = found.map(({ purl, namespace, name, version }) => ({
          truth: purlIdentity(purl),
          written: write({ path: namespace ? `${namespace}/${name}` : name, name, group: namespace ?? '', version }),
        }));
        console.log(await lineOf(sql, `${type}: ${as}`, 'packages', queries));
      }
      for (const { part, target, as, write } of productSpellings) {
        const found = await sql.query<ProductRow>(someProducts, { part, target, entries: Number(entries) });
        const queries = found.map(({ cpe, vendor, product }) => ({
          truth: plain(cpe),
          written: write({ name: title(plainName(product)), vendor: title(vendor.replace(/_project$/, '')) }),
        }));
        console.log(await lineOf(sql, as, 'products', queries));
      }
    });
  } finally {
    await close();
  }
}

interface PackageRow {
  readonly purl: string;
  readonly namespace: string | null;
  readonly name: string;
  readonly version: string;
}

interface ProductRow {
  readonly cpe: string;
  readonly vendor: string;
  readonly product: string;
}

/** The same entries in every run: ordered by a digest. */
const somePackages = `SELECT purl, namespace, name, coalesce(versions[1], '1.0') AS version FROM catalog_packages
  WHERE type = $type AND coalesce(versions[1], '1.0') ~ '^v?[0-9][0-9A-Za-z.+~:-]*$' AND coalesce(namespace, '') <> 'ubuntu'
  ORDER BY md5(purl) LIMIT $entries`;

const someProducts = `SELECT cpe, vendor, product FROM catalog_products
  WHERE part = $part AND NOT deprecated AND vendor !~ '[.]' AND product ~ '^[a-z][a-z0-9_-]{4,40}$'
    AND CASE WHEN $target::text IS NULL THEN cardinality(target_software) = 0 ELSE $target = ANY (target_software) END
    AND (part = 'a') = (product !~ '_firmware$') AND product !~ 'plugin|wordpress|jenkins|drupal'
    AND (part = 'a' OR product ~ '[0-9]')
  ORDER BY md5(cpe) LIMIT $entries`;

/** "hue" and "hue_firmware" count as one product. */
const plainName = (product: string): string => product.replace(/_firmware$/, '');
const plain = (cpe: string): string => plainName(cpeIdentity(cpe)).slice(2);

interface SpellingCase {
  readonly truth: string;
  readonly written: Partial<ComponentEvidence> & { readonly name: string };
}

async function lineOf(
  sql: Sql,
  as: string,
  kind: 'packages' | 'products',
  questions: readonly SpellingCase[],
): Promise<string> {
  const queries = questions.map(({ written }) => buildQuery({ org: '', version: '', ...written }, trainedModel));
  const { hits, entries } = await lookUp(sql, queries);
  const counts = { first: 0, selected: 0, another: 0 };
  for (const [index, one] of queries.entries()) {
    const ranking = rankCandidates(one, hits[index]!, entries, trainedModel);
    const selection = selectAutomatically(one, ranking, trainedModel);
    const [isFirst, isSelected] =
      kind === 'packages'
        ? [purlIdentity(ranking.packages[0]?.candidate.purl ?? ''), selection.package]
        : [plain(ranking.products[0]?.candidate.cpe ?? 'cpe:'), selection.product];
    const isRight = isFirst === questions[index]!.truth;
    counts.first += Number(isRight);
    counts.selected += Number(isSelected !== null);
    counts.another += Number(isSelected !== null && !isRight);
  }
  const percent = (count: number): string =>
    `${((100 * count) / Math.max(queries.length, 1)).toFixed(0)} %`.padStart(8);
  return `${as.padEnd(36)}${String(queries.length).padStart(7)}${percent(counts.first)}${percent(counts.selected)}${percent(counts.another)}`;
}

await main();
