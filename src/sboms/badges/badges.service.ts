import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { rejectEndAfterKey } from '../../organizations/users/api-keys.service.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { Database } from '../../platform/database/database.js';
import { isSignature, linkSignature, newLinkKey } from '../../platform/security/link-signature.js';
import { findSbom, findSbomForUpdate } from '../sboms.repository.js';
import { badgeSvg } from './badge-svg.js';
import type { BadgeLinkBody, BadgeQuery } from './badges.dto.js';
import { ensureBadgeKey, findBadge, removeBadgeKey } from './badges.repository.js';
import type { BadgeLinkView } from './badges.view.js';

/** Links to badges: signed with a key of the SBOM, so that a new key revokes them all. */
@Injectable()
export class BadgesService {
  constructor(
    private readonly database: Database,
    private readonly configuration: Configuration,
  ) {}

  async createLink(actor: Actor, { id, expires_at }: BadgeLinkBody): Promise<BadgeLinkView> {
    const expires = expires_at ? Math.floor(Date.parse(expires_at) / 1_000) : null;
    if (expires !== null && expires * 1_000 <= Date.now())
      throw invalid('Invalid request: expires_at must be in the future', { expires_at: 'must be in the future' });
    const { sbom, key } = await this.database.transaction(actor.tenancy, async (sql) => {
      const found = actor.authorize(await findSbomForUpdate(sql, id), 'SBOM');
      rejectEndAfterKey(actor, expires === null ? null : new Date(expires * 1_000));
      return { sbom: found, key: await ensureBadgeKey(sql, found.id, newLinkKey()) };
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
    const key = found?.badge_key;
    const isValid = key && isSignature(signature, linkSignature(key, [id, expires]));
    if (!isValid || (expires !== null && expires * 1_000 <= Date.now())) throw notFound('badge');
    return badgeSvg(found);
  }
}
