import type { DatabaseSession, Sql } from '../../src/platform/database/sql.js';

/** An SBOM to be made of the rows that the pipeline wrote for another one. */
export interface Clone {
  readonly id: string;
  readonly model: string;
  readonly orgId: string;
  readonly teamId: string;
  /** The default one of the organization. */
  readonly rulesetId: string;
  readonly name: string;
}

interface Column {
  readonly table: string;
  readonly column: string;
}

/** SBOMs a transaction. */
const batch = 200;

/** Ids of rows of an SBOM: the time of the clone, and what the pipeline drew. The first 48 bits of clones differ. */
const derivedId = (column: string): string => `(left(t.id::text, 13) || right(m.${column}::text, 23))::uuid`;

/** What differs between a model and its clone; everything else is copied. */
const changed: Readonly<Record<string, string>> = {
  sbom_id: 't.id',
  org_id: 't.org_id',
  team_id: 't.team_id',
  id: derivedId('id'),
  component_id: derivedId('component_id'),
  import_id: derivedId('import_id'),
  ruleset_id: 'CASE WHEN m.ruleset_id IS NOT NULL THEN t.ruleset_id END',
  assessed_ruleset_id: 'CASE WHEN m.assessed_ruleset_id IS NOT NULL THEN t.ruleset_id END',
  'sboms.id': 't.id',
  'sboms.name': 't.name',
  'sboms.created_at': `now() + make_interval(secs => t.nth)`,
  // The scheduler would look at all of them while the tables have no indexes, and while requests are measured.
  'sboms.monitor_frequency': `'never'`,
  // Entries and scores are written by one transaction; another number would mean that the score is outdated.
  'component_scores.stamp': `pg_current_xact_id()::xid::text || ' ' || split_part(m.stamp, ' ', 2)`,
};

/**
 * Multiplies SBOMs that the real pipeline has imported, resolved and scored: every row that belongs to one of them, in
 * whichever table, is copied in sets under new ids, so that the rows of a clone differ from real ones in nothing else.
 */
export async function cloneSboms(session: DatabaseSession, clones: readonly Clone[]): Promise<void> {
  const columns = await copiedColumns(session);
  const models = [...new Set(clones.map(({ model }) => model))];
  for (const table of columns.keys()) await setAside(session, table, models);
  for (let from = 0; from < clones.length; from += batch) {
    const some = clones.slice(from, from + batch);
    await session.transaction(async (sql) => {
      for (const [table, own] of columns) await copyRows(sql, { table, columns: own }, some);
    });
  }
}

/** Tables with rows of SBOMs, and their columns except those that PostgreSQL computes. */
async function copiedColumns(sql: Sql): Promise<Map<string, string[]>> {
  const rows = await sql.query<Column>(
    `SELECT c.table_name AS "table", c.column_name AS "column" FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
       AND (c.table_name = 'sboms' OR c.table_name IN (
         SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'sbom_id'))
     ORDER BY c.table_name = 'component_scores', c.table_name, c.ordinal_position`,
  );
  const tables = new Map<string, string[]>();
  for (const { table, column } of rows) tables.set(table, [...(tables.get(table) ?? []), column]);
  return tables;
}

const ownerOf = (table: string): string => (table === 'sboms' ? 'id' : 'sbom_id');

/** The rows of the models, because the table that grows may be without indexes. */
async function setAside(sql: Sql, table: string, models: readonly string[]): Promise<void> {
  await sql.run(
    `CREATE TEMP TABLE model_${table} AS SELECT * FROM ${table} WHERE ${ownerOf(table)} = ANY ($models::uuid[])`,
    { models },
  );
  await sql.run(`CREATE INDEX ON model_${table} (${ownerOf(table)})`);
}

/** SBOM by SBOM, as imports write them: rows of one lie side by side. */
async function copyRows(
  sql: Sql,
  { table, columns }: { table: string; columns: readonly string[] },
  clones: readonly Clone[],
): Promise<void> {
  const values = columns.map((column) => changed[`${table}.${column}`] ?? changed[column] ?? `m."${column}"`);
  const order = columns.includes('position') ? ' ORDER BY position' : '';
  await sql.run(
    `INSERT INTO ${table} (${columns.map((column) => `"${column}"`).join(', ')})
     SELECT ${values.join(', ')}
     FROM ROWS FROM (jsonb_to_recordset($clones::jsonb)
       AS (id uuid, model uuid, org_id uuid, team_id uuid, ruleset_id uuid, name text)) WITH ORDINALITY
       AS t (id, model, org_id, team_id, ruleset_id, name, nth)
     CROSS JOIN LATERAL (SELECT * FROM model_${table} WHERE ${ownerOf(table)} = t.model${order} OFFSET 0) m`,
    {
      clones: JSON.stringify(
        clones.map(({ orgId, teamId, rulesetId, ...one }) => ({
          ...one,
          org_id: orgId,
          team_id: teamId,
          ruleset_id: rulesetId,
        })),
      ),
    },
  );
}
