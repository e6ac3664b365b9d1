import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { get, post } from '../api.js';
import { useAttempt } from '../parts/attempt.js';
import { Card } from '../parts/card.js';
import { shortText } from '../parts/file-text.js';
import { FormDialog } from '../parts/form-dialog.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { Table } from '../parts/table.js';
import { isAdmin, organization, viewer } from '../session.js';
import { OnceShown } from './once-shown.js';
import { SettingsPage } from './settings-page.js';

interface Member {
  readonly id: string;
  readonly name: string;
  readonly role: string;
}

const maxNames = 1_000;

async function loadMembers(orgId: string): Promise<readonly Member[]> {
  const { data } = await get('v1/organizations/getOwnOrganizations', { limit: maxNames });
  const own = data.find((one) => one.organization.id === orgId)?.organization;
  const members = own?.members ?? [];
  if (members.length === 0) return [];
  const names = await post('v1/users/getUserNames', { ids: members.map(({ user_id }) => user_id).slice(0, maxNames) });
  const byId = new Map(names.data.map(({ id, name }) => [id, name]));
  return members.map(({ user_id: id, role }) => ({ id, role, name: byId.get(id) ?? id }));
}

type Open = 'create' | 'add' | 'team' | Member | null;

/** Members of the organization with their roles, and its teams. */
export function PeoplePage(): JSX.Element {
  const orgId = organization.value!.id;
  const [open, setOpen] = useState<Open>(null);
  const [password, setPassword] = useState('');
  const members = useLoaded(() => loadMembers(orgId), [orgId]);
  const teams = useLoaded(() => get('v1/teams/getTeams', { limit: maxNames }), [orgId]);
  const { attempt, problem } = useAttempt();
  return (
    <SettingsPage at="people">
      {password && <OnceShown title={texts.people.password} value={password} onClose={() => setPassword('')} />}
      {problem}
      {!isAdmin.value && <p class="soft">{texts.settings.adminsOnly(organization.value!.role)}</p>}
      <Card title={texts.people.members}>
        <div class="stack">
          {isAdmin.value && (
            <div class="row wrap">
              <button type="button" class="b s" onClick={() => setOpen('create')}>
                {texts.people.create}
              </button>
              <button type="button" class="b s" onClick={() => setOpen('add')}>
                {texts.people.add}
              </button>
            </div>
          )}
          <Part of={members}>
            {(rows) => (
              <MemberTable
                members={rows}
                onRole={(member, role) =>
                  attempt(
                    () => post('v1/organizations/updateMember', { org_id: orgId, user_id: member.id, role }),
                    texts.people.changed(member.name),
                    members.again,
                  )
                }
                onRemove={setOpen}
              />
            )}
          </Part>
        </div>
      </Card>
      <Card title={texts.teams.title}>
        <div class="stack">
          {isAdmin.value && (
            <div class="row">
              <button type="button" class="b s" onClick={() => setOpen('team')}>
                {texts.teams.create}
              </button>
            </div>
          )}
          <Part of={teams}>
            {({ data }) => (
              <ul class="lines">
                {data
                  .filter((team) => team.org_id === orgId)
                  .map(({ id, name, poc_name: contact }) => (
                    <li key={id}>
                      <span>{shortText(name)}</span>
                      <span class="quiet">{shortText(contact)}</span>
                    </li>
                  ))}
              </ul>
            )}
          </Part>
        </div>
      </Card>
      <PeopleDialog
        open={open}
        onClose={() => setOpen(null)}
        onDone={(shown) => {
          setPassword(shown);
          members.again();
          teams.again();
        }}
      />
    </SettingsPage>
  );
}

interface TableProperties {
  readonly members: readonly Member[];
  readonly onRole: (member: Member, role: string) => void;
  readonly onRemove: (member: Member) => void;
}

function MemberTable({ members, onRole, onRemove }: TableProperties): JSX.Element {
  const { columns } = texts.people;
  const mayChangeRole = ({ id }: Member): boolean => isAdmin.value && id !== viewer.value?.id;
  return (
    <Table
      label={texts.people.members}
      rows={members}
      keyOf={({ id }) => id}
      columns={[
        { title: columns.name, cell: ({ name }) => shortText(name) },
        {
          title: columns.role,
          cell: (member) =>
            mayChangeRole(member) ? (
              <select
                class="input s role"
                aria-label={texts.people.roleOf(shortText(member.name))}
                value={member.role}
                onChange={(event) => onRole(member, event.currentTarget.value)}
              >
                {Object.entries(texts.roles).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            ) : (
              (texts.roles[member.role] ?? member.role)
            ),
        },
        {
          title: columns.actions,
          cell: (member) =>
            mayChangeRole(member) && (
              <button
                type="button"
                class="b s"
                aria-label={texts.people.removeTitle(shortText(member.name))}
                onClick={() => onRemove(member)}
              >
                {texts.people.remove}
              </button>
            ),
        },
      ]}
    />
  );
}

const roleField = { name: 'role', label: texts.people.columns.role, options: Object.entries(texts.roles) };

function PeopleDialog({
  open,
  onClose,
  onDone,
}: {
  open: Open;
  onClose: () => void;
  /** Takes the first password, where one was made. */
  onDone: (password: string) => void;
}): JSX.Element | null {
  const orgId = organization.value!.id;
  if (open === null) return null;
  if (open === 'create')
    return (
      <FormDialog
        key={open}
        title={texts.people.create}
        note={texts.people.createNote}
        action={texts.people.create}
        fields={[
          { name: 'username', label: texts.signIn.user, isRequired: true },
          { name: 'email', label: texts.people.email, type: 'email', isRequired: true },
          roleField,
        ]}
        onClose={onClose}
        onSubmit={async (values) => {
          const { data } = await post('v1/users/createUser', { ...values, org_id: orgId });
          onDone(data.password ?? '');
        }}
      />
    );
  if (open === 'add')
    return (
      <FormDialog
        key={open}
        title={texts.people.add}
        action={texts.people.add}
        fields={[{ name: 'username', label: texts.signIn.user, isRequired: true }, roleField]}
        onClose={onClose}
        onSubmit={async (values) => {
          await post('v1/organizations/addMember', { ...values, org_id: orgId });
          onDone('');
        }}
      />
    );
  if (open === 'team')
    return (
      <FormDialog
        key={open}
        title={texts.teams.create}
        action={texts.teams.create}
        fields={[
          { name: 'name', label: texts.people.columns.name, isRequired: true },
          { name: 'poc_name', label: texts.teams.contact },
          { name: 'poc_email', label: texts.people.email, type: 'email' },
        ]}
        onClose={onClose}
        onSubmit={async (values) => {
          await post('v1/teams/createTeam', { ...values, org_id: orgId });
          onDone('');
        }}
      />
    );
  return (
    <FormDialog
      title={texts.people.removeTitle(shortText(open.name))}
      note={texts.people.removeNote}
      action={texts.people.remove}
      fields={[]}
      onClose={onClose}
      onSubmit={async () => {
        await post('v1/organizations/removeMember', { org_id: orgId, user_id: open.id });
        onDone('');
      }}
    />
  );
}
