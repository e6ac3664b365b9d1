import type pg from 'pg';
import { startApp, type TestApp } from '../app.js';
import { openClient } from '../postgres.js';
import { databaseState } from './database-state.js';
import { describedRoutes, type DescribedRoute } from './described-routes.js';
import { Ground, type Kind } from './ground.js';

const seeded: readonly Kind[] = ['component', 'project', 'ruleset', 'job', 'decision', 'pattern', 'API key'];

/** The running service with its routes, ground to ask about, and an eye on whether anything changed. */
export class PolicedApp {
  private constructor(
    readonly app: TestApp,
    private readonly database: pg.Client,
    readonly ground: Ground,
    readonly routes: readonly DescribedRoute[],
  ) {}

  /** Without workers, so that nothing changes but by requests. */
  static async start(environment: Record<string, string> = {}): Promise<PolicedApp> {
    const app = await startApp({ ROLES: 'api', ...environment });
    const database = await openClient(app.databaseUrl);
    try {
      const routes = await describedRoutes(app);
      const ground = await Ground.prepare(app);
      for (const plot of ground.plots) for (const kind of seeded) await ground.make(kind, plot);
      return new PolicedApp(app, database, ground, routes);
    } catch (error) {
      await database.end();
      await app.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.database.end();
    await this.app.close();
  }

  /** Names of the tables (and `files`) whose content the work has changed. */
  async changedBy(work: () => Promise<unknown>): Promise<string[]> {
    const before = await databaseState(this.app, this.database);
    await work();
    const after = await databaseState(this.app, this.database);
    return Object.keys(after).filter((name) => after[name] !== before[name]);
  }
}
