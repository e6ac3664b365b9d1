import type { Sql } from '../../platform/database/sql.js';
import type { Role } from '../access/roles.js';

export interface OrganizationView {
  readonly id: string;
  readonly name: string;
  readonly members: { user_id: string; role: Role }[];
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deleted_at: Date | null;
}

const members = `coalesce((
  SELECT json_agg(json_build_object('user_id', m.user_id, 'role', m.role) ORDER BY m.created_at, m.user_id)
  FROM memberships m WHERE m.org_id = o.id), '[]') AS members`;

const shown = 'o.id, o.name, o.created_at, o.updated_at, o.deleted_at';

/** The organizations of the list with their members, the oldest first. */
export const organizationPage = (
  sql: Sql,
  orgIds: readonly string[],
  paging: { offset: number; limit: number },
): Promise<OrganizationView[]> =>
  sql.query(
    `SELECT ${shown}, ${members} FROM organizations o WHERE o.id = ANY ($orgIds::uuid[]) ORDER BY o.id OFFSET $offset LIMIT $limit`,
    { orgIds, offset: paging.offset, limit: paging.limit },
  );

export const insertOrganization = (sql: Sql, organization: { id: string; name: string }): Promise<number> =>
  sql.run('INSERT INTO organizations (id, name) VALUES ($id, $name)', { id: organization.id, name: organization.name });
