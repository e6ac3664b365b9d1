import { Injectable } from '@nestjs/common';
import { CallerError, invalid, notFound, TransientError } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { rejectEndAfterKey } from '../../organizations/users/api-keys.service.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import type { LinkKeyOwner } from '../../platform/security/link-keys.js';
import { isSignature, linkSignature, newLinkKey } from '../../platform/security/link-signature.js';
import { unreadableSecret } from '../../platform/security/unreadable-secret.js';
import { findSbom, findSbomForUpdate } from '../sboms.repository.js';
import { badgeSvg } from './badge-svg.js';
import { BadgeKeys } from './badge-keys.js';
import type { BadgeLinkBody, BadgeQuery } from './badges.dto.js';
import { ensureBadgeKey, findBadge, removeBadgeKey, type BadgeKeyRow } from './badges.repository.js';
import type { BadgeLinkView } from './badges.view.js';

/** Links to badges: signed with a key of the SBOM, so that a new key revokes them all. */
@Injectable()
export class BadgesService {
  constructor(
    private readonly database: Database,
    private readonly configuration: Configuration,
    private readonly keys: BadgeKeys,
  ) {}

  async createLink(actor: Actor, { id, expires_at }: BadgeLinkBody): Promise<BadgeLinkView> {
    const expires = expires_at ? Math.floor(Date.parse(expires_at) / 1_000) : null;
    if (expires !== null && expires * 1_000 <= Date.now())
      throw invalid('Invalid request: expires_at must be in the future', { expires_at: 'must be in the future' });
    const { sbom, key } = await this.database.transaction(actor.tenancy, async (sql) => {
      const found = actor.authorize(await findSbomForUpdate(sql, id), 'SBOM');
      rejectEndAfterKey(actor, expires === null ? null : new Date(expires * 1_000));
      return { sbom: found, key: await this.ensureKey(sql, found) };
    });
    const query = new URLSearchParams({
      id: sbom.id,
      ...(expires !== null && { expires: String(expires) }),
      signature: linkSignature(key, [sbom.id, expires]),
    });
    const url = `${this.configuration.publicUrl.replace(/\/+$/, '')}/v1/badge/getBadge?${query.toString()}`;
    return {
      url,
      markdown: `![Stocktake](${url})`,
      expires_at: expires === null ? null : new Date(expires * 1_000),
    };
  }

  /** Ends all links of the SBOM. */
  async revokeLinks(actor: Actor, id: string): Promise<void> {
    await this.database.transaction(actor.tenancy, async (sql) => {
      const sbom = actor.authorize(await findSbomForUpdate(sql, id), 'SBOM');
      await removeBadgeKey(sql, sbom.id);
    });
  }

  /** For who may see the SBOM. */
  async draw(actor: Actor, id: string): Promise<string> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const sbom = actor.authorize(await findSbom(sql, id), 'project');
      return badgeSvg((await findBadge(sql, sbom.id))!);
    });
  }

  /** @throws CallerError 404 alike for no SBOM, a wrong signature, and a link that ended */
  async badge({ id, expires = null, signature }: BadgeQuery): Promise<string> {
    const found = await this.database.transaction('system', (sql) => findBadge(sql, id));
    const key = found ? this.keyOf(found) : 'none';
    if (key === 'unreadable') throw new TransientError('Links to badges cannot be checked at the moment');
    const isValid = key !== 'none' && isSignature(signature, linkSignature(key, [id, expires]));
    if (!found || !isValid || (expires !== null && expires * 1_000 <= Date.now())) throw notFound('badge');
    return badgeSvg(found);
  }

  /** @throws CallerError 409 where the SBOM has one that cannot be read: another would end its links unasked */
  private async ensureKey(sql: Sql, owner: LinkKeyOwner): Promise<Buffer> {
    const key = this.keyOf(await ensureBadgeKey(sql, owner.id, this.keys.seal(owner, newLinkKey())));
    if (key === 'none' || key === 'unreadable') throw new CallerError(409, lostKey);
    return key;
  }

  private keyOf(row: BadgeKeyRow): Buffer | 'none' | 'unreadable' {
    return this.keys.open(row, { sealed: row.badge_sealed, plain: row.badge_key });
  }
}

const lostKey = unreadableSecret(
  'The key of the badge, whose links nobody can use now,',
  'end its links (v1/badge/revokeBadgeLinks) and make new ones',
);
