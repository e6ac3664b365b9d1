import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMigrations } from 'bullmq';
import { openDataSource } from '../../src/data-source.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/platform/embedded/embedded-postgres.js';
import { templateDatabase, withClient } from './postgres.js';

/** One PostgreSQL for the run, and in it one migrated template database that each test file clones. */
export default async function setUp(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stocktake-test-'));
  chmodSync(dataDir, 0o755); // PostgreSQL's own account has to enter it where the tests run as root
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  await withClient(server.url, (client) => client.query(`CREATE DATABASE ${templateDatabase}`));
  const url = server.url.replace(/\/postgres$/, `/${templateDatabase}`);
  const dataSource = await openDataSource(url, 4);
  await migrate(dataSource, async (client) => void (await runMigrations(client)));
  await dataSource.destroy();
  process.env.STOCKTAKE_TEST_POSTGRES = server.url;
  process.env.STOCKTAKE_TEST_DATA = dataDir;
  (globalThis as { stocktakeServer?: EmbeddedPostgres }).stocktakeServer = server;
}
