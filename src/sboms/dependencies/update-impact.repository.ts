import type { VisibleScope } from '../../organizations/access/actor.js';
import { visibleRows } from '../../organizations/access/visible-rows.js';
import type { BomLicense } from '../../model/document.js';
import type { Sql } from '../../platform/database/sql.js';
import type { IndexRange } from '../finding/entity-identifiers.js';

export interface UpdatedEntry {
  readonly id: string;
  readonly sbom_id: string;
  readonly ref: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string | null;
  /** The purl that was scored, which has the source package of a distribution's package; null before it is. */
  readonly scored_purl: string | null;
  readonly cpe: string | null;
  readonly licenses: readonly BomLicense[] | null;
}

export const findUpdatedEntry = (sql: Sql, id: string): Promise<UpdatedEntry | null> =>
  sql.one<UpdatedEntry>(
    `SELECT c.id, c.sbom_id, c.ref, c.name, c.version, c.selected_purl AS purl, e.purl AS scored_purl,
       c.selected_cpe AS cpe, c.source -> 'licenses' AS licenses
     FROM components c LEFT JOIN component_scores s ON s.component_id = c.id
       LEFT JOIN entity_scores e ON e.entity_id = s.entity_id
     WHERE c.id = $id AND c.deleted_at IS NULL`,
    { id },
  );

export interface OtherEntry {
  readonly component_id: string;
  readonly sbom_id: string;
  readonly sbom_name: string;
  readonly sbom_version: string;
  readonly version: string;
  readonly identifier: string;
  readonly licenses: readonly BomLicense[] | null;
}

export interface OtherEntriesQuestion {
  readonly column: 'selected_purl' | 'selected_cpe';
  readonly ranges: readonly IndexRange[];
  readonly orgId: string;
  readonly sbomId: string;
  readonly scope: VisibleScope;
}

/** Entries with an identifier in the ranges, of the other SBOMs of the organization that the actor sees. */
export const findOtherEntries = (sql: Sql, asked: OtherEntriesQuestion, limit: number): Promise<OtherEntry[]> =>
  sql.query<OtherEntry>(
    `SELECT DISTINCT c.id AS component_id, c.sbom_id, s.name AS sbom_name, s.version AS sbom_version, c.version,
       c.${asked.column} AS identifier, c.source -> 'licenses' AS licenses
     FROM jsonb_to_recordset($ranges::jsonb) AS r (first text, "end" text)
     JOIN components c ON c.${asked.column} COLLATE "C" >= r.first AND c.${asked.column} COLLATE "C" < r."end"
     JOIN sboms s ON s.id = c.sbom_id AND s.deleted_at IS NULL AND ${visibleRows('s')}
     WHERE c.org_id = $orgId AND c.deleted_at IS NULL AND c.sbom_id <> $sbomId
     ORDER BY s.name, s.version, c.sbom_id, c.id LIMIT $limit`,
    { ranges: JSON.stringify(asked.ranges), orgId: asked.orgId, sbomId: asked.sbomId, ...asked.scope, limit },
  );
