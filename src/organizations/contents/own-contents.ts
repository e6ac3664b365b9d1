import { countRows, ownerParameters, type ContentsRule } from './contents-registry.js';

const usersOfTeam = 'team_users WHERE org_id = $orgId AND team_id = $teamId';
const membersOfOrganization = 'memberships WHERE org_id = $orgId AND $teamId::uuid IS NULL';
const isLiveKey = 'org_id = $orgId AND revoked_at IS NULL';
const liveKeys = `api_keys WHERE ${isLiveKey} AND $teamId::uuid IS NULL`;

const isServiceAccount = 'service_org_id = $orgId AND deleted_at IS NULL';

/** Teams, members, service accounts and API keys. */
export const ownContents: readonly ContentsRule[] = [
  {
    name: 'teams',
    count: (sql, owner) =>
      countRows(sql, owner, 'teams WHERE org_id = $orgId AND $teamId::uuid IS NULL AND deleted_at IS NULL'),
    remove: (sql, owner) =>
      sql.run(
        `UPDATE teams SET deleted_at = now(), updated_at = now()
         WHERE org_id = $orgId AND $teamId::uuid IS NULL AND deleted_at IS NULL`,
        ownerParameters(owner),
      ),
  },
  {
    name: 'members',
    count: (sql, owner) => countRows(sql, owner, owner.teamId === null ? membersOfOrganization : usersOfTeam),
    remove: (sql, owner) =>
      sql.run(`DELETE FROM ${owner.teamId === null ? membersOfOrganization : usersOfTeam}`, ownerParameters(owner)),
  },
  {
    // The accounts of service accounts, which count among the members.
    name: null,
    count: () => Promise.resolve(0),
    remove: (sql, { orgId, teamId }) =>
      teamId === null
        ? sql.run(`UPDATE users SET deleted_at = now() WHERE ${isServiceAccount}`, { orgId })
        : Promise.resolve(),
  },
  {
    name: 'api_keys',
    // Tenants' work has no access to the table, and keys are of no team.
    count: (sql, owner) => (owner.teamId === null ? countRows(sql, owner, liveKeys) : Promise.resolve(0)),
    remove: (sql, { orgId, teamId }) =>
      teamId === null
        ? sql.run(`UPDATE api_keys SET revoked_at = now() WHERE ${isLiveKey}`, { orgId })
        : Promise.resolve(),
  },
];
