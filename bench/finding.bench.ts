import { CatalogLoader } from '../src/catalog/catalog-loader.js';
import { bundleSource } from '../src/catalog/sources/bundle.js';
import { Database } from '../src/platform/database/database.js';
import { openBenchService, percentile, timed, type BenchService } from './service/bench-service.js';

/**
 * How long it takes to find: which SBOMs contain something, among a million components, and, where a catalogue bundle is
 * given, what it has under a name. `npm run bench:finding -- [components [CATALOG_DIR]]`; everything goes over HTTP.
 */
const components = Number(process.argv[2] ?? 1_000_000);
const [, , , catalog] = process.argv;
const requests = 200;
/** Entries that each name, identifier and version has. */
const sharing = 20;

const line = (what: string, times: readonly number[], bar: string): void => {
  const [half, most] = [percentile(times, 0.5), percentile(times, 0.95)].map((ms) => ms.toFixed(1));
  console.log(`${what.padEnd(52)} p50 ${half} ms, p95 ${most} ms  (bar: ${bar})`);
};

const service = await openBenchService();
try {
  await fill(service);
  const kinds = components / sharing;
  const questions: readonly [string, (n: number) => Record<string, string>][] = [
    ['a version of a package', (n) => ({ purl: `pkg:npm/part-${n}@1.${n % 50}` })],
    ['a package', (n) => ({ purl: `pkg:npm/part-${n}` })],
    [
      'versions of a product by comparators',
      (n) => ({ cpe: `cpe:2.3:a:acme:part-${n}${':*'.repeat(8)}`, vers: '>=1.0 <2' }),
    ],
    ['versions of a package', (n) => ({ purl: `pkg:npm/part-${n}`, vers: 'vers:npm/>=1.0.0|<2.0.0' })],
    ['a product', (n) => ({ cpe: `cpe:2.3:a:acme:part-${n}${':*'.repeat(8)}` })],
    ['a repository', (n) => ({ repo_url: `https://github.com/acme/part-${n}` })],
    ['a name', (n) => ({ name: `Part ${n}` })],
    ['the beginning of a name', (n) => ({ name: `Part ${n}`, match: 'prefix' })],
    ['part of a name', (n) => ({ name: `art ${n}`, match: 'part' })],
    ['what nobody has', (n) => ({ purl: `pkg:npm/nothing-${n}` })],
  ];
  for (const [what, query] of questions)
    line(`findComponents, ${what}`, await ask('project/findComponents', (n) => query((n * 7919) % kinds)), '100 ms');
  if (catalog) {
    await new CatalogLoader(service.nest.get(Database)).load([bundleSource(catalog)]);
    const words = ['log4j', 'Apache HTTP Server', 'openssl', 'reac', 'spring framework', 'libcrul', 'windows', 'py'];
    line(
      'search over the catalogue',
      await ask('search', (n) => ({ q: `${words[n % words.length]!}${n % 3 === 0 ? ` ${n}` : ''}` })),
      '100 ms',
    );
  }
} finally {
  await service.close();
}

/** One after the other, after a few to warm up. */
async function ask(path: string, query: (n: number) => Record<string, string>): Promise<number[]> {
  const times: number[] = [];
  for (let n = -20; n < requests; n += 1) {
    const { ms } = await timed(() => service.get(path, query(Math.abs(n))));
    if (n >= 0) times.push(ms);
  }
  return times;
}

/** A thousand SBOMs with components of all kinds of identifiers. */
async function fill({ nest, orgId, newSbom }: BenchService): Promise<void> {
  const model = await newSbom('bench');
  await nest.get(Database).session('system', async (sql) => {
    await sql.run(
      `INSERT INTO sboms (id, org_id, team_id, name, version, supplier, contact_name, contact_email, monitor_frequency)
       SELECT gen_random_uuid(), $orgId, team_id, 'bench', '', '', '', '', 'never'
       FROM generate_series(1, 1000), (SELECT team_id FROM sboms WHERE id = $model) AS model`,
      { orgId, model },
    );
    await sql.run(
      `INSERT INTO components (id, org_id, sbom_id, ref, position, name, version, selected_purl, selected_cpe,
         selected_repo)
       SELECT gen_random_uuid(), $orgId, b.id, n, n, 'part ' || k, '1.' || k % 50, 'pkg:npm/part-' || k || '@1.' || k % 50,
         'cpe:2.3:a:acme:part-' || k || ':1.' || k % 50 || repeat(':*', 7), 'https://github.com/acme/part-' || k
       FROM generate_series(0, $components::integer - 1) n
       CROSS JOIN LATERAL (SELECT n % ($components / $sharing::integer) AS k) AS kind
       JOIN (SELECT id, row_number() OVER () - 1 AS place FROM sboms) b ON b.place = n % 1000`,
      { orgId, components, sharing },
    );
    await sql.query('VACUUM ANALYZE components, sboms');
  });
}
