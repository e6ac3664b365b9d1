import { Injectable } from '@nestjs/common';
import { CallerError, forbidden, notFound } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import type { Actor } from '../access/actor.js';
import { isAtLeast, type Role } from '../access/roles.js';
import { createApiKey } from '../tokens/bearer-token.js';
import type { ApiKeysQuery, CreateApiKeyBody } from './users.dto.js';
import {
  apiKeyById,
  apiKeyPage,
  insertApiKey,
  ownerOfProject,
  revokeApiKey,
  countUsableApiKeys,
} from './api-keys.repository.js';
import { lockIfSignedIn } from './users.repository.js';
import type { ApiKeyView } from './users.view.js';

const maxKeys = 100;

@Injectable()
export class ApiKeysService {
  constructor(private readonly database: Database) {}

  /** Only this answer contains the key itself. */
  async create(actor: Actor, body: CreateApiKeyBody): Promise<ApiKeyView & { key: string }> {
    rejectLimitedKey(actor);
    if (body.org_id) actor.organization(body.org_id);
    return this.database.transaction('system', async (sql) => {
      if (!(await lockIfSignedIn(sql, actor.userId, actor.sessionVersion)))
        throw new CallerError(401, 'Your sessions have just ended; sign in again', { reason: 'token_invalid' });
      const orgOfProject = body.project_id ? await organizationOfProject(sql, actor, body.project_id) : null;
      if (orgOfProject && body.org_id && body.org_id !== orgOfProject) throw notFound('project');
      return insertNewKey(sql, {
        userId: actor.userId,
        orgId: orgOfProject ?? body.org_id ?? null,
        projectId: body.project_id ?? null,
        name: body.name,
        role: body.role || null,
        expiresAt: body.expires_at ? new Date(body.expires_at) : null,
      });
    });
  }

  page(actor: Actor, query: ApiKeysQuery): Promise<{ rows: ApiKeyView[]; total: number }> {
    const orgId = query.org_id;
    rejectLimitedKey(actor);
    if (orgId) actor.organization(orgId, 'admin');
    const owner = orgId ? { orgId } : { userId: actor.userId };
    return this.database.transaction('system', (sql) =>
      apiKeyPage(sql, { owner, q: query.q, active: query.active }, query),
    );
  }

  /** The caller's own key, or one limited to an organization that the caller administers. Idempotent. */
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

/** The caller has locked the user, or the organization of the account. @throws CallerError 409 where it has too many */
export async function insertNewKey(
  sql: Sql,
  owned: {
    userId: string;
    orgId: string | null;
    name: string;
    role: Role | null;
    expiresAt: Date | null;
    projectId: string | null;
  },
): Promise<ApiKeyView & { key: string }> {
  if ((await countUsableApiKeys(sql, owned.userId)) >= maxKeys)
    throw new CallerError(409, `A user can have at most ${maxKeys} active API keys; revoke one first`);
  const { key, hash, hint } = createApiKey();
  return { ...(await insertApiKey(sql, { id: newId(), ...owned, hash, hint })), key };
}

/** The organization of a project that the actor sees. @throws CallerError 404 */
export async function organizationOfProject(sql: Sql, actor: Actor, projectId: string): Promise<string> {
  return actor.authorize(await ownerOfProject(sql, projectId), 'project', 'viewer').org_id;
}

/** Otherwise a key could create one with more rights or a later expiry. */
export function rejectLimitedKey(actor: Actor): void {
  if (actor.hasLimitedKey)
    throw forbidden('An API key with limits (role, organization, expiry) cannot manage accounts and members');
}

/** For what goes on by itself: whoever limits a key in time expects that nothing of it lasts longer. */
export function rejectEndingKey(actor: Actor, outlasting: string): void {
  if (actor.keyEndsAt)
    throw forbidden(
      `${endOf(actor.keyEndsAt)}, and ${outlasting} would last longer. Use an API key without an end, or sign in`,
    );
}

/** @param end null: the link has none */
export function rejectEndAfterKey(actor: Actor, end: Date | null): void {
  if (!isWithinKey(actor, end))
    throw forbidden(
      `${endOf(actor.keyEndsAt!)}, and a link that it makes cannot end later: give an expires_at by then, or use an API key without an end, or sign in`,
    );
}

/** Whether the API key, where one is used, ends no sooner. */
export const isWithinKey = ({ keyEndsAt }: Actor, end: Date | null): boolean =>
  keyEndsAt === null || (end !== null && end.getTime() <= keyEndsAt.getTime());

const endOf = (end: Date): string => `This API key ends at ${end.toISOString()}`;
