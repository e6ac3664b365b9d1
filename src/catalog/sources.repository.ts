import type { Sql } from '../platform/database/sql.js';
import type { Validators } from './sources/partial-file.js';

export interface SourceRow {
  readonly name: string;
  readonly origin: string;
  /** Records taken when it was last loaded whole. */
  readonly records: number;
  readonly state: 'loading' | 'loaded' | 'failed';
  readonly message: string | null;
  readonly started_at: Date;
  readonly finished_at: Date | null;
}

export async function startSource(sql: Sql, name: string, origin: string): Promise<void> {
  await sql.query(
    `INSERT INTO catalog_sources (name, origin, state) VALUES ($1, $2, 'loading')
     ON CONFLICT (name) DO UPDATE SET origin = excluded.origin, state = 'loading', message = NULL, started_at = now(),
       validators = CASE WHEN catalog_sources.origin = excluded.origin THEN catalog_sources.validators ELSE '{}' END`,
    [name, origin],
  );
}

/** `records` null leaves the number of the last whole load. */
export async function finishSource(
  sql: Sql,
  name: string,
  result: { readonly state: 'loaded' | 'failed'; readonly records: number | null; readonly message: string | null },
): Promise<void> {
  await sql.query(
    `UPDATE catalog_sources SET state = $2, records = coalesce($3, records), message = $4, finished_at = now()
     WHERE name = $1`,
    [name, result.state, result.records, result.message],
  );
}

/** Every source that was ever loaded, by name. */
export const loadedSources = (sql: Sql): Promise<SourceRow[]> =>
  sql.query('SELECT name, origin, records, state, message, started_at, finished_at FROM catalog_sources ORDER BY name');

/** True once anything was loaded. */
export async function catalogIsEmpty(sql: Sql): Promise<boolean> {
  const row = await sql.one<{ empty: boolean }>('SELECT NOT EXISTS (SELECT FROM catalog_packages) AS empty');
  return row?.empty ?? true;
}

/** What the server said of the file that was last loaded whole from this very address; nothing where that failed. */
export async function sourceValidators(sql: Sql, name: string, origin: string): Promise<Validators> {
  const row = await sql.one<{ validators: Validators }>(
    `SELECT validators FROM catalog_sources WHERE name = $1 AND origin = $2 AND records > 0`,
    [name, origin],
  );
  return row?.validators ?? {};
}

export async function storeValidators(sql: Sql, name: string, validators: Validators): Promise<void> {
  await sql.run('UPDATE catalog_sources SET validators = $2 WHERE name = $1', [name, JSON.stringify(validators)]);
}

/** Nothing new where it comes from: what is there is as of now. */
export async function markSourceUnchanged(sql: Sql, name: string): Promise<void> {
  await sql.run(
    `UPDATE catalog_sources SET state = 'loaded', message = NULL, started_at = now(), finished_at = now() WHERE name = $1`,
    [name],
  );
}

/** The records of the last whole load stay, and are counted on. */
export async function markSourceFailed(sql: Sql, name: string, origin: string, message: string): Promise<void> {
  await sql.run(
    `INSERT INTO catalog_sources (name, origin, state, message, finished_at) VALUES ($1, $2, 'failed', $3, now())
     ON CONFLICT (name) DO UPDATE SET state = 'failed', message = excluded.message, finished_at = now()`,
    [name, origin, message],
  );
}

/** Of the named sources those that were not looked at for so long, by the database's clock. */
export async function dueSources(sql: Sql, names: readonly string[], hours: number): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(
    `SELECT wanted.name FROM unnest($1::text[]) WITH ORDINALITY AS wanted (name, place)
     WHERE NOT EXISTS (SELECT FROM catalog_sources known WHERE known.name = wanted.name
                       AND known.finished_at > now() - make_interval(hours => $2)) ORDER BY place`,
    [names, hours],
  );
  return rows.map(({ name }) => name);
}
