import { orderBy, type ListPage, type Orders } from '../../platform/database/order-by.js';
import { countOf, pageOf } from '../../platform/database/page.js';
import type { Sql } from '../../platform/database/sql.js';
import type { Role } from '../../organizations/access/roles.js';

export interface GroupMappingRow {
  readonly id: string;
  readonly org_id: string;
  readonly group: string;
  readonly role: Role;
  readonly team_id: string | null;
  readonly created_at: Date;
}

const columns = 'id, org_id, group_name AS "group", role, team_id, created_at';

/** Null: there is one of the group for the same place. */
export const insertGroupMapping = (
  sql: Sql,
  mapping: Omit<GroupMappingRow, 'created_at'>,
): Promise<GroupMappingRow | null> =>
  sql.one(
    `INSERT INTO group_mappings (id, org_id, group_name, role, team_id)
     VALUES ($id, $org_id, $group, $role, $team_id) ON CONFLICT DO NOTHING RETURNING ${columns}`,
    {
      id: mapping.id,
      org_id: mapping.org_id,
      group: mapping.group,
      role: mapping.role,
      team_id: mapping.team_id,
    },
  );

export const findGroupMapping = (sql: Sql, id: string): Promise<GroupMappingRow | null> =>
  sql.one(`SELECT ${columns} FROM group_mappings WHERE id = $id`, { id });

export const deleteGroupMapping = (sql: Sql, id: string): Promise<number> =>
  sql.run('DELETE FROM group_mappings WHERE id = $id', { id });

export const groupMappingOrders: Orders = { group: 'group_name', created_at: 'id' };

const ofOrganization = 'group_mappings WHERE org_id = $orgId';

export async function groupMappingPage(
  sql: Sql,
  orgId: string,
  page: ListPage,
): Promise<{ rows: GroupMappingRow[]; total: number }> {
  const order = orderBy(groupMappingOrders, page.sort, 'group_name, id');
  return pageOf(sql, { columns, from: ofOrganization, order }, { orgId }, page);
}

export const countGroupMappings = (sql: Sql, orgId: string): Promise<number> => countOf(sql, ofOrganization, { orgId });

export const hasGroupMappings = async (sql: Sql): Promise<boolean> =>
  (await sql.one('SELECT FROM group_mappings LIMIT 1')) !== null;

/** The groups that the provider has given the user at this sign-in. */
export async function replaceUserGroups(sql: Sql, userId: string, groups: readonly string[]): Promise<void> {
  await sql.run('DELETE FROM user_groups WHERE user_id = $userId AND group_name <> ALL ($groups::text[])', {
    userId,
    groups,
  });
  await sql.run(
    'INSERT INTO user_groups (user_id, group_name) SELECT $userId, unnest($groups::text[]) ON CONFLICT DO NOTHING',
    { userId, groups },
  );
}
