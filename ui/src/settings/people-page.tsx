import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { accountTexts } from '../../texts.en/accounts.js';
import { post } from '../api.js';
import { useAttempt } from '../parts/attempt.js';
import { Card } from '../parts/card.js';
import { shortText } from '../parts/file-text.js';
import { FormDialog } from '../parts/form-dialog.js';
import { announce, Part, useLoaded } from '../parts/loaded.js';
import { loadTeams, type Team } from '../parts/team.js';
import { isAdmin, organization } from '../session.js';
import { GroupMappings } from './group-mappings.js';
import { LeaveButton } from './leaving.js';
import { loadMembers, MemberTable, type Member } from './members.js';
import { OnceShown } from './once-shown.js';
import { SettingsPage } from './settings-page.js';
import { changedLimit, teamFields } from './team-fields.js';

type Open = 'create' | 'add' | 'team' | { readonly teamsOf: Member } | Member | null;

/** Members of the organization with their roles, and its teams. */
export function PeoplePage(): JSX.Element {
  const orgId = organization.value!.id;
  const [open, setOpen] = useState<Open>(null);
  const [password, setPassword] = useState('');
  const members = useLoaded(() => loadMembers(orgId), [orgId]);
  const teams = useLoaded(() => loadTeams(orgId), [orgId]);
  /** Null: not loaded. */
  const known = teams.state.value.data;
  const { attempt, problem } = useAttempt();
  return (
    <SettingsPage at="people" actions={<LeaveButton />}>
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
            {(loaded) => (
              <>
                <MemberTable
                  members={loaded.members}
                  teams={known}
                  onTeams={(member) => setOpen({ teamsOf: member })}
                  onRole={(member, role) =>
                    attempt(
                      () =>
                        post('v1/organizations/updateMember', {
                          org_id: orgId,
                          user_id: member.id,
                          role,
                          updated_at: member.more?.changedAt,
                        }),
                      texts.people.changed(member.name),
                      members.again,
                    )
                  }
                  onRemove={setOpen}
                />
                {loaded.total > loaded.members.length && (
                  <p class="small soft">{texts.shownOf(loaded.members.length, loaded.total)}</p>
                )}
              </>
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
            {(rows) => (
              <ul class="lines">
                {rows.map(({ id, name, poc_name: contact }) => (
                  <li key={id}>
                    <span class="break">{shortText(name)}</span>
                    <span class="quiet">{shortText(contact)}</span>
                  </li>
                ))}
              </ul>
            )}
          </Part>
        </div>
      </Card>
      {isAdmin.value && known && <GroupMappings teams={known} onChanged={members.again} />}
      <PeopleDialog
        open={open}
        teams={known ?? []}
        onClose={() => setOpen(null)}
        onDone={(shown) => {
          // One that was not copied yet stays.
          if (shown) setPassword(shown);
          members.again();
          teams.again();
        }}
      />
    </SettingsPage>
  );
}

const idPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const roleField = { name: 'role', label: texts.people.columns.role, options: Object.entries(texts.roles) };

function PeopleDialog({
  open,
  teams,
  onClose,
  onDone,
}: {
  open: Open;
  teams: readonly Team[];
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
        fields={[
          { name: 'user', label: accountTexts.members.who, isRequired: true, hint: accountTexts.members.whoHint },
          roleField,
        ]}
        onClose={onClose}
        onSubmit={async ({ user = '', role }) => {
          const who = idPattern.test(user.trim()) ? { user_id: user.trim() } : { username: user.trim() };
          await post('v1/organizations/addMember', { ...who, role, org_id: orgId });
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
  if ('teamsOf' in open) return <TeamsDialog member={open.teamsOf} {...{ teams, onClose, onDone }} />;
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

function TeamsDialog({
  member: { id, name, more },
  teams,
  onClose,
  onDone,
}: {
  member: Member;
  teams: readonly Team[];
  onClose: () => void;
  onDone: (password: string) => void;
}): JSX.Element {
  const orgId = organization.value!.id;
  return (
    <FormDialog
      title={accountTexts.members.teamsOf(shortText(name))}
      action={texts.sbom.edit.save}
      fields={teamFields(teams, more?.teamIds ?? null)}
      onClose={onClose}
      onSubmit={async (values) => {
        const limit = changedLimit(values, teams, more?.teamIds ?? null);
        await post('v1/organizations/updateMember', {
          org_id: orgId,
          user_id: id,
          updated_at: more?.changedAt,
          ...limit,
        });
        announce(accountTexts.members.teamsChanged(name));
        onDone('');
      }}
    />
  );
}
