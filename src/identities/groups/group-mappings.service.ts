import { rejectLimitedKey } from '../../organizations/users/api-keys.service.js';
import type { ListPage } from '../../platform/database/order-by.js';
import { Injectable } from '@nestjs/common';
import { CallerError, notFound } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import type { Actor } from '../../organizations/access/actor.js';
import { AuditTrail, type LoginMethod, type RequestOrigin } from '../../organizations/audit/audit-trail.js';
import { lockOrganization, unknownTeams } from '../../organizations/members/organizations.repository.js';
import { requireVisibleOrganization } from '../../organizations/members/visible-organization.js';
import { applyGroups } from './group-access.js';
import type { GroupScope } from './group-access.repository.js';
import type { CreateGroupMappingBody } from './group-mappings.dto.js';
import {
  countGroupMappings,
  deleteGroupMapping,
  findGroupMapping,
  groupMappingPage,
  hasGroupMappings,
  insertGroupMapping,
  replaceUserGroups,
} from './group-mappings.repository.js';
import type { GroupMappingView } from './group-mappings.view.js';

const maxMappings = 1_000;

/** Groups of the sign-in provider, and what organizations give them (docs/adr/0035-people.md). */
@Injectable()
export class GroupMappingsService {
  constructor(
    private readonly database: Database,
    private readonly auditTrail: AuditTrail,
  ) {}

  async create(actor: Actor, body: CreateGroupMappingBody, origin: RequestOrigin): Promise<GroupMappingView> {
    // Otherwise a key could make members who stay when it has ended.
    rejectLimitedKey(actor);
    actor.organization(body.org_id);
    await requireVisibleOrganization(this.database, actor, body.org_id);
    // As the service, because accounts are hidden from tenants' work; every query names the organization.
    return this.database.transaction('system', async (sql) => {
      await lockOrganization(sql, body.org_id);
      const team = body.team_id ?? null;
      if (team !== null && (await unknownTeams(sql, body.org_id, [team])).length > 0) throw notFound('team');
      if ((await countGroupMappings(sql, body.org_id)) >= maxMappings)
        throw new CallerError(409, `The organization already has ${maxMappings} group mappings; delete one first`);
      const { org_id, group, role } = body;
      const row = await insertGroupMapping(sql, { id: newId(), org_id, group, role, team_id: team });
      if (!row) throw new CallerError(409, 'The group is mapped to this place already; delete that mapping first');
      await this.apply(sql, actor, origin, { userIds: null, orgId: org_id });
      return row;
    });
  }

  page(actor: Actor, orgId: string, paging: ListPage): Promise<{ rows: GroupMappingView[]; total: number }> {
    actor.organization(orgId);
    return this.database.transaction(actor.tenancy, (sql) => groupMappingPage(sql, orgId, paging));
  }

  async delete(actor: Actor, id: string, origin: RequestOrigin): Promise<void> {
    rejectLimitedKey(actor);
    const found = await this.database.transaction(actor.tenancy, (sql) => findGroupMapping(sql, id));
    // A mapping of a team is the organization's all the same.
    const { org_id: orgId } = actor.authorize(found && { org_id: found.org_id }, 'group mapping');
    return this.database.transaction('system', async (sql) => {
      if ((await deleteGroupMapping(sql, id)) === 0) throw notFound('group mapping');
      await this.apply(sql, actor, origin, { userIds: null, orgId });
    });
  }

  /**
   * At a sign-in, with the groups that the provider has given.
   *
   * @param groups null: the provider did not say
   * @throws CallerError 401 if they are needed and not known
   */
  async refresh(
    user: { id: string; username: string },
    groups: readonly string[] | null,
    { origin, via }: { origin: RequestOrigin; via: LoginMethod },
  ): Promise<void> {
    if (groups === null) {
      if (!(await this.database.transaction('system', hasGroupMappings))) return;
      await this.auditTrail.recordLogin(user, origin, { outcome: 'refused', via });
      throw groupsUnknown();
    }
    await this.database.transaction('system', async (sql) => {
      await replaceUserGroups(sql, user.id, groups);
      const by = { userId: user.id, username: user.username, via: 'outside' } as const;
      await this.apply(sql, by, origin, { userIds: [user.id], orgId: null });
    });
  }

  private async apply(
    sql: Sql,
    by: Pick<Actor, 'userId' | 'username' | 'via'>,
    origin: RequestOrigin,
    scope: GroupScope,
  ): Promise<void> {
    for (const [orgId, users] of await applyGroups(sql, scope))
      await this.auditTrail.recordGroups(sql, by, { orgId, users, origin });
  }
}

const groupsUnknown = (): CallerError =>
  new CallerError(
    401,
    'The sign-in provider does not say which groups you are in. Let it send fewer groups (those of this application), or empty OIDC_GROUPS_CLAIM',
    { reason: 'groups_unknown' },
  );
