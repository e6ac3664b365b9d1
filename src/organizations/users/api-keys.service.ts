import { Injectable } from '@nestjs/common';
import { CallerError, forbidden, invalid, notFound } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import { newId } from '../../platform/identifiers/uuid.js';
import type { Actor } from '../access/actor.js';
import { isAtLeast } from '../access/roles.js';
import { createApiKey } from '../tokens/api-key.js';
import type { CreateApiKeyBody } from './api-keys.dto.js';
import {
  apiKeyById,
  apiKeyPage,
  insertApiKey,
  revokeApiKey,
  countUsableApiKeys,
  type ApiKeyView,
} from './api-keys.repository.js';

const maxKeys = 100;

@Injectable()
export class ApiKeysService {
  constructor(private readonly database: Database) {}

  /** The answer is the only place where the key itself is ever shown. */
  async create(actor: Actor, body: CreateApiKeyBody): Promise<ApiKeyView & { key: string }> {
    rejectLimitedKey(actor);
    if (body.org_id) actor.organization(body.org_id);
    const expiresAt = body.expires_at ? new Date(body.expires_at) : null;
    if (expiresAt && !(expiresAt.getTime() > Date.now()))
      throw invalid('Invalid request: expires_at must be in the future', { expires_at: 'must be in the future' });
    const { key, hash, hint } = createApiKey();
    const view = await this.database.transaction('system', async (sql) => {
      if ((await countUsableApiKeys(sql, actor.userId)) >= maxKeys)
        throw new CallerError(409, `A user can have ${maxKeys} API keys in use; revoke one first`);
      return insertApiKey(sql, {
        id: newId(),
        userId: actor.userId,
        orgId: body.org_id ?? null,
        name: body.name,
        hash,
        hint,
        role: body.role || null,
        expiresAt,
      });
    });
    return { ...view, key };
  }

  page(
    actor: Actor,
    orgId: string | undefined,
    paging: { offset: number; limit: number },
  ): Promise<{ rows: ApiKeyView[]; total: number }> {
    rejectLimitedKey(actor);
    if (orgId) actor.organization(orgId, 'admin');
    const owner = orgId ? { orgId } : { userId: actor.userId };
    return this.database.transaction('system', (sql) => apiKeyPage(sql, owner, paging));
  }

  /** One's own, or one bound to an organization that one administers. Revoking twice is no mistake. */
  async revoke(actor: Actor, id: string): Promise<ApiKeyView> {
    rejectLimitedKey(actor);
    return this.database.transaction('system', async (sql) => {
      const key = await apiKeyById(sql, id);
      const role = key?.org_id ? actor.roleFor(key.org_id, null) : null;
      const mayRevoke = key?.user_id === actor.userId || (role !== null && isAtLeast(role, 'admin'));
      const revoked = mayRevoke ? await revokeApiKey(sql, id) : null;
      if (!revoked) throw notFound('API key');
      if (revoked.org_id) actor.accessedOrganizations.add(revoked.org_id);
      return revoked;
    });
  }
}

/** Else a key could outlive itself, or make one that may do more. */
export function rejectLimitedKey(actor: Actor): void {
  if (actor.hasLimitedKey)
    throw forbidden('An API key with a limit (role, organization, expiry) cannot manage the account');
}
