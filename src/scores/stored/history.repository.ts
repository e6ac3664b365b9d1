import { formatCpe } from '../../model/cpe.js';
import { formatPurl } from '../../model/purl.js';
import type { Sql } from '../../platform/database/sql.js';
import type { CoverageStatus } from '../coverage/entity-coverage.js';
import type { ResolvedEntity } from '../entities/entity.js';

/** An entity's score from a point in time on. */
export interface HistoryRow {
  readonly scored_at: Date;
  readonly formula_version: string;
  readonly risk: number;
  readonly risk_ecosystem: number;
  readonly risk_technology: number;
  readonly risk_supply_chain: number;
  readonly vulnerabilities: number;
  /** Null: a former release did not record it. */
  readonly coverage: number | null;
  readonly examined: CoverageStatus | null;
}

/**
 * Scores are stored by the identifiers of components: takes the entity of all given identifiers, else the latest scored
 * one with the first kind of identifier that is given.
 */
async function storedId(sql: Sql, { id, purl, cpe, repository }: ResolvedEntity): Promise<string | null> {
  const row = await sql.one<{ entity_id: string }>(
    `SELECT entity_id FROM entity_scores
     WHERE entity_id = $id OR purl = $purl OR ($purl::text IS NULL AND cpe = $cpe)
        OR ($purl::text IS NULL AND $cpe::text IS NULL AND repo_url = $url)
     ORDER BY entity_id <> $id, scored_at DESC LIMIT 1`,
    { id, purl: purl && formatPurl(purl), cpe: cpe && formatCpe(cpe), url: repository?.url ?? null },
  );
  return row?.entity_id ?? null;
}

/** Newest first. */
export async function historyOf(
  sql: Sql,
  entity: ResolvedEntity,
  paging: { offset: number; limit: number },
): Promise<{ rows: HistoryRow[]; total: number }> {
  const id = await storedId(sql, entity);
  if (id === null) return { rows: [], total: 0 };
  const rows = await sql.query<HistoryRow>(
    `SELECT scored_at, formula_version, risk, risk_ecosystem, risk_technology, risk_supply_chain, vulnerabilities,
       coverage, examined
     FROM entity_score_history WHERE entity_id = $id ORDER BY scored_at DESC OFFSET $offset LIMIT $limit`,
    { id, offset: paging.offset, limit: paging.limit },
  );
  const count = await sql.one<{ total: number }>(
    'SELECT count(*)::int AS total FROM entity_score_history WHERE entity_id = $id',
    { id },
  );
  return { rows, total: count?.total ?? 0 };
}
