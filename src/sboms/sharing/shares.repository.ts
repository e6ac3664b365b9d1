import { visibleRows } from '../../organizations/access/visible-rows.js';
import type { VisibleScope } from '../../organizations/access/actor.js';
import { orderBy, type ListPage, type Orders } from '../../platform/database/order-by.js';
import { pageOf } from '../../platform/database/page.js';
import type { Sql } from '../../platform/database/sql.js';
import { isInternal } from '../internal-entries.js';
import type { ShareContent, ShareExtra } from './share-contents.js';
import type { SharedSbomView } from './shares.view.js';

export interface ShareRow {
  readonly id: string;
  readonly org_id: string;
  readonly title: string;
  readonly contents: readonly ShareContent[];
  readonly extras: readonly ShareExtra[];
  /** The key that signs the link. */
  readonly sealed: Buffer | null;
  /** The same of former releases, until the next start. */
  readonly key: Buffer | null;
  readonly password_hash: string | null;
  readonly expires_at: Date;
  readonly max_downloads: number | null;
  readonly downloads: number;
  readonly created_by: string;
  readonly created_at: Date;
  readonly revoked_at: Date | null;
  readonly is_expired: boolean;
}

/** An SBOM of a share. */
export interface SharedSbomRow extends SharedSbomView {
  readonly share_id: string;
  readonly org_id: string;
  readonly team_id: string;
  readonly updated_at: Date;
}

type NewShare = Pick<
  ShareRow,
  'id' | 'org_id' | 'title' | 'contents' | 'extras' | 'password_hash' | 'max_downloads' | 'created_by'
> & { readonly sealed: Buffer; readonly expires_at: Date };

const columns = `s.id, s.org_id, s.title, s.contents, s.extras, s.sealed, s.key, s.password_hash, s.expires_at, s.max_downloads, s.downloads,
  s.created_by, s.created_at, s.revoked_at, s.expires_at <= now() AS is_expired`;

export async function insertShare(sql: Sql, share: NewShare, sbomIds: readonly string[]): Promise<ShareRow> {
  const row = await sql.one<ShareRow>(
    `INSERT INTO shares AS s (id, org_id, title, contents, extras, sealed, password_hash, expires_at, max_downloads, created_by)
     VALUES ($id, $org_id, $title, $contents::text[], $extras::text[], $sealed, $password_hash, $expires_at, $max_downloads, $created_by)
     RETURNING ${columns}`,
    { ...share },
  );
  await sql.run(
    `INSERT INTO share_sboms (share_id, sbom_id, org_id, position)
     SELECT $id, sbom_id, $org_id, position FROM unnest($sbomIds::uuid[]) WITH ORDINALITY AS t (sbom_id, position)`,
    { id: share.id, org_id: share.org_id, sbomIds },
  );
  return row!;
}

export const findShare = (sql: Sql, id: string): Promise<ShareRow | null> =>
  sql.one<ShareRow>(`SELECT ${columns} FROM shares s WHERE s.id = $id`, { id });

export const findShareForUpdate = (sql: Sql, id: string): Promise<ShareRow | null> =>
  sql.one<ShareRow>(`SELECT ${columns} FROM shares s WHERE s.id = $id FOR UPDATE`, { id });

export async function revokeShare(sql: Sql, id: string): Promise<void> {
  await sql.run(
    'UPDATE shares SET key = NULL, sealed = NULL, revoked_at = now() WHERE id = $id AND revoked_at IS NULL',
    { id },
  );
}

/** Some of those whose key a former release has stored as it is. */
export const sharesWithPlainKey = (sql: Sql): Promise<{ id: string; org_id: string; key: Buffer }[]> =>
  sql.query('SELECT id, org_id, key FROM shares WHERE key IS NOT NULL LIMIT 1000 FOR UPDATE');

export const storeSealedKey = (sql: Sql, id: string, sealed: Buffer): Promise<number> =>
  sql.run('UPDATE shares SET sealed = $sealed, key = NULL WHERE id = $id', { id, sealed });

const hasVisibleSbom = `EXISTS (SELECT FROM share_sboms t JOIN sboms b ON b.id = t.sbom_id AND b.deleted_at IS NULL
  WHERE t.share_id = s.id AND ($sbomId::uuid IS NULL OR t.sbom_id = $sbomId) AND ${visibleRows('b')})`;

export const shareOrders: Orders = {
  title: 's.title',
  created_at: 's.created_at',
  expires_at: 's.expires_at',
  downloads: 's.downloads',
};

/** Shares of which the actor sees an SBOM; newest first where `sort` says nothing. */
export async function sharePage(
  sql: Sql,
  filter: VisibleScope & { readonly sbomId: string | null },
  page: ListPage,
): Promise<{ rows: (ShareRow & { last_access_at: Date | null })[]; total: number }> {
  const list = {
    columns: `${columns}, (SELECT max(a.last_at) FROM share_accesses a WHERE a.share_id = s.id) AS last_access_at`,
    from: `shares s WHERE ${hasVisibleSbom}`,
    order: orderBy(shareOrders, page.sort, 's.created_at DESC, s.id DESC', 's.id'),
  };
  return pageOf(sql, list, { ...filter }, page);
}

/** The SBOMs of shares that are still there, in the order of their share. */
export const sbomsOfShares = (sql: Sql, shareIds: readonly string[]): Promise<SharedSbomRow[]> =>
  sql.query<SharedSbomRow>(
    `SELECT t.share_id, b.id, b.org_id, b.team_id, b.name, b.version, b.supplier, b.updated_at,
       b.resolved_count + b.partial_count + b.unresolved_count AS components
     FROM share_sboms t JOIN sboms b ON b.id = t.sbom_id AND b.deleted_at IS NULL
     WHERE t.share_id = ANY ($shareIds::uuid[]) ORDER BY t.position`,
    { shareIds },
  );

/** Whether the SBOM can still be had by the share. Downloads are counted when they start. */
export const isShared = async (sql: Sql, id: string, sbomId: string): Promise<boolean> =>
  (await sql.one(
    `SELECT FROM shares s JOIN share_sboms t ON t.share_id = s.id JOIN sboms b ON b.id = t.sbom_id AND b.deleted_at IS NULL
     WHERE s.id = $id AND t.sbom_id = $sbomId AND s.revoked_at IS NULL AND s.expires_at > now()`,
    { id, sbomId },
  )) !== null;

/** How many of the SBOMs that shares had when they were made are not there any more, of shares that lack some. */
export async function countDeletedSboms(sql: Sql, shareIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql.query<{ share_id: string; n: number }>(
    `SELECT t.share_id, count(*)::int AS n FROM share_sboms t WHERE t.share_id = ANY ($shareIds::uuid[])
       AND NOT EXISTS (SELECT FROM sboms b WHERE b.id = t.sbom_id AND b.deleted_at IS NULL) GROUP BY t.share_id`,
    { shareIds },
  );
  return new Map(rows.map(({ share_id, n }) => [share_id, n]));
}

/** Internal entries of SBOMs that have some. */
export async function countInternal(sql: Sql, sbomIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql.query<{ sbom_id: string; n: number }>(
    `SELECT sbom_id, count(*)::int AS n FROM components c
     WHERE sbom_id = ANY ($sbomIds::uuid[]) AND deleted_at IS NULL AND ${isInternal('c')} GROUP BY sbom_id`,
    { sbomIds },
  );
  return new Map(rows.map(({ sbom_id, n }) => [sbom_id, n]));
}

/** Counts one more download. @returns false where there are none left */
export const takeDownload = async (sql: Sql, id: string): Promise<boolean> =>
  (await sql.run(
    `UPDATE shares SET downloads = downloads + 1
     WHERE id = $id AND revoked_at IS NULL AND (max_downloads IS NULL OR downloads < max_downloads)`,
    { id },
  )) > 0;

/** Counted by day: a line for each access would let a visitor fill the table. */
export async function recordAccess(
  sql: Sql,
  { id, org_id }: ShareRow,
  what: string,
  subjectId: string = id,
): Promise<void> {
  await sql.run(
    `INSERT INTO share_accesses AS a (share_id, day, what, subject_id, org_id)
     VALUES ($id, (now() AT TIME ZONE 'UTC')::date, $what, $subjectId, $org_id)
     ON CONFLICT (share_id, day, what, subject_id) DO UPDATE SET count = a.count + 1, last_at = now()`,
    { id, org_id, what, subjectId },
  );
}

export const accessOrders: Orders = { day: 'day', what: 'what', count: 'count', last_at: 'last_at' };

/** The latest first where `sort` says nothing. */
export async function accessPage(
  sql: Sql,
  id: string,
  page: ListPage,
): Promise<{ rows: { day: string; what: string; subject_id: string; count: number; last_at: Date }[]; total: number }> {
  const list = {
    columns: 'day::text AS day, what, subject_id, count, last_at',
    from: 'share_accesses WHERE share_id = $id',
    order: orderBy(
      accessOrders,
      page.sort,
      'day DESC, last_at DESC, what, subject_id',
      'share_accesses.day, what, subject_id',
    ),
  };
  return pageOf(sql, list, { id }, page);
}

export async function deleteShares(sql: Sql, orgId: string): Promise<number> {
  await sql.run('DELETE FROM share_accesses WHERE org_id = $orgId', { orgId });
  await sql.run('DELETE FROM share_sboms WHERE org_id = $orgId', { orgId });
  return sql.run('DELETE FROM shares WHERE org_id = $orgId', { orgId });
}
