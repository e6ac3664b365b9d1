import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import {
  deleteUnmappedMembers,
  deleteUnmappedTeams,
  insertMappedMembers,
  insertMappedTeams,
  keepTeamsOfHand,
  lockMappedOrganizations,
  missingTeams,
  updateMappedMembers,
  updateMappedTeams,
  type GroupScope,
  type OrganizationUser,
} from './group-access.repository.js';

/**
 * Brings memberships in line with what groups give. Only what groups gave before is changed or taken away; the last
 * administrator of an organization stays.
 *
 * @param scope whose rights: null stands for all
 * @returns the users whose rights changed, by organization
 */
export async function applyGroups(sql: Sql, scope: GroupScope): Promise<Map<string, string[]>> {
  await lockMappedOrganizations(sql, scope);
  const changes: OrganizationUser[] = [
    ...(await insertMappedMembers(sql, scope)),
    ...(await keepTeamsOfHand(sql, scope)),
    ...(await updateMappedMembers(sql, scope)),
    ...(await deleteUnmappedMembers(sql, scope)),
    ...(await deleteUnmappedTeams(sql, scope)),
    ...(await updateMappedTeams(sql, scope)),
  ];
  const missing = await missingTeams(sql, scope);
  if (missing.length > 0)
    await insertMappedTeams(
      sql,
      missing.map((row) => ({ ...row, id: newId() })),
    );
  const users = new Map<string, Set<string>>();
  for (const { org_id, user_id } of [...changes, ...missing])
    users.set(org_id, (users.get(org_id) ?? new Set()).add(user_id));
  return new Map([...users].map(([orgId, ids]) => [orgId, [...ids]]));
}
