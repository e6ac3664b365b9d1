import type { Sql } from '../../platform/database/sql.js';
import { identityColumn, licenseColumn } from '../comparing/compared-entries.js';
import { versionlessDecisions } from '../components/components.repository.js';
import { endStatements } from '../vulnerabilities/statements.repository.js';

export interface ReconcileTarget {
  readonly sbomId: string;
  readonly orgId: string;
  readonly importId: string;
}

/** Number of entries that an import changed, or that a dry run would change. */
export interface EntryChanges {
  readonly added: number;
  readonly updated: number;
  readonly removed: number;
}

/**
 * Reconciles the entries with the staged document, in the transaction of the caller. A component that exists (same
 * identifier, else same name, org and version) keeps its id and its decisions. New components are inserted, and those
 * that the file no longer has are deleted. Entries added by people stay. A repeated import of the same file changes
 * nothing.
 */
export async function reconcile(sql: Sql, target: ReconcileTarget): Promise<EntryChanges> {
  await markSubjectByRef(sql);
  await matchEntries(sql, target.sbomId);
  const isNew = !(await hasEntries(sql, target.sbomId));
  if (!isNew) {
    await keepFormerEntries(sql, target.sbomId);
    await endStatements(sql, 'other_version', otherVersions, { sbomId: target.sbomId });
  }
  const changes = {
    updated: isNew ? 0 : await updateMatched(sql),
    removed: isNew ? 0 : await deleteMissing(sql, target.sbomId),
    added: await insertNew(sql, target),
  };
  if (!isNew) await moveManualEntriesToEnd(sql, target.sbomId);
  await replaceDocument(sql, target);
  return changes;
}

async function hasEntries(sql: Sql, sbomId: string): Promise<boolean> {
  const rows = await sql.query(`SELECT FROM components WHERE sbom_id = $sbomId AND deleted_at IS NULL LIMIT 1`, {
    sbomId,
  });
  return rows.length > 0;
}

/** A subject that the document names by ref was parsed as a component. */
async function markSubjectByRef(sql: Sql): Promise<void> {
  await sql.run(
    `UPDATE staged SET kind = 's' WHERE kind IN ('c', 'n') AND ref = (SELECT ref FROM staged WHERE kind = 'r' LIMIT 1)`,
  );
}

/**
 * Creates `matched`: every staged component with its index and the existing entry, if any. Equal components are paired
 * in order; names are compared only if one of the two has no identifier.
 */
async function matchEntries(sql: Sql, sbomId: string): Promise<void> {
  await sql.run('ANALYZE staged (kind, seq, identity)');
  await sql.run(
    `CREATE TEMPORARY TABLE matched ON COMMIT DROP AS
     WITH incoming AS (
       SELECT seq, identity, md5(concat_ws(E'\\n', name, org, version)) AS source_key,
              row_number() OVER (ORDER BY seq) - 1 AS place,
              row_number() OVER (PARTITION BY identity ORDER BY seq) AS nth
       FROM staged WHERE kind = 'c'
     ), existing AS (
       SELECT id, identity, coalesce(source_key, md5(concat_ws(E'\\n', name, org, version))) AS source_key, position,
              row_number() OVER (PARTITION BY identity ORDER BY position, id) AS nth
       FROM components WHERE sbom_id = $sbomId AND deleted_at IS NULL
     ), by_identity AS (
       SELECT i.seq, e.id AS entry_id FROM incoming i
       JOIN existing e ON e.identity = i.identity AND e.nth = i.nth WHERE i.identity <> ''
     ), incoming_rest AS (
       SELECT i.*, row_number() OVER (PARTITION BY source_key ORDER BY place) AS same FROM incoming i
       WHERE NOT EXISTS (SELECT FROM by_identity b WHERE b.seq = i.seq)
     ), existing_rest AS (
       SELECT e.*, row_number() OVER (PARTITION BY source_key ORDER BY position, id) AS same FROM existing e
       WHERE NOT EXISTS (SELECT FROM by_identity b WHERE b.entry_id = e.id)
     ), by_name AS (
       SELECT i.seq, e.id AS entry_id FROM incoming_rest i
       JOIN existing_rest e ON e.source_key = i.source_key AND e.same = i.same
       WHERE i.identity = '' OR e.identity = ''
     )
     SELECT i.seq, i.source_key, i.place, coalesce(a.entry_id, b.entry_id) AS entry_id
     FROM incoming i LEFT JOIN by_identity a ON a.seq = i.seq LEFT JOIN by_name b ON b.seq = i.seq`,
    { sbomId },
  );
  await sql.run('ANALYZE matched');
}

/** Input of resolution besides names: identifiers, references and properties, which may hold the ecosystem. */
const evidenceColumns = (component: string): string =>
  `(${['purls', 'cpes', 'references', 'properties'].map((member) => `${component} -> '${member}'`).join(', ')})`;

/** Keeps what the next statements change or remove, for comparisons with this import's predecessors. */
async function keepFormerEntries(sql: Sql, sbomId: string): Promise<void> {
  await sql.run(
    `INSERT INTO former_entries (component_id, until, org_id, sbom_id, name, org, version, identity, license, entity_id)
     SELECT c.id, now(), c.org_id, c.sbom_id, c.name, c.org, c.version, ${identityColumn}, ${licenseColumn('c.source')},
       k.entity_id
     FROM components c LEFT JOIN matched m ON m.entry_id = c.id LEFT JOIN staged s ON s.kind = 'c' AND s.seq = m.seq
       LEFT JOIN component_scores k ON k.component_id = c.id
     WHERE c.sbom_id = $sbomId AND c.deleted_at IS NULL AND c.source_key IS NOT NULL
       AND (m.seq IS NULL OR (c.source_key, c.identity, c.source -> 'licenses') IS DISTINCT FROM
              (m.source_key, s.identity, s.data -> 'licenses')
            OR ${evidenceColumns('c.source')} IS DISTINCT FROM ${evidenceColumns('s.data')})
     ON CONFLICT DO NOTHING`,
    { sbomId },
  );
}

const otherVersions = `SELECT c.id, c.sbom_id, statement_timestamp() AS since FROM components c JOIN matched m ON m.entry_id = c.id
    JOIN staged s ON s.seq = m.seq
  WHERE c.sbom_id = $sbomId AND c.source_key IS DISTINCT FROM m.source_key AND c.version <> s.version`;

/** A name corrected by a person is kept while the file is unchanged. */
async function updateMatched(sql: Sql): Promise<number> {
  return sql.run(
    `UPDATE components c SET
       position = m.place, ref = s.ref, identity = s.identity, source_key = m.source_key, source = s.data,
       name = CASE WHEN c.source_key = m.source_key THEN c.name ELSE s.name END,
       org = CASE WHEN c.source_key = m.source_key THEN c.org ELSE s.org END,
       version = CASE WHEN c.source_key = m.source_key THEN c.version ELSE s.version END,
       disposition = CASE WHEN c.source_key = m.source_key THEN c.disposition END,
       disposition_note = CASE WHEN c.source_key = m.source_key THEN c.disposition_note ELSE '' END,
       decided = CASE WHEN c.source_key = m.source_key THEN c.decided WHEN c.disposition IS NOT NULL THEN '{}'
         WHEN c.version <> s.version THEN ${versionlessDecisions('c')} ELSE c.decided END,
       pending = c.pending OR c.source_key IS DISTINCT FROM m.source_key OR c.identity <> s.identity
         OR ${evidenceColumns('c.source')} IS DISTINCT FROM ${evidenceColumns('s.data')},
       generation = c.generation + 1, updated_at = now()
     FROM matched m JOIN staged s ON s.seq = m.seq
     WHERE c.id = m.entry_id
       AND (c.position, c.ref, c.identity, c.source_key, c.source)
           IS DISTINCT FROM (m.place::int, s.ref, s.identity, m.source_key, s.data)`,
  );
}

async function deleteMissing(sql: Sql, sbomId: string): Promise<number> {
  return sql.run(
    `UPDATE components c SET deleted_at = now(), updated_at = now(), pending = false, generation = generation + 1
     WHERE c.sbom_id = $sbomId AND c.deleted_at IS NULL AND c.source_key IS NOT NULL
       AND NOT EXISTS (SELECT FROM matched m WHERE m.entry_id = c.id)`,
    { sbomId },
  );
}

async function insertNew(sql: Sql, { orgId, sbomId }: ReconcileTarget): Promise<number> {
  return sql.run(
    `INSERT INTO components (id, org_id, sbom_id, position, name, org, version, ref, identity, source_key, source)
     SELECT s.id, $orgId, $sbomId, m.place, s.name, s.org, s.version, s.ref, s.identity, m.source_key, s.data
     FROM matched m JOIN staged s ON s.seq = m.seq WHERE m.entry_id IS NULL`,
    { orgId, sbomId },
  );
}

async function moveManualEntriesToEnd(sql: Sql, sbomId: string): Promise<void> {
  await sql.run(
    `UPDATE components c SET position = o.place FROM (
       SELECT id, (SELECT count(*) FROM matched) + row_number() OVER (ORDER BY position, id) - 1 AS place
       FROM components WHERE sbom_id = $sbomId AND deleted_at IS NULL AND source_key IS NULL) o
     WHERE c.id = o.id AND c.position <> o.place`,
    { sbomId },
  );
}

/** Replaces header, subject, dependencies and parts by those of the new document. */
async function replaceDocument(sql: Sql, { orgId, sbomId, importId }: ReconcileTarget): Promise<void> {
  await sql.run(
    `INSERT INTO sbom_documents (sbom_id, org_id, import_id, header, subject)
     SELECT $sbomId, $orgId, $importId, h.data, (SELECT s.data FROM staged s WHERE s.kind = 's' ORDER BY s.seq LIMIT 1)
     FROM staged h WHERE h.kind = 'h'
     ON CONFLICT (sbom_id) DO UPDATE SET
       written_at = now(), import_id = excluded.import_id, header = excluded.header, subject = excluded.subject`,
    { sbomId, orgId, importId },
  );
  await sql.run('DELETE FROM sbom_dependencies WHERE sbom_id = $sbomId', { sbomId });
  await sql.run(
    `INSERT INTO sbom_dependencies (sbom_id, seq, org_id, data)
     SELECT $sbomId, seq, $orgId, data FROM staged WHERE kind = 'd'`,
    { sbomId, orgId },
  );
  await sql.run('DELETE FROM sbom_parts WHERE sbom_id = $sbomId', { sbomId });
  await sql.run(
    `INSERT INTO sbom_parts (sbom_id, seq, org_id, kind, data)
     SELECT $sbomId, seq, $orgId, ref, data FROM staged WHERE kind = 'p'`,
    { sbomId, orgId },
  );
}
