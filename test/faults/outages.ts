import { setTimeout as sleep } from 'node:timers/promises';
import type { BackendName } from '../support/job-environment.js';
import { openClient, withClient } from '../support/postgres.js';
import { FaultEnvironment } from './fault-environment.js';
import { Proxy } from '../support/proxy.js';

/** Something done to the stores, and how it is mended. */
export interface Outage {
  readonly name: string;
  readonly lastsMs?: number;
  /** @returns what mends it */
  readonly spoil: (site: Site) => Promise<() => Promise<unknown> | void>;
}

/** A service whose ways to its stores can be spoiled. */
export interface Site {
  readonly environment: FaultEnvironment;
  readonly database: Proxy;
  readonly queue: Proxy | null;
}

const portOf = (url: string): number => Number(new URL(url).port);

export async function openSite(backend: BackendName): Promise<Site & { close(): Promise<void> }> {
  let database!: Proxy;
  let queue: Proxy | null = null;
  const environment = await FaultEnvironment.open(backend, async ({ databaseUrl, redisUrl }) => {
    database = await Proxy.before(portOf(databaseUrl));
    if (redisUrl) queue = await Proxy.before(portOf(redisUrl));
    return { databaseUrl: database.through(databaseUrl), redisUrl: queue?.through(redisUrl) ?? '' };
  });
  return {
    environment,
    database,
    queue,
    async close() {
      await environment.close();
      await database.close();
      await queue?.close();
    },
  };
}

const cutOthers = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = $1 AND application_name LIKE 'stocktake%'`;

const nameOf = ({ environment }: Site): string => new URL(environment.databaseUrl).pathname.slice(1);

/** Of the service's connections; asked from another database, where it is also known to the server. */
const cutAll = (site: Site) =>
  withClient(process.env.STOCKTAKE_TEST_POSTGRES!, (client) => client.query(cutOthers, [nameOf(site)]));

const allowConnections = (site: Site, isAllowed: boolean) =>
  withClient(process.env.STOCKTAKE_TEST_POSTGRES!, (client) =>
    client.query(`ALTER DATABASE ${nameOf(site)} ALLOW_CONNECTIONS ${isAllowed}`),
  );

const ofDatabase: readonly Outage[] = [
  {
    name: 'the database cannot be reached',
    spoil: async ({ database }) => {
      database.become('closed');
      return () => database.become('open');
    },
  },
  {
    name: 'connections to the database die without a word',
    lastsMs: 10_000,
    spoil: async ({ database }) => {
      database.become('silent');
      return () => database.become('open');
    },
  },
  {
    name: 'every connection to the database is cut, again and again',
    spoil: async (site) => {
      for (let n = 0; n < 4; n += 1) {
        await cutAll(site);
        await sleep(700);
      }
      return () => undefined;
    },
  },
  {
    name: 'the database has no connection left',
    spoil: async (site) => {
      await allowConnections(site, false);
      await cutAll(site);
      return () => allowConnections(site, true);
    },
  },
  {
    name: 'somebody holds a lock for long',
    lastsMs: 6_000,
    spoil: async ({ environment }) => {
      const holder = await openClient(environment.databaseUrl);
      await holder.query('BEGIN; LOCK TABLE sboms IN ACCESS EXCLUSIVE MODE');
      return async () => {
        await holder.query('COMMIT');
        await holder.end();
      };
    },
  },
];

const ofRedis: readonly Outage[] = [
  {
    name: 'Redis is flushed',
    spoil: async ({ environment }) => {
      await environment.redis!.command('FLUSHALL');
      return () => undefined;
    },
  },
  {
    name: 'Redis is killed, and comes back empty',
    spoil: async ({ environment }) => {
      await environment.redis!.vanish();
      return () => environment.redis!.comeBack();
    },
  },
  {
    name: 'Redis cannot be reached',
    spoil: async ({ queue }) => {
      queue!.become('closed');
      return () => queue!.become('open');
    },
  },
  {
    name: 'connections to Redis die without a word',
    lastsMs: 20_000,
    spoil: async ({ queue }) => {
      queue!.become('silent');
      return () => queue!.become('open');
    },
  },
  {
    name: 'Redis is restored as it was, and knows again what is done already',
    spoil: async ({ environment }) => {
      const restore = await environment.redis!.remember();
      await environment.quiet();
      return restore;
    },
  },
];

export const outagesOf = (backend: BackendName): readonly Outage[] =>
  backend === 'redis' ? [...ofDatabase, ...ofRedis] : ofDatabase;

/** Versions are sent before, during and after the outage, and things changed during it; resolves when uploads are taken again. */
export async function live(site: Site, { spoil, lastsMs = 4_000 }: Outage): Promise<void> {
  const { environment } = site;
  await environment.upload(200);
  await environment.upload(200);
  const mend = await spoil(site);
  // Nobody waits for the answer: on a silent way there may be none.
  const during = environment.work();
  await Promise.race([during, sleep(lastsMs)]);
  await sleep(lastsMs / 2);
  await mend();
  await during;
  for (let tries = 0; (await environment.upload()).answer !== 'acknowledged'; tries += 1) {
    if (tries === 100) throw new Error('uploads are not taken again');
    await sleep(500);
  }
  await environment.startMissing();
  await environment.quiet();
}
