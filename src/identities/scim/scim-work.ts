import { Injectable } from '@nestjs/common';
import { CallerError } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { tooManyRequests } from '../../platform/http/load-shedding.middleware.js';
import { Quotas } from '../../platform/http/quotas.js';
import { AuditTrail, type RequestOrigin } from '../../organizations/audit/audit-trail.js';
import { applyGroups } from '../groups/group-access.js';
import { hasOtherAdmin, lockOrganization } from '../../organizations/members/organizations.repository.js';
import { endSessions } from '../../organizations/users/users.repository.js';
import type { ScimTokenRow } from './scim-tokens.repository.js';
import { isAdministrator, isNeededElsewhere, revokeKeysOf } from './scim-users.repository.js';
import { versionOf } from './scim-answers.js';

/** Who provisions, and from where. */
export interface ScimCaller {
  readonly token: ScimTokenRow;
  readonly origin: RequestOrigin;
  readonly ifMatch: string | null;
}

/** What the services of users and groups have in common. */
@Injectable()
export class ScimWork {
  constructor(
    private readonly database: Database,
    private readonly auditTrail: AuditTrail,
    private readonly quotas: Quotas,
  ) {}

  charge({ org_id }: ScimTokenRow): void {
    const seconds = this.quotas.requests.tryTake(`organization ${org_id}`);
    if (seconds > 0) throw tooManyRequests(seconds);
  }

  read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.database.transaction('system', work);
  }

  /** As the service, because accounts are hidden from tenants' work; every query names the organization. */
  change<T>(
    caller: ScimCaller,
    action: string,
    work: (sql: Sql) => Promise<{ result: T; objects: string[] }>,
  ): Promise<T> {
    const { token, origin } = caller;
    return this.database.transaction('system', async (sql) => {
      // One after the other: two requests at once may name the same user or group.
      await lockOrganization(sql, token.org_id);
      const { result, objects } = await work(sql);
      await this.auditTrail.recordProvisioning(sql, token, { action: `scim/${action}`, objects, origin });
      return result;
    });
  }

  /** Brings memberships in line. @param users null: of the whole organization */
  async applyGroups(sql: Sql, { token, origin }: ScimCaller, users: readonly string[] | null): Promise<void> {
    const changed = await applyGroups(sql, { userIds: users, orgId: token.org_id });
    const objects = changed.get(token.org_id) ?? [];
    if (objects.length > 0)
      await this.auditTrail.recordProvisioning(sql, token, { action: 'organizations/applyGroups', objects, origin });
  }

  /** @throws CallerError 409: nobody could manage the organization */
  async rejectLastAdmin(sql: Sql, orgId: string, userId: string): Promise<void> {
    if (!(await isAdministrator(sql, orgId, userId)) || (await hasOtherAdmin(sql, { orgId, userId }))) return;
    throw new CallerError(409, 'This is the last administrator of the organization; make another one first');
  }

  /**
   * Keys: all of an account that is this organization's own, of others those bound to it. Sessions end, unless others
   * need the account too: then they see nothing here from the next request on.
   */
  async endAccess(sql: Sql, orgId: string, user: { id: string; is_own: boolean }): Promise<void> {
    if (!(await isNeededElsewhere(sql, orgId, user.id))) await endSessions(sql, user.id);
    await revokeKeysOf(sql, { userId: user.id, orgId: user.is_own ? null : orgId });
  }
}

/** @throws CallerError 412 */
export function requireVersion(row: { updated_at: Date }, ifMatch: string | null): void {
  if (ifMatch === null || ifMatch.split(',').some((tag) => ['*', versionOf(row)].includes(tag.trim()))) return;
  throw new CallerError(412, 'It was changed after you read it; read it again');
}
