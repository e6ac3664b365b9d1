import { randomUUID } from 'node:crypto';
import { Database } from '../src/platform/database/database.js';
import { openBenchService, percentile, timed, type BenchService } from './service/bench-service.js';

/**
 * How long the comparison of two large SBOMs takes, over HTTP: `npm run bench:comparison -- [entries]`. Every
 * twentieth entry has another version, every hundredth another licence, every fiftieth is in one SBOM alone; every
 * tenth has vulnerabilities.
 */
const entries = Number(process.argv[2] ?? 100_000);
const rounds = 5;

const service = await openBenchService();
try {
  const from = await fill(service, 1);
  const to = await fill(service, 2);
  await service.nest.get(Database).session('system', (sql) => sql.run('ANALYZE'));
  for (const [what, query] of [
    ['first page', { limit: '100' }],
    ['page 500', { limit: '10', offset: '5000' }],
    ['one kind', { limit: '100', kind: 'license' }],
  ] as const) {
    const times: number[] = [];
    for (let n = -1; n < rounds; n += 1) {
      const { value, ms } = await timed(() => service.get('project/compareSBOMs', { from, to, ...query }));
      check(value.data);
      if (n >= 0) times.push(ms);
    }
    const [half, most] = [0.5, 0.95].map((share) => percentile(times, share).toFixed(0));
    console.log(`comparison of 2 x ${entries} entries, ${what}: p50 ${half} ms, p95 ${most} ms  (bar: 2000 ms)`);
  }
} finally {
  await service.close();
}

/** A wrong answer must not count as a fast one. */
function check({ counts, vulnerability_counts }: any): void {
  const expected = { added: entries / 50, removed: entries / 50, version: entries / 20, unchanged: true };
  const { added, removed, version, unchanged } = counts;
  if (added !== expected.added || removed !== expected.removed || version < expected.version * 0.9 || unchanged === 0)
    throw new Error(`the comparison is wrong: ${JSON.stringify(counts)}`);
  if (vulnerability_counts.gained === 0 || vulnerability_counts.lost === 0)
    throw new Error(`the vulnerabilities are wrong: ${JSON.stringify(vulnerability_counts)}`);
}

async function fill({ nest, orgId, newSbom }: BenchService, side: number): Promise<string> {
  const id = await newSbom(`bench ${side}`);
  const seed = randomUUID();
  await nest.get(Database).session('system', async (sql) => {
    await sql.run(
      `INSERT INTO components (id, org_id, sbom_id, ref, position, name, version, selected_purl, pending, status, source)
       SELECT md5($seed || n)::uuid, $orgId, $id, n, n, name, version, 'pkg:npm/' || name || '@' || version, false,
         'resolved', jsonb_build_object('ref', n::text, 'name', name, 'licenses', jsonb_build_array(jsonb_build_object(
           'relation', 'declared', 'expression', CASE WHEN n % 100 = 1 AND $side::int = 2 THEN 'Apache-2.0' ELSE 'MIT' END)))
       FROM (SELECT n, CASE WHEN n % 50 = 7 THEN 'only-' || $side::int ELSE 'part' END || '-' || n AS name,
         '1.' || CASE WHEN n % 20 = 3 THEN $side::int ELSE 0 END || '.' || n % 50 AS version
         FROM generate_series(1, $entries::integer) n) x`,
      { orgId, id, entries, seed, side },
    );
    await sql.run(
      `INSERT INTO entity_scores (entity_id, purl, version, keys, risk, risk_ecosystem, risk_technology,
         risk_supply_chain, readings, tags, coverage, digest, formula_version)
       SELECT md5($seed || 'entity' || position)::uuid, selected_purl, version, '{}', 10, 0, 0, 0, '{}', '[]',
         '{"vulnerabilities": {"status": "examined", "reason": "", "cause": ""}}', 'x', '1'
       FROM components WHERE sbom_id = $id`,
      { id, seed },
    );
    await sql.run(
      `INSERT INTO component_scores (component_id, org_id, sbom_id, entity_id, risk, risk_ecosystem, risk_technology,
         risk_supply_chain, stamp, examined)
       SELECT id, org_id, sbom_id, md5($seed || 'entity' || position)::uuid, 10, 0, 0, 0, '', 'examined'
       FROM components WHERE sbom_id = $id`,
      { id, seed },
    );
    await sql.run(
      `INSERT INTO entity_vulnerabilities (entity_id, id, names, status, reason, severity, malicious, summary)
       SELECT md5($seed || 'entity' || n)::uuid, cve, ARRAY[cve], 'affected', '', 'high', false, 'A flaw'
       FROM (SELECT n, 'CVE-2024-' || (10000 + (n * 7 + k + CASE WHEN n % 30 = 0 THEN $side::int * 100000 ELSE 0 END)) AS cve
         FROM generate_series(1, $entries::integer) n, generate_series(1, 3) k WHERE n % 10 = 0) x`,
      { entries, seed, side },
    );
  });
  return id;
}
