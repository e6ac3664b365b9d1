import type { JSX } from 'preact';
import { texts } from '../../texts.en.js';
import { accountTexts } from '../../texts.en/accounts.js';
import { get, post } from '../api.js';
import { shortText } from '../parts/file-text.js';
import { Table, type Column } from '../parts/table.js';
import type { Team } from '../parts/team.js';
import { isAdmin, viewer } from '../session.js';
import { teamText } from './team-fields.js';

const words = accountTexts.members;

export interface Member {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  /** What administrators see besides; null: the viewer is none. */
  readonly more: {
    readonly email: string;
    readonly teamIds: readonly string[] | null;
    readonly byGroups: boolean;
    readonly disabled: boolean;
    /** The identity provider has taken the access away. */
    readonly suspended: boolean;
    readonly seenAt: string | null;
    /** A change that rests on what was read then is refused where the member has changed since. */
    readonly changedAt: string;
  } | null;
}

interface Members {
  readonly members: readonly Member[];
  readonly total: number;
}

const maxNames = 1_000;

/** Persons of the organization; those who are no administrators see names and roles. */
export const loadMembers = (orgId: string): Promise<Members> => (isAdmin.value ? loadAll(orgId) : loadNames(orgId));

async function loadAll(orgId: string): Promise<Members> {
  const { data, meta } = await get('v1/organizations/getMembers', { org_id: orgId, kind: 'person', limit: maxNames });
  const members = data.map(({ user_id: id, username: name, role, email, ...rest }): Member => ({
    id,
    name,
    role,
    more: {
      email,
      byGroups: rest.by_groups,
      disabled: rest.disabled,
      suspended: rest.suspended,
      seenAt: rest.last_active_at,
      changedAt: rest.updated_at,
      teamIds: rest.team_ids?.map(String) ?? null,
    },
  }));
  return { members, total: meta.total_count };
}

async function loadNames(orgId: string): Promise<Members> {
  const { data } = await get('v1/organizations/getOwnOrganizations', { limit: maxNames });
  const own = data.find((one) => one.organization.id === orgId)?.organization;
  const members = (own?.members ?? []).slice(0, maxNames);
  if (members.length === 0) return { members: [], total: 0 };
  const names = await post('v1/users/getUserNames', { ids: members.map(({ user_id }) => user_id) });
  const byId = new Map(names.data.map(({ id, name }) => [id, name]));
  return {
    members: members.map(({ user_id: id, role }) => ({ id, role, name: byId.get(id) ?? id, more: null })),
    total: own?.members?.length ?? 0,
  };
}

interface TableProperties {
  readonly members: readonly Member[];
  /** Null: not loaded. */
  readonly teams: readonly Team[] | null;
  readonly onRole: (member: Member, role: string) => void;
  readonly onTeams: (member: Member) => void;
  readonly onRemove: (member: Member) => void;
}

export function MemberTable({ members, teams, onRole, onTeams, onRemove }: TableProperties): JSX.Element {
  const { columns } = texts.people;
  const forAdmins: readonly Column<Member>[] = [
    { title: words.columns.teams, cell: ({ more }) => more && teamText(more.teamIds, teams) },
    { title: words.columns.seen, cell: ({ more }) => more && (more.seenAt ? texts.ago(more.seenAt) : words.never) },
  ];
  return (
    <Table
      label={texts.people.members}
      rows={members}
      keyOf={({ id }) => id}
      columns={[
        { title: columns.name, cell: (member) => <Who of={member} /> },
        { title: columns.role, cell: (member) => <Role of={member} onRole={onRole} /> },
        ...(isAdmin.value ? forAdmins : []),
        {
          title: columns.actions,
          cell: (member) =>
            isOther(member) && (
              <span class="row wrap">
                {teams && teams.length > 1 && !member.more?.byGroups && (
                  <button
                    type="button"
                    class="b s"
                    aria-label={words.teamsOf(shortText(member.name))}
                    onClick={() => onTeams(member)}
                  >
                    {words.teams}
                  </button>
                )}
                <button
                  type="button"
                  class="b s"
                  aria-label={texts.people.removeTitle(shortText(member.name))}
                  onClick={() => onRemove(member)}
                >
                  {texts.people.remove}
                </button>
              </span>
            ),
        },
      ]}
    />
  );
}

/** Nobody takes rights from himself by mistake. */
const isOther = ({ id }: Member): boolean => isAdmin.value && id !== viewer.value?.id;

const Who = ({ of: { name, more } }: { of: Member }): JSX.Element => (
  <>
    {shortText(name)}
    {more && more.email !== '' && more.email !== name && <span class="sub break">{shortText(more.email, 80)}</span>}
    {more?.disabled && <span class="sub">{words.disabled}</span>}
    {more?.suspended && <span class="sub">{words.suspended}</span>}
  </>
);

function Role({ of: member, onRole }: { of: Member; onRole: (member: Member, role: string) => void }): JSX.Element {
  const { name, role, more } = member;
  if (!isOther(member) || more?.byGroups)
    return (
      <>
        {texts.roles[role] ?? role}
        {more?.byGroups && <span class="sub">{words.byGroups}</span>}
      </>
    );
  return (
    <select
      class="input s role"
      aria-label={texts.people.roleOf(shortText(name))}
      value={role}
      onChange={(event) => onRole(member, event.currentTarget.value)}
    >
      {Object.entries(texts.roles).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
