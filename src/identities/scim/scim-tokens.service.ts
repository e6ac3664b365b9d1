import { Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { CallerError, notFound } from '../../model/errors.js';
import type { ListPage } from '../../platform/database/order-by.js';
import { Database } from '../../platform/database/database.js';
import { newId } from '../../platform/identifiers/uuid.js';
import type { Actor } from '../../organizations/access/actor.js';
import { lockOrganization } from '../../organizations/members/organizations.repository.js';
import { requireVisibleOrganization } from '../../organizations/members/visible-organization.js';
import { rejectLimitedKey } from '../../organizations/users/api-keys.service.js';
import type { CreateScimTokenBody } from './scim.dto.js';
import {
  countScimTokens,
  deleteScimToken,
  insertScimToken,
  recordScimUse,
  scimTokenByHash,
  scimTokenById,
  scimTokenPage,
  type ScimTokenRow,
} from './scim-tokens.repository.js';
import type { NewScimToken, ScimTokenView } from './scim.view.js';

const maxTokens = 20;
const prefix = 'stk_scim_';
const pattern = /^stk_scim_[\w-]{43}$/;

/** Tokens by which identity providers provision the users of an organization. */
@Injectable()
export class ScimTokensService {
  constructor(private readonly database: Database) {}

  /** Only this answer contains the token itself. */
  async create(actor: Actor, { org_id, name }: CreateScimTokenBody): Promise<NewScimToken> {
    // Otherwise a key could make one that makes members who stay.
    rejectLimitedKey(actor);
    actor.organization(org_id);
    await requireVisibleOrganization(this.database, actor, org_id);
    const token = prefix + randomBytes(32).toString('base64url');
    return this.database.transaction('system', async (sql) => {
      await lockOrganization(sql, org_id);
      if ((await countScimTokens(sql, org_id)) >= maxTokens)
        throw new CallerError(409, `The organization already has ${maxTokens} SCIM tokens; revoke one first`);
      const hint = token.slice(0, prefix.length + 6);
      const row = await insertScimToken(sql, { id: newId(), orgId: org_id, name, hash: hashOf(token), hint });
      return { ...row!, token };
    });
  }

  page(actor: Actor, orgId: string, paging: ListPage): Promise<{ rows: ScimTokenView[]; total: number }> {
    actor.organization(orgId);
    return this.database.transaction(actor.tenancy, (sql) => scimTokenPage(sql, orgId, paging));
  }

  async revoke(actor: Actor, id: string): Promise<void> {
    rejectLimitedKey(actor);
    await this.database.transaction(actor.tenancy, async (sql) => {
      actor.authorize(await scimTokenById(sql, id), 'SCIM token');
      if ((await deleteScimToken(sql, id)) === 0) throw notFound('SCIM token');
    });
  }

  /** Whose token it is. @throws CallerError 401 */
  async authenticate(header: string | undefined): Promise<ScimTokenRow> {
    const token = /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? '';
    const row = pattern.test(token)
      ? await this.database.statements(async (sql) => {
          const found = await scimTokenByHash(sql, hashOf(token));
          if (found) await recordScimUse(sql, found.id);
          return found;
        })
      : null;
    if (row) return row;
    throw new CallerError(401, 'A SCIM token is required: Authorization: Bearer stk_scim_…', {
      authenticate: 'Bearer realm="stocktake"',
    });
  }
}

/** 256 random bits cannot be guessed, so a fast hash suffices. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
