import type { DataSource } from 'typeorm';
import { StartError } from '../embedded/start-error.js';
import { asDatabaseError, databaseCode } from './database-errors.js';
import { TransientError } from '../../model/errors.js';

const minServerVersion = 16;

/** Host, port and database of a connection address; never its user or password. */
function databaseLocation(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5432}${pathname}`;
}

/** @throws StartError when the address in this setting cannot be one of PostgreSQL */
export function checkDatabaseUrl(url: string, setting = 'DATABASE_URL'): void {
  const valid = URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol) && new URL(url).hostname !== '';
  if (!valid)
    throw new StartError(
      `${setting} is no address of PostgreSQL: it looks like postgres://user:password@host:5432/name.`,
    );
}

/** What went wrong when the service met its database, as the sentence for the person who starts it; bugs stay bugs. */
export function asDatabaseStartError(error: unknown, url: string, setting = 'DATABASE_URL'): unknown {
  const code = databaseCode(error) || databaseCode((error as Error | null)?.cause);
  const sentences: Record<string, string> = {
    '28P01': 'refuses the user or the password',
    '28000': 'refuses the user',
    '3D000': 'does not exist: create it first',
    '42501': 'gives its user too few rights: it must own the database and may need CREATEROLE for the first start',
  };
  const sentence = sentences[code];
  if (sentence) return new StartError(`The database at ${databaseLocation(url)} ${sentence} (${setting}).`);
  const known = asDatabaseError(error);
  if (!(known instanceof TransientError)) return error;
  const reason = known.cause instanceof Error ? known.cause.message || databaseCode(known.cause) : known.message;
  return new StartError(`The database at ${databaseLocation(url)} cannot be reached: ${reason} (${setting}).`);
}

/** @throws StartError when the server is too old, or a later release of this service has been at the database */
export async function checkDatabaseVersion(dataSource: DataSource, known: ReadonlySet<string>): Promise<void> {
  const [server] = await dataSource.query<{ major: number }[]>(
    `SELECT current_setting('server_version_num')::int / 10000 AS major`,
  );
  if (server && server.major < minServerVersion)
    throw new StartError(
      `The database is PostgreSQL ${server.major}, and Stocktake needs ${minServerVersion} or later.`,
    );
  const [table] = await dataSource.query<{ name: string | null }[]>(`SELECT to_regclass('schema_migrations') AS name`);
  if (!table?.name) return;
  const done = await dataSource.query<{ name: string }[]>('SELECT name FROM schema_migrations ORDER BY id');
  const foreign = done.find(({ name }) => !known.has(name));
  if (foreign)
    throw new StartError(
      `The database was written by another release of Stocktake (it holds the migration ${foreign.name}, which this ` +
        'release does not know): start that release, or restore a backup made before it.',
    );
}
