import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { get, post, type Data } from '../api.js';
import { shortText } from '../parts/file-text.js';
import { FormDialog } from '../parts/form-dialog.js';
import { List, useList } from '../parts/list.js';
import { Mark } from '../parts/marks.js';
import { Table } from '../parts/table.js';
import { organization } from '../session.js';
import { OnceShown } from './once-shown.js';
import { SettingsPage } from './settings-page.js';

type ApiKey = Data<'GET v1/users/getApiKeys'>[number];

/** The viewer's own keys for pipelines and scripts. */
export function KeysPage(): JSX.Element {
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const [key, setKey] = useState('');
  const loaded = useList((limit) => get('v1/users/getApiKeys', { limit }), []);
  const own = organization.value!;
  return (
    <SettingsPage
      at="keys"
      actions={
        <button type="button" class="b main" onClick={() => setCreating(true)}>
          {texts.keys.create}
        </button>
      }
    >
      <p class="soft">{texts.keys.note}</p>
      {key && <OnceShown title={texts.keys.made} value={key} onClose={() => setKey('')} />}
      <List of={loaded} none={texts.keys.none}>
        {(data) => <KeyTable keys={data} onRevoke={setRevoking} />}
      </List>
      {isCreating && (
        <FormDialog
          title={texts.keys.create}
          action={texts.keys.create}
          fields={[
            { name: 'name', label: texts.keys.columns.name, isRequired: true, hint: texts.keys.nameHint },
            { name: 'role', label: texts.keys.columns.role, options: texts.keys.roles, hint: texts.keys.roleHint },
            {
              name: 'org_id',
              label: texts.keys.columns.scope,
              options: [
                [own.id, shortText(own.name)],
                ['', texts.keys.everywhere],
              ],
            },
            { name: 'expires_at', label: texts.keys.columns.expires, type: 'date', hint: texts.keys.expiresHint },
          ]}
          onClose={() => setCreating(false)}
          onSubmit={async ({ name, role, org_id: orgId, expires_at: day }) => {
            const expires = day ? new Date(`${day}T23:59:59`).toISOString() : null;
            const body = { name, role: role || null, org_id: orgId || null, expires_at: expires };
            const { data } = await post('v1/users/createApiKey', body);
            setKey(data.key);
            loaded.again();
          }}
        />
      )}
      {revoking && (
        <FormDialog
          title={texts.keys.revokeTitle(shortText(revoking.name))}
          note={texts.keys.revokeNote}
          action={texts.keys.revoke}
          fields={[]}
          onClose={() => setRevoking(null)}
          onSubmit={async () => {
            await post('v1/users/revokeApiKey', { id: revoking.id });
            loaded.again();
          }}
        />
      )}
    </SettingsPage>
  );
}

const stateOf = ({ revoked_at: revoked, expires_at: expires }: ApiKey): 'revoked' | 'expired' | 'valid' =>
  revoked ? 'revoked' : expires && new Date(expires) < new Date() ? 'expired' : 'valid';

function KeyTable({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }): JSX.Element {
  const { columns } = texts.keys;
  return (
    <Table
      label={texts.settings.keys}
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          title: columns.name,
          cell: ({ name, hint }) => (
            <>
              {shortText(name)}
              <span class="sub mono">…{hint}</span>
            </>
          ),
        },
        { title: columns.role, cell: ({ role }) => (role ? (texts.roles[role] ?? role) : texts.keys.own) },
        {
          title: columns.state,
          cell: (one) => {
            const state = stateOf(one);
            return <Mark kind={state === 'valid' ? 'passed' : 'pending'}>{texts.keys.states[state]}</Mark>;
          },
        },
        {
          title: columns.expires,
          cell: ({ expires_at: at }) => (at ? texts.moment(at) : <span class="quiet">{texts.keys.never}</span>),
        },
        {
          title: columns.used,
          cell: ({ last_used_at: at }) => (at ? texts.ago(at) : <span class="quiet">{texts.keys.unused}</span>),
        },
        {
          title: columns.actions,
          cell: (one) =>
            stateOf(one) === 'valid' && (
              <button type="button" class="b s" onClick={() => onRevoke(one)}>
                {texts.keys.revoke}
              </button>
            ),
        },
      ]}
    />
  );
}
