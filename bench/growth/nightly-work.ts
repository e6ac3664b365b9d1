import { Database } from '../../src/platform/database/database.js';
import { RetentionRegistry } from '../../src/platform/retention/retention-registry.js';
import { deleteExpired } from '../../src/retention/retention.repository.js';
import { timed, type BenchService } from '../service/bench-service.js';
import { idle } from '../service/settled.js';

/** Vulnerabilities that become known as exploited. */
const exploited = 20;

/** One round of the rule that takes longest, and of all, where nothing has expired: what looking costs. */
export async function retentionTimes(service: BenchService): Promise<{ all: number; longest: string }> {
  const database = service.nest.get(Database);
  const taken: { name: string; ms: number }[] = [];
  for (const rule of service.nest.get(RetentionRegistry).rules) {
    const { ms } = await timed(() => database.transaction('system', (sql) => deleteExpired(sql, rule)));
    taken.push({ name: rule.name, ms });
  }
  taken.sort((one, other) => other.ms - one.ms);
  return {
    all: taken.reduce((sum, { ms }) => sum + ms, 0),
    longest: taken
      .slice(0, 3)
      .map(({ name, ms }) => `${name} ${ms.toFixed(0)} ms`)
      .join(', '),
  };
}

interface Rescoring {
  readonly seconds: number;
  readonly result: { readonly entities: number; readonly components: number; readonly sboms: number };
}

/** Some vulnerabilities become known as exploited: how long it takes until every figure says so. */
export async function rescoring(service: BenchService): Promise<Rescoring> {
  const database = service.nest.get(Database);
  await database.transaction('system', (sql) =>
    sql.run(
      `INSERT INTO catalog_exploited (cve, added_on, record)
       SELECT cve, '2026-01-01', jsonb_build_object('cveID', cve) FROM (
         SELECT DISTINCT n AS cve FROM entity_vulnerabilities v CROSS JOIN LATERAL unnest(v.names) AS n
         WHERE n LIKE 'CVE-%' AND v.status = 'affected' AND n NOT IN (SELECT cve FROM catalog_exploited)
         ORDER BY 1 LIMIT $exploited) AS chosen`,
      { exploited },
    ),
  );
  // The scheduler looks every three seconds.
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  await idle(service.databaseUrl);
  const run = await database.transaction('system', (sql) =>
    sql.one<Rescoring>(
      `SELECT extract(epoch FROM finished_at - started_at)::float8 AS seconds, result FROM job_runs
       WHERE name = 'sbom.rescore' AND state = 'succeeded' ORDER BY finished_at DESC LIMIT 1`,
    ),
  );
  if (!run) throw new Error('Nothing was scored again');
  return run;
}
