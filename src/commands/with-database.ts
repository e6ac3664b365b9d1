import { prepareDatabase } from './application.js';
import { openDataSource } from '../data-source.js';
import type { Configuration } from '../platform/configuration/configuration.js';
import { Database } from '../platform/database/database.js';
import { asDatabaseStartError, checkDatabaseUrl } from '../platform/database/database-start.js';
import { startEmbeddedPostgres } from '../platform/embedded/embedded-postgres.js';

/**
 * Opens the database for a command, with the schema of this release. The embedded server keeps running if another process
 * of this installation uses it.
 *
 * @param migrations only these migrations, for the schema of an older release; `unchanged`: none
 */
export async function withDatabase(
  configuration: Configuration,
  work: (database: Database, url: string) => Promise<void>,
  migrations?: readonly string[] | 'unchanged',
): Promise<void> {
  const server = configuration.embedded ? await startEmbeddedPostgres({ dataDir: configuration.dataDir }) : null;
  const url = server?.url ?? configuration.database.url;
  try {
    checkDatabaseUrl(url);
    if (migrations !== 'unchanged') await prepareDatabase(url, migrations);
    const dataSource = await openDataSource(url, 3).catch((error: unknown) => {
      throw asDatabaseStartError(error, url);
    });
    try {
      await work(new Database(dataSource), url);
    } finally {
      await dataSource.destroy();
    }
  } finally {
    if (server && !server.adopted) await server.stop();
  }
}
