import { openDataSource } from '../../src/data-source.js';
import { Database } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { startEmbeddedPostgres } from '../../src/platform/embedded/embedded-postgres.js';

/** A database of the bench's own, kept between runs: the bundle is loaded into it once. */
export async function openBenchDatabase(dataDir: string): Promise<{ database: Database; close: () => Promise<void> }> {
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  const dataSource = await openDataSource(server.url, 4);
  await migrate(dataSource);
  return {
    database: new Database(dataSource),
    close: async () => {
      await dataSource.destroy();
      await server.stop();
    },
  };
}
