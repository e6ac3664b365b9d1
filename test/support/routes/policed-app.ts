import { startApp, type TestApp } from '../app.js';
import { DatabaseState } from './database-state.js';
import { describedRoutes, type DescribedRoute } from './described-routes.js';
import { Ground, type Kind } from './ground.js';

const seeded: readonly Kind[] = ['component', 'project', 'ruleset', 'job', 'decision', 'pattern', 'API key'];

/** The running service with its routes, ground to ask about, and an eye on whether anything changed. */
export class PolicedApp {
  private constructor(
    readonly app: TestApp,
    private readonly state: DatabaseState,
    readonly ground: Ground,
    readonly routes: readonly DescribedRoute[],
  ) {}

  /** Without workers, so that nothing changes but by requests. */
  static async start(environment: Record<string, string> = {}): Promise<PolicedApp> {
    const app = await startApp({ ROLES: 'api', ...environment });
    try {
      const routes = await describedRoutes(app);
      const ground = await Ground.prepare(app);
      for (const plot of ground.plots) for (const kind of seeded) await ground.make(kind, plot);
      return new PolicedApp(app, await DatabaseState.watch(app), ground, routes);
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
  async changedBy(work: () => Promise<unknown>): Promise<string[]> {
    const before = await this.state.read();
    await work();
    const after = await this.state.read();
    return Object.keys(after).filter((name) => after[name] !== before[name]);
  }
}
