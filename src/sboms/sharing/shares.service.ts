import { Injectable } from '@nestjs/common';
import { invalid } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { isAtLeast } from '../../organizations/access/roles.js';
import { isWithinKey, rejectEndAfterKey } from '../../organizations/users/api-keys.service.js';
import { hashPassword } from '../../organizations/sessions/credentials.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import { newLinkKey } from '../../platform/security/link-signature.js';
import { unreadableSecret } from '../../platform/security/unreadable-secret.js';
import { findSboms } from '../sboms.repository.js';
import type { SbomRow } from '../sboms.view.js';
import { describeShare, filesOf, type ShareContent, type ShareExtra } from './share-contents.js';
import { InternalCheck } from './internal-check.js';
import { ShareKeys } from './share-keys.js';
import type { ShareAccessesQuery, ShareBody, SharesQuery } from './shares.dto.js';
import {
  accessPage,
  countDeletedSboms,
  countInternal,
  findShare,
  findShareForUpdate,
  insertShare,
  revokeShare,
  sbomsOfShares,
  sharePage,
  type SharedSbomRow,
  type ShareRow,
} from './shares.repository.js';
import type { ShareAccessView, SharePreviewView, ShareState, ShareView } from './shares.view.js';

const dayMs = 86_400_000;
const standardDays = 30;
const maxDays = 731;

/** Who makes, sees and ends links for people without an account. */
@Injectable()
export class SharesService {
  constructor(
    private readonly database: Database,
    private readonly configuration: Configuration,
    private readonly keys: ShareKeys,
    private readonly internals: InternalCheck,
  ) {}

  /** What the link would show; makes none. */
  preview(actor: Actor, body: ShareBody): Promise<SharePreviewView> {
    return this.database.snapshot(actor.tenancy, async (sql) => {
      const sboms = await requestedSboms(sql, actor, body.sbom_ids);
      const ids = sboms.map(({ id }) => id);
      const internal = await countInternal(sql, ids);
      for (const [id, count] of await this.internals.countUnmarked(sql, sboms[0]!.org_id, ids))
        internal.set(id, (internal.get(id) ?? 0) + count);
      const preview = previewOf(body, sboms, internal);
      rejectEndAfterKey(actor, preview.expires_at);
      return preview;
    });
  }

  async create(actor: Actor, body: ShareBody): Promise<ShareView> {
    const { title, contents, extras, expires_at, max_downloads } = previewOf(body, [], new Map());
    // Before the transaction: it takes long by intention.
    const password_hash = body.password ? await hashPassword(body.password) : null;
    return this.database.transaction(actor.tenancy, async (sql) => {
      const sboms = await requestedSboms(sql, actor, body.sbom_ids);
      rejectEndAfterKey(actor, expires_at);
      const owner = { id: newId(), org_id: sboms[0]!.org_id };
      const share = await insertShare(
        sql,
        {
          ...owner,
          title,
          contents,
          extras,
          password_hash,
          expires_at,
          max_downloads,
          sealed: this.keys.seal(owner, newLinkKey()),
          created_by: actor.userId,
        },
        sboms.map(({ id }) => id),
      );
      const all = { sboms: await sbomsOfShares(sql, [share.id]), deleted: new Map<string, number>() };
      return this.view(actor, { ...share, last_access_at: null }, all);
    });
  }

  /** Shares of which the actor sees an SBOM. */
  list(actor: Actor, query: SharesQuery): Promise<{ rows: ShareView[]; total: number }> {
    return this.database.snapshot(actor.tenancy, async (sql) => {
      const filter = { ...actor.visibleScope, sbomId: query.sbom_id ?? null };
      const { rows, total } = await sharePage(sql, filter, query);
      const ids = rows.map(({ id }) => id);
      const all = { sboms: await sbomsOfShares(sql, ids), deleted: await countDeletedSboms(sql, ids) };
      return { rows: rows.map((row) => this.view(actor, row, all)), total };
    });
  }

  /** Whoever may change one of the SBOMs can end the link. */
  async revoke(actor: Actor, id: string): Promise<void> {
    await this.database.transaction(actor.tenancy, async (sql) => {
      await authorizeShare(sql, actor, await findShareForUpdate(sql, id));
      await revokeShare(sql, id);
    });
  }

  accesses(actor: Actor, query: ShareAccessesQuery): Promise<{ rows: ShareAccessView[]; total: number }> {
    return this.database.snapshot(actor.tenancy, async (sql) => {
      const sboms = await authorizeShare(sql, actor, await findShare(sql, query.id));
      const seen = new Set(sboms.filter((sbom) => isVisible(actor, sbom)).map(({ id }) => id));
      const { rows, total } = await accessPage(sql, query.id, query);
      const view = ({ subject_id, ...row }: (typeof rows)[number]): ShareAccessView => ({
        ...row,
        sbom_id: seen.has(subject_id) ? subject_id : null,
      });
      return { rows: rows.map(view), total };
    });
  }

  private view(
    actor: Actor,
    row: ShareRow & { last_access_at: Date | null },
    { sboms, deleted }: { sboms: readonly SharedSbomRow[]; deleted: ReadonlyMap<string, number> },
  ): ShareView {
    const own = sboms.filter(({ share_id }) => share_id === row.id);
    const visible = own.filter((sbom) => isVisible(actor, sbom));
    const state = stateOf(row);
    // Nobody sees through a link what they do not see without it, and who may not make one may not pass it on.
    const mayPassOn =
      state === 'active' && isWithinKey(actor, row.expires_at) && own.every((sbom) => mayShare(actor, sbom));
    const signature = mayPassOn ? this.keys.signature(row) : null;
    return {
      id: row.id,
      org_id: row.org_id,
      title: row.title,
      contents: row.contents,
      extras: row.extras,
      expires_at: row.expires_at,
      max_downloads: row.max_downloads,
      has_password: row.password_hash !== null,
      files: filesOf(row.contents),
      says: describeShare(row.contents, row.extras),
      state,
      url: signature === null ? null : shareUrl(this.configuration, { id: row.id, signature }, 'getShare'),
      url_error: mayPassOn && signature === null ? lostKey : '',
      sboms: visible.map(({ id, name, version, supplier, components }) => ({
        id,
        name,
        version,
        supplier,
        components,
      })),
      other_sboms: own.length - visible.length,
      deleted_sboms: deleted.get(row.id) ?? 0,
      downloads: row.downloads,
      last_access_at: row.last_access_at,
      created_at: row.created_at,
      created_by: row.created_by,
      revoked_at: row.revoked_at,
    };
  }
}

const lostKey = unreadableSecret(
  'The key of this link, which nobody can use now,',
  'revoke the share and make another one',
);

/** An address below the link. */
export function shareUrl(
  { publicUrl }: Pick<Configuration, 'publicUrl'>,
  link: { readonly id: string; readonly signature: string },
  path: 'getShare' | 'getSharedFile',
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({ id: link.id, signature: link.signature, ...more });
  return `${publicUrl.replace(/\/+$/, '')}/v1/share/${path}?${query.toString()}`;
}

export function stateOf({ revoked_at, is_expired, downloads, max_downloads }: ShareRow): ShareState {
  if (revoked_at) return 'revoked';
  if (is_expired) return 'expired';
  return max_downloads !== null && downloads >= max_downloads ? 'used_up' : 'active';
}

const isVisible = (actor: Actor, { org_id, team_id }: SharedSbomRow): boolean =>
  actor.roleFor(org_id, team_id) !== null;

function mayShare(actor: Actor, { org_id, team_id }: SharedSbomRow): boolean {
  const role = actor.roleFor(org_id, team_id);
  return role !== null && isAtLeast(role, 'member');
}

/** @throws CallerError 404 to whom none of its SBOMs is visible, 403 to whom all that are visible are closed */
async function authorizeShare(sql: Sql, actor: Actor, share: ShareRow | null): Promise<SharedSbomRow[]> {
  const sboms = share ? await sbomsOfShares(sql, [share.id]) : [];
  const visible = sboms.filter((sbom) => isVisible(actor, sbom));
  let refusal: unknown = null;
  for (const sbom of visible)
    try {
      actor.authorize(sbom, 'share');
      return sboms;
    } catch (error) {
      refusal = error;
    }
  if (refusal) throw refusal as Error;
  actor.authorize(null, 'share');
  return [];
}

/** In the order of the request. @throws CallerError 404 if one is missing or invisible, 400 if they have several owners */
async function requestedSboms(sql: Sql, actor: Actor, asked: readonly string[]): Promise<SbomRow[]> {
  const ids = [...new Set(asked)];
  const byId = new Map((await findSboms(sql, ids)).map((row) => [row.id, row]));
  const rows = ids.map((id) => actor.authorize(byId.get(id), 'SBOM'));
  if (new Set(rows.map(({ org_id }) => org_id)).size > 1)
    throw invalid('Invalid request: the SBOMs belong to different organizations', {
      sbom_ids: 'must belong to one organization',
    });
  return rows;
}

function previewOf(
  body: ShareBody,
  sboms: readonly SbomRow[],
  internal: ReadonlyMap<string, number>,
): SharePreviewView {
  const contents = [...new Set(body.contents)] as ShareContent[];
  const extras = [...new Set(body.extras ?? [])] as ShareExtra[];
  return {
    title: body.title ?? '',
    contents,
    extras,
    expires_at: expiryOf(body.expires_at),
    max_downloads: body.max_downloads ?? null,
    has_password: Boolean(body.password),
    sboms: sboms.map(({ id, name, version, supplier, ...row }) => ({
      id,
      name,
      version,
      supplier,
      components: row.resolved_count + row.partial_count + row.unresolved_count,
      internal_components: internal.get(id) ?? 0,
    })),
    files: filesOf(contents),
    says: describeShare(contents, extras),
  };
}

/** Whole seconds, as in the signature. */
function expiryOf(asked: string | null | undefined): Date {
  const now = Date.now();
  const time = asked ? Date.parse(asked) : now + standardDays * dayMs;
  if (time > now + maxDays * dayMs)
    throw invalid('Invalid request: expires_at must be within two years', { expires_at: 'must be within two years' });
  return new Date(Math.floor(time / 1_000) * 1_000);
}
