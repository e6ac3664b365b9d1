import type { DataSource } from 'typeorm';
import { openDataSource } from '../../src/data-source.js';
import { Database } from '../../src/platform/database/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { startEmbeddedPostgres } from '../../src/platform/embedded/embedded-postgres.js';

interface BenchDatabase {
  readonly database: Database;
  readonly dataSource: DataSource;
  readonly close: () => Promise<void>;
}

/** The bench's own database, which is kept between runs with the loaded bundle. */
export async function openBenchDatabase(dataDir: string): Promise<BenchDatabase> {
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  const dataSource = await openDataSource(server.url, 4);
  await migrate(dataSource);
  return {
    database: new Database(dataSource),
    dataSource,
    close: async () => {
      await dataSource.destroy();
      // Found running, it is somebody else's.
      if (!server.adopted) await server.stop();
    },
  };
}
