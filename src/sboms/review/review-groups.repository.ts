import type { OwnedRow } from '../../organizations/access/actor.js';
import type { Sql } from '../../platform/database/sql.js';
import type { ReviewClaim } from './review.view.js';

/** A group of entries of an organization. */
export interface GroupKey {
  readonly orgId: string;
  readonly key: string;
}

export interface SbomOfGroup extends OwnedRow {
  readonly id: string;
  readonly team_id: string;
}

/** Live SBOMs with live entries of the group; locked, decisions about their entries are serialized. */
export function findSbomsOfGroup(
  sql: Sql,
  { orgId, key }: GroupKey,
  { lock }: { lock: boolean },
): Promise<SbomOfGroup[]> {
  return sql.query<SbomOfGroup>(
    `SELECT id, org_id, team_id FROM sboms
     WHERE deleted_at IS NULL AND org_id = $orgId AND id IN (
       SELECT sbom_id FROM components WHERE org_id = $orgId AND review_key = $key AND deleted_at IS NULL)
     ORDER BY id ${lock ? 'FOR UPDATE' : ''}`,
    { orgId, key },
  );
}

/**
 * Takes the next revision of the group, and ends claims on it.
 *
 * @returns null: the group has another revision by now
 */
export async function takeRevision(sql: Sql, { orgId, key }: GroupKey, revision: number): Promise<number | null> {
  await sql.run(
    `INSERT INTO review_groups (org_id, review_key) VALUES ($orgId, $key) ON CONFLICT (org_id, review_key) DO NOTHING`,
    { orgId, key },
  );
  const [row] = await sql.query<{ revision: number }>(
    `UPDATE review_groups SET revision = revision + 1, claimed_until = NULL
     WHERE org_id = $orgId AND review_key = $key AND revision = $revision RETURNING revision`,
    { orgId, key, revision },
  );
  return row?.revision ?? null;
}

export async function raiseRevision(sql: Sql, { orgId, key }: GroupKey): Promise<number> {
  const [row] = await sql.query<{ revision: number }>(
    `INSERT INTO review_groups (org_id, review_key, revision) VALUES ($orgId, $key, 1)
     ON CONFLICT (org_id, review_key) DO UPDATE SET revision = review_groups.revision + 1, claimed_until = NULL
     RETURNING revision`,
    { orgId, key },
  );
  return row!.revision;
}

/** Claims the group softly for a minute; another person's claim stays until it ends. */
export async function claimGroup(
  sql: Sql,
  { orgId, key }: GroupKey,
  { userId, userName }: { userId: string; userName: string },
): Promise<ReviewClaim> {
  await sql.run(
    `INSERT INTO review_groups (org_id, review_key, claimed_by, claimed_name, claimed_until)
     VALUES ($orgId, $key, $userId, $userName, now() + interval '60 seconds')
     ON CONFLICT (org_id, review_key) DO UPDATE SET
       claimed_by = excluded.claimed_by, claimed_name = excluded.claimed_name, claimed_until = excluded.claimed_until
     WHERE review_groups.claimed_by = $userId OR review_groups.claimed_until IS NULL
       OR review_groups.claimed_until < now()`,
    { orgId, key, userId, userName },
  );
  const claim = await sql.one<ReviewClaim>(
    `SELECT claimed_by AS user_id, claimed_name AS user_name, claimed_until AS until FROM review_groups
     WHERE org_id = $orgId AND review_key = $key`,
    { orgId, key },
  );
  return claim!;
}
