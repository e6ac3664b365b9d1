import { Injectable } from '@nestjs/common';
import { notFound } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import type { Actor } from '../access/actor.js';
import type { Role } from '../access/roles.js';
import { insertTeam } from '../teams/teams.repository.js';
import { userById } from '../users/users.repository.js';
import { addMembership } from './members.service.js';
import { insertOrganization, organizationPage, type OrganizationView } from './organizations.repository.js';

/** Item of Get Own Organizations (specification, "Organization membership"). */
export interface OwnOrganization {
  readonly organization: OrganizationView;
  readonly user_id: string;
  readonly role: Role;
}

@Injectable()
export class OrganizationsService {
  constructor(private readonly database: Database) {}

  async ownOrganizations(
    actor: Actor,
    paging: { offset: number; limit: number },
  ): Promise<{ rows: OwnOrganization[]; total: number }> {
    const roles = new Map(actor.memberships.map(({ orgId, role }) => [orgId, role]));
    const organizations = await this.database.transaction(actor.tenancy, (sql) =>
      organizationPage(sql, [...roles.keys()], paging),
    );
    const rows = organizations.map((organization) => ({
      organization,
      user_id: actor.userId,
      role: roles.get(organization.id)!,
    }));
    return { rows, total: roles.size };
  }

  create(actor: Actor, name: string, adminUserId: string | null): Promise<OrganizationView> {
    return this.database.transaction('system', async (sql) => {
      const admin = adminUserId ?? actor.userId;
      if (!(await userById(sql, admin))) throw notFound('user');
      const { orgId } = await createOrganization(sql, name, admin);
      const [organization] = await organizationPage(sql, [orgId], { offset: 0, limit: 1 });
      return organization!;
    });
  }
}

/** A new organization with its first administrator and its default team. */
export async function createOrganization(
  sql: Sql,
  name: string,
  adminUserId: string,
): Promise<{ orgId: string; teamId: string }> {
  const orgId = newId();
  const teamId = newId();
  await insertOrganization(sql, { id: orgId, name });
  await addMembership(sql, { orgId, userId: adminUserId }, 'admin', null);
  await insertTeam(sql, { id: teamId, orgId, name, isDefault: true, pocName: '', pocEmail: '' });
  return { orgId, teamId };
}
