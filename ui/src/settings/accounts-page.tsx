import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { number, texts } from '../../texts.en.js';
import { accountTexts as words } from '../../texts.en/accounts.js';
import { get, post, type Data } from '../api.js';
import { Card } from '../parts/card.js';
import { shortText } from '../parts/file-text.js';
import { FormDialog, type Field } from '../parts/form-dialog.js';
import { announce, Part, useLoaded } from '../parts/loaded.js';
import { Mark } from '../parts/marks.js';
import { Table } from '../parts/table.js';
import { loadTeams, type Team } from '../parts/team.js';
import { organization } from '../session.js';
import { AccountKeys } from './account-keys.js';
import { ForAdmins, SettingsPage } from './settings-page.js';
import { changedLimit, teamFields, teamIdsOf, teamText, withoutTeams } from './team-fields.js';
import { TrustRules } from './trust-rules.js';

export type ServiceAccount = Data<'GET v1/serviceAccounts/getServiceAccounts'>[number];

const maxAccounts = 1_000;

/** Accounts for pipelines, their keys, and those that come in without a stored one. */
export function AccountsPage(): JSX.Element {
  return (
    <SettingsPage at="accounts">
      <p class="soft">{words.note}</p>
      <ForAdmins>
        <Accounts />
      </ForAdmins>
    </SettingsPage>
  );
}

type Open = { readonly what: 'create' | 'edit' | 'remove'; readonly account: ServiceAccount | null };

function Accounts(): JSX.Element {
  const orgId = organization.value!.id;
  const [open, setOpen] = useState<Open | null>(null);
  const loaded = useLoaded(async () => {
    const [accounts, teams] = await Promise.all([
      get('v1/serviceAccounts/getServiceAccounts', { org_id: orgId, limit: maxAccounts }),
      loadTeams(orgId),
    ]);
    return { accounts: accounts.data, total: accounts.meta.total_count, teams };
  }, [orgId]);
  return (
    <Part of={loaded}>
      {({ accounts, total, teams }) => (
        <>
          <Card title={texts.settings.accounts}>
            <div class="stack">
              <div class="row">
                <button type="button" class="b s" onClick={() => setOpen({ what: 'create', account: null })}>
                  {words.create}
                </button>
              </div>
              {accounts.length === 0 ? (
                <p class="soft">{words.none}</p>
              ) : (
                <div class="scroll-x">
                  <AccountTable accounts={accounts} teams={teams} onOpen={setOpen} />
                </div>
              )}
              {total > accounts.length && <p class="small soft">{texts.shownOf(accounts.length, total)}</p>}
            </div>
          </Card>
          <AccountKeys accounts={accounts} onMade={loaded.again} />
          <TrustRules accounts={accounts} />
          {open && <AccountDialog open={open} teams={teams} onClose={() => setOpen(null)} onDone={loaded.again} />}
        </>
      )}
    </Part>
  );
}

interface TableProperties {
  readonly accounts: readonly ServiceAccount[];
  readonly teams: readonly Team[];
  readonly onOpen: (open: Open) => void;
}

function AccountTable({ accounts, teams, onOpen }: TableProperties): JSX.Element {
  const { columns } = words;
  return (
    <Table
      label={texts.settings.accounts}
      rows={accounts}
      keyOf={({ id }) => id}
      columns={[
        {
          title: columns.name,
          cell: ({ name, username }) => (
            <>
              {shortText(name)}
              <span class="sub mono break">{shortText(username, 80)}</span>
            </>
          ),
        },
        { title: columns.role, cell: ({ role }) => texts.roles[role] ?? role },
        { title: columns.teams, cell: ({ team_ids: ids }) => teamText(ids, teams) },
        { title: columns.keys, isNumber: true, cell: ({ key_count: count }) => number(count) },
        {
          title: columns.state,
          cell: ({ disabled }) => (
            <Mark kind={disabled ? 'pending' : 'passed'}>{disabled ? words.states.disabled : words.states.active}</Mark>
          ),
        },
        {
          title: columns.used,
          cell: ({ last_active_at: at }) => (at ? texts.ago(at) : <span class="quiet">{words.neverUsed}</span>),
        },
        {
          title: columns.actions,
          cell: (account) => (
            <span class="row wrap">
              {(['edit', 'remove'] as const).map((what) => (
                <button
                  key={what}
                  type="button"
                  class="b s"
                  aria-label={`${words[what]}: ${shortText(account.name)}`}
                  onClick={() => onOpen({ what, account })}
                >
                  {words[what]}
                </button>
              ))}
            </span>
          ),
        },
      ]}
    />
  );
}

interface DialogProperties {
  readonly open: Open;
  readonly teams: readonly Team[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const fieldsOf = (account: ServiceAccount | null, teams: readonly Team[]): readonly Field[] => [
  {
    name: 'name',
    label: words.columns.name,
    isRequired: true,
    value: account?.name ?? '',
    hint: words.nameHint,
  },
  {
    name: 'role',
    label: words.columns.role,
    options: Object.entries(texts.roles),
    value: account?.role ?? 'member',
  },
  ...teamFields(teams, account?.team_ids?.map(String) ?? null),
  ...(account
    ? [{ name: 'disabled', label: words.isDisabled, type: 'check' as const, value: String(account.disabled) }]
    : []),
];

function AccountDialog({ open: { what, account }, teams, onClose, onDone }: DialogProperties): JSX.Element {
  const orgId = organization.value!.id;
  const name = shortText(account?.name ?? '');
  if (what === 'remove')
    return (
      <FormDialog
        title={words.removeTitle(name)}
        note={words.removeNote}
        action={words.remove}
        fields={[]}
        onClose={onClose}
        onSubmit={() => post('v1/serviceAccounts/deleteServiceAccount', { id: account!.id }).then(onDone)}
      />
    );
  return (
    <FormDialog
      title={account ? words.editTitle(name) : words.create}
      action={account ? texts.sbom.edit.save : words.create}
      fields={fieldsOf(account, teams)}
      onClose={onClose}
      onSubmit={async (values) => {
        const { disabled, ...rest } = withoutTeams(values);
        if (account) {
          const { id, updated_at: at } = account;
          const limit = changedLimit(values, teams, account.team_ids?.map(String) ?? null);
          const body = { ...rest, ...limit, id, disabled: disabled === 'true', updated_at: at };
          await post('v1/serviceAccounts/updateServiceAccount', body);
          announce(words.changed);
        } else {
          const body = { ...rest, team_ids: teamIdsOf(values), org_id: orgId };
          await post('v1/serviceAccounts/createServiceAccount', body);
        }
        onDone();
      }}
    />
  );
}
