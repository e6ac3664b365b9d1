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

/** Tables by name, each with its fingerprint and how many rows had been written to it before that was taken. */
type Taken = ReadonlyMap<string, { readonly writes: string; readonly hash: string }>;

/**
 * A fingerprint of every table's content, and of the blob store's: equal before and after a request that had no effect.
 * The tables of BullMQ are left out (each of its jobs is a row of `job_runs`), and the audit log, which tells of refusals
 * too. Every row that is written counts one up in the sequence of its table, so that only the tables that somebody wrote
 * to are read again.
 */
export class DatabaseState {
  /** By the organization whose rows are left out; '' for all rows. */
  private readonly taken = new Map<string, Taken>();
  private readonly strays = new Map<string, string>();

  private constructor(
    private readonly app: TestApp,
    private readonly client: pg.Client,
    /** References between rows of organizations. */
    private readonly references: readonly Reference[],
  ) {}

  static async watch(app: TestApp): Promise<DatabaseState> {
    const client = await openClient(app.databaseUrl);
    const { rows } = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name !~ '^(bull|schema_|audit_)'`,
    );
    await client.query(countWrites(rows.map(({ name }) => name)));
    const { rows: references } = await client.query<Reference>(referencesWithin);
    return new DatabaseState(app, client, references);
  }

  close(): Promise<void> {
    return this.client.end();
  }

  async read(): Promise<Fingerprints> {
    const files = readdirSync(this.app.configuration.dataDir, { recursive: true }).map(String).sort();
    return { ...(await this.fingerprints('')).hashes, files: files.join(' ') };
  }

  /** Of the rows that belong to other organizations than this one, and of rows that name one of another organization. */
  async readElsewhere(orgId: string): Promise<Fingerprints> {
    const { hashes, changed } = await this.fingerprints(orgId);
    const counts = this.references
      .filter(({ table, other }) => changed.has(table) || changed.has(other))
      .map(countCrossings);
    if (counts.length > 0) {
      const { rows } = await this.client.query<{ name: string; strays: string }>(counts.join(' UNION ALL '));
      for (const { name, strays } of rows) this.strays.set(name, strays);
    }
    return { ...hashes, ...Object.fromEntries(this.strays) };
  }

  private async fingerprints(orgId: string): Promise<{ hashes: Fingerprints; changed: ReadonlySet<string> }> {
    const before = this.taken.get(orgId);
    // Read first: whatever is written from here on makes the next look read the table again.
    const { rows } = await this.client.query<{ name: string; writes: string }>(
      `SELECT sequencename AS name, coalesce(last_value, 0)::text AS writes FROM pg_sequences WHERE schemaname = 'test_writes'`,
    );
    const changed = new Set(
      rows.filter(({ name, writes }) => before?.get(name)?.writes !== writes).map(({ name }) => name),
    );
    const read = await this.readTables([...changed], orgId);
    const taken = new Map(
      rows.map(({ name, writes }) => [name, { writes, hash: read.get(name) ?? before!.get(name)!.hash }]),
    );
    this.taken.set(orgId, taken);
    return { hashes: Object.fromEntries([...taken].map(([name, { hash }]) => [name, hash])), changed };
  }

  private async readTables(tables: readonly string[], orgId: string): Promise<ReadonlyMap<string, string>> {
    if (tables.length === 0) return new Map();
    const { rows } = await this.client.query<{ name: string; hash: string }>(
      tables
        .map(
          (name) =>
            `SELECT '${name}' AS name, count(*) || ' ' || coalesce(sum(hashtextextended((row - $1::text[])::text, 0)), 0) AS hash
             FROM (SELECT to_jsonb(t) AS row FROM "${name}" t) rows WHERE $2 = '' OR row->>'org_id' <> $2`,
        )
        .join(' UNION ALL '),
      [ignoredColumns, orgId],
    );
    return new Map(rows.map(({ name, hash }) => [name, hash]));
  }
}

const countWrites = (tables: readonly string[]): string => `
  CREATE SCHEMA test_writes;
  CREATE FUNCTION test_count_write() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
    $$ BEGIN PERFORM nextval(format('test_writes.%I', TG_TABLE_NAME)); RETURN NULL; END $$;
  ${tables
    .map(
      (name) => `
  CREATE SEQUENCE test_writes."${name}";
  CREATE TRIGGER test_count_write AFTER INSERT OR UPDATE OR DELETE ON "${name}"
    FOR EACH ROW EXECUTE FUNCTION test_count_write();
  CREATE TRIGGER test_count_truncate AFTER TRUNCATE ON "${name}" FOR EACH STATEMENT EXECUTE FUNCTION test_count_write();`,
    )
    .join('')}`;
