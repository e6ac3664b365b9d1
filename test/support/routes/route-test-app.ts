import { startApp, type TestApp } from '../app.js';
import { withClient } from '../postgres.js';
import { DatabaseState, type Fingerprints } from './database-state.js';
import { describedRoutes, type DescribedRoute } from './described-routes.js';
import { RouteFixtures, type ThingKind, type Tenant } from './route-fixtures.js';

const seededKinds: readonly ThingKind[] = [
  'component',
  'project',
  'ruleset',
  'job',
  'decision',
  'pattern',
  'API key',
  'webhook',
  'channel',
  'trusted key',
];

/** The running service with its routes, fixtures to ask about, and an eye on whether anything changed. */
export class RouteTestApp {
  private constructor(
    readonly app: TestApp,
    private readonly state: DatabaseState,
    readonly fixtures: RouteFixtures,
    readonly routes: readonly DescribedRoute[],
  ) {}

  /** Without workers, so that nothing changes but by requests. */
  static async start(environment: Record<string, string> = {}): Promise<RouteTestApp> {
    const app = await startApp({ ROLES: 'api', ...environment });
    try {
      const routes = await describedRoutes(app);
      const fixtures = await RouteFixtures.prepare(app);
      for (const tenant of fixtures.tenants) for (const kind of seededKinds) await fixtures.create(kind, tenant);
      for (const tenant of fixtures.tenants) await fixtures.makeCommon(tenant);
      for (const tenant of fixtures.tenants) await seedMonitoring(app, tenant, await fixtures.create('sbom', tenant));
      return new RouteTestApp(app, await DatabaseState.watch(app), fixtures, routes);
    } catch (error) {
      await app.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.state.close();
    await this.app.close();
  }

  /** Names of the tables (and `files`) whose content the work has changed. */
  changedBy(work: () => Promise<unknown>): Promise<string[]> {
    return this.changed(work, () => this.state.read());
  }

  /** Names of the tables in which the work has changed rows of other organizations than this one. */
  changedElsewhere(orgId: string, work: () => Promise<unknown>): Promise<string[]> {
    return this.changed(work, () => this.state.readElsewhere(orgId));
  }

  private async changed(work: () => Promise<unknown>, read: () => Promise<Fingerprints>): Promise<string[]> {
    const before = await read();
    await work();
    const after = await read();
    return Object.keys(after).filter((name) => after[name] !== before[name]);
  }
}

/** What only the scheduler and its workers make, which do not run here. */
async function seedMonitoring(app: TestApp, { orgId, teamId, canary }: Tenant, sbomId: string): Promise<void> {
  await withClient(app.databaseUrl, async (client) => {
    const run = await client.query<{ id: string }>(
      `INSERT INTO monitoring_runs (id, org_id, team_id, subject_kind, subject_id, due_at)
       VALUES (gen_random_uuid(), $1, $2, 'sbom', $3, now()) RETURNING id`,
      [orgId, teamId, sbomId],
    );
    await client.query(
      `INSERT INTO monitoring_changes (id, org_id, team_id, run_id, sbom_id, component_id, component_name, field)
       VALUES (gen_random_uuid(), $1, $2, $3, $4, gen_random_uuid(), $5, 'version')`,
      [orgId, teamId, run.rows[0]!.id, sbomId, canary],
    );
  });
}
