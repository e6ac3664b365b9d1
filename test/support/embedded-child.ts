import { startEmbeddedPostgres } from '../../src/platform/embedded/embedded-postgres.js';

/** Starts an embedded PostgreSQL, says so, and stays: `embedded-child.ts DATA_DIR ORPHAN_TIMES`. */
const [dataDir, times] = process.argv.slice(2) as [string, string];
void startEmbeddedPostgres({ dataDir, durable: false, orphanTimes: JSON.parse(times) }).then(() => {
  process.stdout.write('ready\n');
  setInterval(() => undefined, 1_000);
});
