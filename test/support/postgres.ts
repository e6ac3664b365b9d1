import { randomBytes } from 'node:crypto';
import pg from 'pg';

export const templateDatabase = 'stocktake_template';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

export async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openClient(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Until so many transactions wait for a lock. */
export function untilWaiting(url: string, transactions = 1): Promise<void> {
  return withClient(url, async (client) => {
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    for (const end = Date.now() + 8_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20)))
      if ((await client.query(waiting)).rows.length >= transactions) return;
    throw new Error(`${transactions} transactions do not wait`);
  });
}

/** A fresh copy of the migrated template; give `drop` to afterAll. */
export const cloneDatabase = (): Promise<TestDatabase> => createDatabase(templateDatabase);

/** A database without anything of ours. */
export async function createDatabase(template = 'template0'): Promise<TestDatabase> {
  const server = process.env.STOCKTAKE_TEST_POSTGRES;
  if (!server) throw new Error('No PostgreSQL: integration tests run through `npm test`');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withClient(server, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return {
    url: server.replace(/\/postgres$/, `/${name}`),
    drop: () =>
      withClient(server, async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))),
  };
}
