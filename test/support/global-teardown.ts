import { rmSync } from 'node:fs';
import type { EmbeddedPostgres } from '../../src/platform/embedded/embedded-postgres.js';

export default async function tearDown(): Promise<void> {
  await (globalThis as { stocktakeServer?: EmbeddedPostgres }).stocktakeServer?.stop();
  if (process.env.STOCKTAKE_TEST_DATA) rmSync(process.env.STOCKTAKE_TEST_DATA, { recursive: true, force: true });
}
