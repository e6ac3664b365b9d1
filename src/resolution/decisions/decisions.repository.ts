import { containing, orderBy, type ListPage, type Orders } from '../../platform/database/order-by.js';
import { createHash } from 'node:crypto';
import type { CandidateKind } from '../../model/search-results.js';
import type { VisibleScope } from '../../organizations/access/actor.js';
import { visibleRows } from '../../organizations/access/visible-rows.js';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import { decisionName, decisionOrganization, type PriorDecision } from '../matching/query/prior-decision.js';

/** A decision as in the API. */
export interface DecisionRow {
  readonly id: string;
  readonly org_id: string;
  readonly kind: CandidateKind;
  readonly verdict: 'selected' | 'refused';
  readonly identifier: string;
  readonly name: string;
  readonly org: string;
  readonly user_id: string;
  readonly user_name: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** A new decision of a person. */
export interface NewDecision {
  readonly kind: CandidateKind;
  readonly verdict: 'selected' | 'refused';
  /** Canonical, without version. */
  readonly identifier: string;
  /** The package that the component's file declares, without version; or empty. */
  readonly declared: string;
  /** The ecosystem of the components that it is made for; empty: any. */
  readonly hint?: string;
  readonly name: string;
  readonly org: string;
}

/** Who decides, and the decision of the review queue that it is part of. */
export interface DecidedBy {
  readonly orgId: string;
  /** The team of the SBOM that it is made in; null: several teams. */
  readonly teamId: string | null;
  readonly userId: string;
  readonly userName: string;
  readonly reviewId?: string | null;
}

export interface DecisionFilter {
  readonly kind?: string | undefined;
  readonly q?: string | undefined;
}

const columns = 'id, org_id, kind, verdict, identifier, name, org, user_id, user_name, created_at, updated_at';

const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** The key of decisions for one name and organization. */
export const decisionSubject = (name: string, org: string): string =>
  digest(decisionName(name), decisionOrganization(org));

/**
 * Stores decisions in place of earlier ones for the same name and kind, in two statements. There must not be two for
 * the same name, kind and identifier.
 */
export async function recordDecisions(sql: Sql, by: DecidedBy, decisions: readonly NewDecision[]): Promise<void> {
  const rows = decisions.map((one) => ({
    id: newId(),
    subject: decisionSubject(one.name, one.org),
    choice: digest(one.kind, one.identifier, one.declared, ...(one.hint ? [one.hint] : [])),
    kind: one.kind,
    verdict: one.verdict,
    identifier: one.identifier,
    declared: one.declared,
    hint: one.hint ?? '',
    name: one.name,
    org: one.org,
  }));
  await lockSubjects(sql, by.orgId, rows.map(({ subject }) => subject)); // prettier-ignore
  await sql.run(
    `UPDATE resolution_decisions d SET deleted_at = now(), updated_at = now(), replaced_by = $reviewId::uuid
     FROM jsonb_to_recordset($rows::jsonb) AS e (subject text, kind text, verdict text, declared text, hint text, choice text)
     WHERE d.org_id = $orgId AND d.subject = e.subject AND d.kind = e.kind AND d.declared = e.declared AND d.hint = e.hint
       AND d.deleted_at IS NULL AND d.verdict = 'selected' AND e.verdict = 'selected' AND d.choice <> e.choice`,
    { orgId: by.orgId, rows: JSON.stringify(rows), reviewId: by.reviewId ?? null },
  );
  await sql.run(
    `INSERT INTO resolution_decisions
       (id, org_id, team_id, subject, choice, kind, verdict, identifier, declared, hint, name, org, user_id, user_name,
       review_id)
     SELECT e.id, $orgId, $teamId::uuid, e.subject, e.choice, e.kind, e.verdict, e.identifier, e.declared, e.hint, e.name,
       e.org, $userId, $userName, $reviewId::uuid
     FROM jsonb_to_recordset($rows::jsonb) AS e (id uuid, subject text, choice text, kind text, verdict text,
       identifier text, declared text, hint text, name text, org text)
     ON CONFLICT (org_id, subject, choice) WHERE deleted_at IS NULL DO UPDATE SET
       verdict = excluded.verdict, name = excluded.name, org = excluded.org, team_id = excluded.team_id,
       user_id = excluded.user_id, user_name = excluded.user_name, updated_at = now()`,
    {
      orgId: by.orgId,
      teamId: by.teamId,
      rows: JSON.stringify(rows),
      userId: by.userId,
      userName: by.userName,
      reviewId: by.reviewId ?? null,
    },
  );
}

/**
 * Of two decisions about one name at once, in different SBOMs, the later one sees the other, and replaces it. The names
 * share 256 locks: a request may decide more of them than the server has locks.
 */
const lockSubjects = (sql: Sql, orgId: string, subjects: readonly string[]): Promise<unknown> =>
  sql.query(
    `SELECT pg_advisory_xact_lock(lock) FROM (
       SELECT DISTINCT hashtextextended('decisions ' || $orgId::uuid || left(subject, 2), 0) AS lock
       FROM unnest($subjects::text[]) AS subject ORDER BY 1 OFFSET 0) locks`,
    { orgId, subjects },
  );

/** Withdraws what selects a candidate for these names: a disposition takes its place. */
export async function replaceSelections(
  sql: Sql,
  { orgId, reviewId }: { orgId: string; reviewId: string },
  subjects: readonly string[],
): Promise<void> {
  await sql.run(
    `UPDATE resolution_decisions SET deleted_at = now(), updated_at = now(), replaced_by = $reviewId
     WHERE org_id = $orgId AND subject = ANY ($subjects::text[]) AND deleted_at IS NULL AND verdict = 'selected'`,
    { orgId, subjects: [...new Set(subjects)], reviewId },
  );
}

/**
 * Takes back what a decision of the review queue made, and restores what it replaced; where another decision has replaced
 * it since, what it replaced stays replaced by that one. What people decided by hand meanwhile stays, and of two decisions
 * that it replaced the later one counts.
 */
export async function undoReviewDecisions(
  sql: Sql,
  { reviewId, replacedBy }: { reviewId: string; replacedBy: string | null },
): Promise<void> {
  await sql.run(
    `UPDATE resolution_decisions SET deleted_at = coalesce(deleted_at, now()), replaced_by = NULL, updated_at = now()
     WHERE review_id = $reviewId`,
    { reviewId },
  );
  await sql.run(
    `UPDATE resolution_decisions d SET replaced_by = $replacedBy::uuid,
       deleted_at = CASE WHEN $replacedBy::uuid IS NULL THEN NULL ELSE d.deleted_at END
     WHERE d.replaced_by = $reviewId AND NOT EXISTS (
       SELECT FROM resolution_decisions other
       WHERE other.org_id = d.org_id AND other.subject = d.subject AND other.kind = d.kind AND other.declared = d.declared
         AND other.hint = d.hint AND (other.replaced_by = d.replaced_by AND other.id > d.id
           OR other.deleted_at IS NULL AND (other.verdict = 'selected' OR other.choice = d.choice)))`,
    { reviewId, replacedBy },
  );
}

/** A decision with what limits it to some components of the name; empty: nothing does. */
export interface ScopedDecision extends PriorDecision {
  readonly declared: string;
  readonly hint: string;
}

/** Decisions of the organization by subject, the newest first. */
export async function findDecisionsAbout(
  sql: Sql,
  orgId: string,
  subjects: readonly string[],
): Promise<Map<string, ScopedDecision[]>> {
  const rows = await sql.query<ScopedDecision & { subject: string }>(
    `SELECT subject, kind, verdict, identifier, declared, hint, user_name AS "userName",
       to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day
     FROM resolution_decisions WHERE org_id = $orgId AND subject = ANY ($subjects::text[]) AND deleted_at IS NULL
     ORDER BY updated_at DESC, id DESC`,
    { orgId, subjects: [...new Set(subjects)] },
  );
  const bySubject = new Map<string, ScopedDecision[]>();
  for (const { subject, ...row } of rows) bySubject.set(subject, [...(bySubject.get(subject) ?? []), row]);
  return bySubject;
}

/** Who looks at decisions. */
export interface DecisionViewer {
  readonly userId: string;
  readonly visibleScope: VisibleScope;
}

/** Decision `d` belongs to a team that the viewer sees, or the viewer made it. */
const isVisible = `(${visibleRows('d')} OR d.user_id = $userId)`;

const viewerParameters = ({ userId, visibleScope }: DecisionViewer): object => ({ userId, ...visibleScope });

export const decisionOrders: Orders = {
  name: 'lower(name)',
  kind: 'kind',
  created_at: 'created_at',
  updated_at: 'updated_at',
};

export async function decisionPage(
  sql: Sql,
  viewer: DecisionViewer,
  { orgIds, kind, q }: DecisionFilter & { readonly orgIds: readonly string[] },
  { offset, limit, sort }: ListPage,
): Promise<{ rows: DecisionRow[]; total: number }> {
  const pattern = containing(q);
  const parameters = { ...viewerParameters(viewer), orgIds, kind: kind || null, pattern };
  const condition = `org_id = ANY ($orgIds::uuid[]) AND deleted_at IS NULL AND ${isVisible} AND ($kind::text IS NULL OR kind = $kind)
      AND ($pattern::text IS NULL OR concat_ws(' ', name, org, identifier) ILIKE $pattern)`;
  const rows = await sql.query<DecisionRow>(
    `SELECT ${columns} FROM resolution_decisions d WHERE ${condition}
     ORDER BY ${orderBy(decisionOrders, sort, 'updated_at DESC, id DESC')} OFFSET $offset LIMIT $limit`,
    { ...parameters, offset, limit },
  );
  const count = await sql.one<{ n: number }>(
    `SELECT count(*)::int AS n FROM resolution_decisions d WHERE ${condition}`,
    parameters,
  );
  return { rows, total: count?.n ?? 0 };
}

/** Locks the row. */
export function findDecisionForUpdate(
  sql: Sql,
  viewer: DecisionViewer,
  id: string,
): Promise<(DecisionRow & { readonly team_id: string | null }) | null> {
  return sql.one(
    `SELECT ${columns}, team_id FROM resolution_decisions d WHERE id = $id AND deleted_at IS NULL AND ${isVisible}
     FOR UPDATE OF d`,
    { ...viewerParameters(viewer), id },
  );
}

export async function withdrawDecision(sql: Sql, id: string): Promise<void> {
  await sql.run('UPDATE resolution_decisions SET deleted_at = now(), updated_at = now() WHERE id = $id', { id });
}
