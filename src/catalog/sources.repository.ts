import type { JsonObject } from '../model/document.js';
import type { Sql } from '../platform/database/sql.js';
import type { Coverage } from '../model/coverage.js';
import type { BulkSource } from './sources/source.js';

export interface SourceRow {
  readonly name: string;
  readonly origin: string;
  /** Records of the last complete load. */
  readonly records: number;
  readonly state: 'loading' | 'loaded' | 'failed';
  readonly message: string | null;
  /** Ecosystems of loaded advisories that no component is compared with. */
  readonly uncompared: readonly string[];
  readonly started_at: Date;
  readonly finished_at: Date | null;
  readonly covers: readonly Coverage[];
  /** When it was last loaded completely; null for never. */
  readonly loaded_at: Date | null;
  /** The date of that data. */
  readonly data_as_of: Date | null;
}

/** A completely loaded source with its coverage. */
export interface LoadedSource {
  readonly name: string;
  readonly covers: readonly Coverage[];
  readonly loadedAt: Date;
  /** The date of the data: the publisher's where given, else that of the download. */
  readonly dataAsOf: Date;
}

export async function startSource(sql: Sql, name: string, origin: string): Promise<void> {
  await sql.query(
    `INSERT INTO catalog_sources (name, origin, state) VALUES ($name, $origin, 'loading')
     ON CONFLICT (name) DO UPDATE SET origin = excluded.origin, state = 'loading', message = NULL, started_at = now(),
       validators = CASE WHEN catalog_sources.origin = excluded.origin THEN catalog_sources.validators ELSE '{}' END`,
    { name, origin },
  );
}

/** Loaded completely, with lookup keys. An updated source keeps the number and the ecosystems of its complete load. */
export async function finishSource(
  sql: Sql,
  { name, covers = [], dataAsOf, isUpdate = false }: Pick<BulkSource, 'name' | 'covers' | 'dataAsOf' | 'isUpdate'>,
  { taken: records, uncompared }: { readonly taken: number; readonly uncompared: readonly string[] },
): Promise<void> {
  await sql.run(
    `UPDATE catalog_sources SET state = 'loaded', records = CASE WHEN $isUpdate THEN greatest($records, records) ELSE $records END,
       message = NULL, uncompared = ARRAY (SELECT DISTINCT one FROM unnest($uncompared::text[]
         || CASE WHEN $isUpdate THEN uncompared ELSE '{}' END) AS one ORDER BY one), finished_at = now(), covers = $covers, loaded_at = now(), data_as_of = coalesce($dataAsOf::timestamptz, now())
     WHERE name = $name`,
    { name, records, uncompared, covers: JSON.stringify(covers), dataAsOf: dataAsOf?.() ?? null, isUpdate },
  );
}

/** Entries of the source have changed: their lookup keys must be rebuilt. */
export const entriesChanged = (sql: Sql, name: string): Promise<number> =>
  sql.run('UPDATE catalog_sources SET indexed = false WHERE name = $name', { name });

/** Sources whose entries have no lookup keys yet. */
export async function unindexedSources(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ name: string }>('SELECT name FROM catalog_sources WHERE NOT indexed');
  return rows.map(({ name }) => name);
}

export const storeIndexed = (sql: Sql, names: readonly string[]): Promise<number> =>
  sql.run('UPDATE catalog_sources SET indexed = true WHERE name = ANY ($names::text[])', { names });

/** All sources that were ever requested, by name. */
export const loadedSources = (sql: Sql): Promise<SourceRow[]> =>
  sql.query(`SELECT name, origin, records, state, message, uncompared, started_at, finished_at, covers, loaded_at, data_as_of
             FROM catalog_sources ORDER BY name`);

/** The coverage of completely loaded sources that declare one. */
export const coverageOfLoadedSources = (sql: Sql): Promise<LoadedSource[]> =>
  sql.query(`SELECT name, covers, loaded_at AS "loadedAt", coalesce(data_as_of, loaded_at) AS "dataAsOf"
             FROM catalog_sources WHERE loaded_at IS NOT NULL AND covers <> '[]' ORDER BY name`);

export async function catalogIsEmpty(sql: Sql): Promise<boolean> {
  const row = await sql.one<{ empty: boolean }>('SELECT NOT EXISTS (SELECT FROM catalog_packages) AS empty');
  return row?.empty ?? true;
}

/** The state that the last sync from this address left for the next one; empty for none. */
export async function sourceState(sql: Sql, name: string, origin: string): Promise<JsonObject> {
  const row = await sql.one<{ validators: JsonObject }>(
    'SELECT validators FROM catalog_sources WHERE name = $name AND origin = $origin',
    { name, origin },
  );
  return row?.validators ?? {};
}

export async function storeSourceState(sql: Sql, name: string, state: JsonObject): Promise<void> {
  await sql.run('UPDATE catalog_sources SET validators = $state WHERE name = $name', {
    name,
    state: JSON.stringify(state),
  });
}

/** False where it was never loaded completely, or a load was interrupted before its lookup keys were built. */
export async function isLoadedWhole(sql: Sql, name: string): Promise<boolean> {
  const row = await sql.one('SELECT FROM catalog_sources WHERE name = $name AND loaded_at IS NOT NULL AND indexed', {
    name,
  });
  return row !== null;
}

/** The source is unchanged: its data is current. The ecosystems of it that nothing is compared with. */
export async function markSourceUnchanged(sql: Sql, name: string): Promise<readonly string[]> {
  const row = await sql.one<{ uncompared: string[] }>(
    `UPDATE catalog_sources SET state = 'loaded', message = NULL, started_at = now(), finished_at = now()
     WHERE name = $name RETURNING uncompared`,
    { name },
  );
  return row?.uncompared ?? [];
}

/** The records of the last complete load stay. */
export async function markSourceFailed(sql: Sql, name: string, origin: string, message: string): Promise<void> {
  await sql.run(
    `INSERT INTO catalog_sources (name, origin, state, message, finished_at) VALUES ($name, $origin, 'failed', $message, now())
     ON CONFLICT (name) DO UPDATE SET state = 'failed', message = excluded.message, finished_at = now()`,
    { name, origin, message },
  );
}

/**
 * Those of the named sources that were not synced for so long, by the database's clock. What was synced while that was
 * ahead is due as well.
 */
export async function dueSources(sql: Sql, names: readonly string[], hours: number): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(
    `SELECT wanted.name FROM unnest($names::text[]) WITH ORDINALITY AS wanted (name, position)
     WHERE NOT EXISTS (SELECT FROM catalog_sources known WHERE known.name = wanted.name
                       AND known.finished_at BETWEEN now() - make_interval(hours => $hours) AND clock_timestamp())
     ORDER BY position`,
    { names, hours },
  );
  return rows.map(({ name }) => name);
}
