import { readdirSync } from 'node:fs';
import type pg from 'pg';
import type { TestApp } from '../app.js';
import { openClient } from '../postgres.js';

/** Changed by every request, or by the queue's own housekeeping: says nothing of what a request did. */
const ignoredColumns = [
  'last_active_at',
  'last_used_at',
  'last_seen_at',
  'state',
  'queued_at',
  'lease_until',
  'dispatch',
  'due_at',
  'attempt',
  'fence',
];

export type Fingerprints = Readonly<Record<string, string>>;

interface Reference {
  readonly table: string;
  readonly column: string;
  readonly other: string;
}

/** Columns that name a row of another table, by the name of that table, where both have an `org_id`. */
const referencesWithin = `
  SELECT c.table_name AS table, c.column_name AS column, o.table_name AS other
  FROM information_schema.columns c
    JOIN information_schema.columns own USING (table_schema, table_name)
    JOIN information_schema.columns o ON o.table_schema = c.table_schema AND o.column_name = 'org_id'
      AND o.table_name IN (regexp_replace(c.column_name, '_id$', 's'), regexp_replace(c.column_name, 'is_id$', 'es'))
  WHERE c.table_schema = 'public' AND c.data_type = 'uuid' AND own.column_name = 'org_id'`;

const countCrossings = ({ table, column, other }: Reference): string =>
  `SELECT '${table}.${column}' AS name, count(*)::text AS strays FROM ${table} t JOIN ${other} o ON o.id = t.${column}
   WHERE o.org_id <> t.org_id`;

/**
 * A fingerprint of every table's content, and of the blob store's: equal before and after a request that had no effect.
 * The tables of BullMQ are left out (each of its jobs is a row of `job_runs`), and the audit log, which tells of refusals
 * too. Every row that is written counts one up, so
 * that the tables need not be read again where nobody wrote.
 */
export class DatabaseState {
  private cached: { writes: string; tables: Fingerprints } | null = null;

  private constructor(
    private readonly app: TestApp,
    private readonly client: pg.Client,
    private readonly tables: readonly string[],
    /** Counts, for each reference between rows of organizations, those that lead from one organization to another. */
    private readonly crossings: string,
  ) {}

  static async watch(app: TestApp): Promise<DatabaseState> {
    const client = await openClient(app.databaseUrl);
    const { rows } = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name !~ '^(bull|schema_|audit_)'`,
    );
    const tables = rows.map(({ name }) => name);
    await client.query(countWrites(tables));
    const { rows: references } = await client.query<Reference>(referencesWithin);
    return new DatabaseState(app, client, tables, references.map(countCrossings).join(' UNION ALL '));
  }

  close(): Promise<void> {
    return this.client.end();
  }

  async read(): Promise<Fingerprints> {
    const files = readdirSync(this.app.configuration.dataDir, { recursive: true }).map(String).sort();
    return { ...(await this.fingerprints()), files: files.join(' ') };
  }

  private async fingerprints(): Promise<Fingerprints> {
    // Read first: whatever is written from here on makes the next look read the tables again.
    const { rows } = await this.client.query<{ writes: string }>('SELECT last_value AS writes FROM test_writes');
    const { writes } = rows[0]!;
    if (this.cached?.writes !== writes) this.cached = { writes, tables: await this.readTables() };
    return this.cached.tables;
  }

  /** Of the rows that belong to other organizations than this one, and of rows that name one of another organization. */
  async readElsewhere(orgId: string): Promise<Fingerprints> {
    const tables = await this.readTables(`WHERE to_jsonb(t)->>'org_id' <> $2`, orgId);
    const { rows } = await this.client.query<{ name: string; strays: string }>(this.crossings);
    return { ...tables, ...Object.fromEntries(rows.map(({ name, strays }) => [name, strays])) };
  }

  private async readTables(which = 'WHERE $2::text IS NULL', value: string | null = null): Promise<Fingerprints> {
    const { rows } = await this.client.query<{ name: string; hash: string }>(
      this.tables
        .map(
          (name) =>
            `SELECT '${name}' AS name, md5(coalesce(string_agg(md5((to_jsonb(t) - $1::text[])::text), '' ORDER BY
               md5((to_jsonb(t) - $1::text[])::text)), '')) AS hash FROM "${name}" t ${which}`,
        )
        .join(' UNION ALL '),
      [ignoredColumns, value],
    );
    return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
  }
}

const countWrites = (tables: readonly string[]): string => `
  CREATE SEQUENCE test_writes;
  CREATE FUNCTION test_count_write() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
    $$ BEGIN PERFORM nextval('public.test_writes'); RETURN NULL; END $$;
  ${tables
    .map(
      (name) => `
  CREATE TRIGGER test_count_write AFTER INSERT OR UPDATE OR DELETE ON "${name}"
    FOR EACH ROW EXECUTE FUNCTION test_count_write();
  CREATE TRIGGER test_count_truncate AFTER TRUNCATE ON "${name}" FOR EACH STATEMENT EXECUTE FUNCTION test_count_write();`,
    )
    .join('')}`;
