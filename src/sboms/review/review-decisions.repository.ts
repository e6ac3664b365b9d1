import { orderBy, type ListPage, type Orders } from '../../platform/database/order-by.js';
import { visibleRows } from '../../organizations/access/visible-rows.js';
import type { Sql } from '../../platform/database/sql.js';
import type { ReviewScope } from './queue.repository.js';
import type { GroupKey, SbomOfGroup } from './review-groups.repository.js';
import type { ReviewDecisionView } from './review.view.js';

export interface NewReviewDecision {
  readonly id: string;
  readonly name: string;
  readonly org: string;
  readonly hint: string;
  readonly choice: string;
  readonly purl: string | null;
  readonly repo_url: string | null;
  readonly cpe: string | null;
  readonly sbomId: string | null;
  readonly version: string | null;
  readonly note: string;
  readonly entryCount: number;
  readonly sbomCount: number;
  readonly userId: string;
  readonly userName: string;
  readonly teamId: string | null;
}

const decisionColumns = `id, review_key AS "group", name, org, choice, purl, repo_url, cpe, sbom_id, version, note,
  entry_count AS entries, sbom_count AS sboms, user_id, user_name, created_at, undone_at`;

/** Whoever sees one of its SBOMs sees the decision `d`; when all were erased, whoever sees what their team has. */
export const isVisibleDecision = `(EXISTS (
  SELECT FROM review_decision_entries e JOIN sboms s ON s.id = e.sbom_id
  WHERE e.decision_id = d.id AND ${visibleRows('s')})
  OR ${visibleRows('d')} AND NOT EXISTS (SELECT FROM review_decision_entries e WHERE e.decision_id = d.id))`;

const isLive = 'undone_at IS NULL AND replaced_by IS NULL';

/** Live SBOMs with entries of the decision, locked. */
export function findSbomsOfDecisionForUpdate(sql: Sql, decisionId: string): Promise<SbomOfGroup[]> {
  return sql.query<SbomOfGroup>(
    `SELECT id, org_id, team_id FROM sboms
     WHERE deleted_at IS NULL AND id IN (
       SELECT sbom_id FROM review_decision_entries WHERE decision_id = $decisionId)
     ORDER BY id FOR UPDATE`,
    { decisionId },
  );
}

/** The latest live decision about the group that is visible, and its revision. */
export async function findPresentDecision(
  sql: Sql,
  { orgId, visibleScope }: ReviewScope,
  key: string,
): Promise<{ decision: ReviewDecisionView | null; revision: number }> {
  const decision = await sql.one<ReviewDecisionView>(
    `SELECT ${decisionColumns} FROM review_decisions d
     WHERE org_id = $orgId AND review_key = $key AND ${isLive} AND ${isVisibleDecision}
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    { orgId, key, ...visibleScope },
  );
  const group = await sql.one<{ revision: number }>(
    'SELECT revision FROM review_groups WHERE org_id = $orgId AND review_key = $key',
    { orgId, key },
  );
  return { decision, revision: group?.revision ?? 0 };
}

/** Decisions about the groups, undone ones included, at most ten of a group, the latest first. */
export function findDecisionsOfGroups(
  sql: Sql,
  { orgId, visibleScope }: ReviewScope,
  keys: readonly string[],
): Promise<ReviewDecisionView[]> {
  return sql.query<ReviewDecisionView>(
    `SELECT ${decisionColumns} FROM (
       SELECT *, row_number() OVER (PARTITION BY review_key ORDER BY created_at DESC, id DESC) AS nth
       FROM review_decisions d WHERE org_id = $orgId AND review_key = ANY ($keys::text[]) AND ${isVisibleDecision}) d
     WHERE nth <= 10 ORDER BY created_at DESC, id DESC`,
    { orgId, keys, organizations: visibleScope.organizations, teams: visibleScope.teams },
  );
}

export const reviewDecisionOrders: Orders = { created_at: 'created_at', name: 'lower(name)', entries: 'entry_count' };

export async function reviewDecisionPage(
  sql: Sql,
  { orgId, visibleScope }: ReviewScope,
  userId: string | null,
  { offset, limit, sort }: ListPage,
): Promise<{ rows: ReviewDecisionView[]; total: number }> {
  const condition = `org_id = $orgId AND ($userId::uuid IS NULL OR user_id = $userId) AND ${isVisibleDecision}`;
  const parameters = { orgId, userId, organizations: visibleScope.organizations, teams: visibleScope.teams };
  const rows = await sql.query<ReviewDecisionView>(
    `SELECT ${decisionColumns} FROM review_decisions d WHERE ${condition}
     ORDER BY ${orderBy(reviewDecisionOrders, sort, 'created_at DESC, id DESC')} OFFSET $offset LIMIT $limit`,
    { ...parameters, offset, limit },
  );
  const count = await sql.one<{ n: number }>(
    `SELECT count(*)::int AS n FROM review_decisions d WHERE ${condition}`,
    parameters,
  );
  return { rows, total: count?.n ?? 0 };
}

export async function findReviewDecision(
  sql: Sql,
  id: string,
): Promise<(ReviewDecisionView & { org_id: string; team_id: string | null }) | null> {
  return sql.one(`SELECT ${decisionColumns}, org_id, team_id FROM review_decisions WHERE id = $id`, {
    id,
  });
}

export async function insertReviewDecision(
  sql: Sql,
  { orgId, key }: GroupKey,
  made: NewReviewDecision,
): Promise<ReviewDecisionView> {
  const [row] = await sql.query<ReviewDecisionView>(
    `INSERT INTO review_decisions (id, org_id, review_key, name, org, hint, choice, purl, repo_url, cpe, sbom_id, version,
       note, entry_count, sbom_count, user_id, user_name, team_id)
     VALUES ($id, $orgId, $key, $name, $org, $hint, $choice, $purl, $repoUrl, $cpe, $sbomId, $version, $note, $entryCount,
       $sbomCount, $userId, $userName, $teamId) RETURNING ${decisionColumns}`,
    {
      id: made.id,
      orgId,
      key,
      name: made.name,
      org: made.org,
      hint: made.hint,
      choice: made.choice,
      purl: made.purl,
      repoUrl: made.repo_url,
      cpe: made.cpe,
      sbomId: made.sbomId,
      version: made.version,
      note: made.note,
      entryCount: made.entryCount,
      sbomCount: made.sbomCount,
      userId: made.userId,
      userName: made.userName,
      teamId: made.teamId,
    },
  );
  return row!;
}

/** A decision replaces the live ones of the group; one for an SBOM or a version, those for this SBOM or version. */
export async function replaceReviewDecisions(
  sql: Sql,
  { orgId, key }: GroupKey,
  { id, sbomId, version }: { id: string; sbomId: string | null; version: string | null },
): Promise<number> {
  return sql.run(
    `UPDATE review_decisions SET replaced_by = $id
     WHERE org_id = $orgId AND review_key = $key AND ${isLive} AND id <> $id
       AND ($sbomId::uuid IS NULL OR sbom_id = $sbomId) AND ($version::text IS NULL OR version = $version)`,
    { orgId, key, id, sbomId, version },
  );
}

/**
 * What the undone decision had replaced holds again, unless another one holds now.
 *
 * @returns the one that has replaced it; null: it was undone before
 */
export async function markUndone(sql: Sql, decisionId: string): Promise<{ replaced_by: string | null } | null> {
  const undone = await sql.one<{ replaced_by: string | null }>(
    `UPDATE review_decisions SET undone_at = now() WHERE id = $decisionId AND undone_at IS NULL RETURNING replaced_by`,
    { decisionId },
  );
  if (!undone) return null;
  await sql.run(
    `UPDATE review_decisions d SET replaced_by = (SELECT u.replaced_by FROM review_decisions u WHERE u.id = $decisionId)
     WHERE d.replaced_by = $decisionId`,
    { decisionId },
  );
  return undone;
}
