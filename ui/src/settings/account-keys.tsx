import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { accountTexts } from '../../texts.en/accounts.js';
import { get, post, type Data } from '../api.js';
import { Card } from '../parts/card.js';
import { shortText } from '../parts/file-text.js';
import { FormDialog } from '../parts/form-dialog.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { More, pageSize } from '../parts/more.js';
import { Table } from '../parts/table.js';
import { organization } from '../session.js';
import type { ServiceAccount } from './accounts-page.js';
import { OnceShown } from './once-shown.js';

type ApiKey = Data<'GET v1/users/getApiKeys'>[number];

const words = accountTexts.keys;

interface Properties {
  readonly accounts: readonly ServiceAccount[];
  readonly onMade: () => void;
}

/** Every valid key that is bound to the organization, whoever's it is. */
export function AccountKeys({ accounts, onMade }: Properties): JSX.Element {
  const orgId = organization.value!.id;
  const [limit, setLimit] = useState(pageSize);
  const [open, setOpen] = useState<'create' | ApiKey | null>(null);
  const [key, setKey] = useState('');
  const loaded = useLoaded(() => loadKeys(orgId, limit), [orgId], [limit]);
  const again = (): void => {
    loaded.again();
    onMade();
  };
  return (
    <Card title={words.title}>
      <div class="stack">
        {accounts.length > 0 && (
          <div class="row">
            <button type="button" class="b s" onClick={() => setOpen('create')}>
              {words.create}
            </button>
          </div>
        )}
        {key && <OnceShown title={texts.keys.made} value={key} onClose={() => setKey('')} />}
        <Part of={loaded}>
          {({ keys, total, names }) =>
            keys.length === 0 ? (
              <p class="soft">{words.none}</p>
            ) : (
              <>
                <div class="scroll-x">
                  <KeyTable keys={keys} names={names} onRevoke={setOpen} />
                </div>
                <More shown={keys.length} total={total} limit={limit} onMore={setLimit} />
              </>
            )
          }
        </Part>
      </div>
      {open === 'create' && <Create accounts={accounts} onClose={() => setOpen(null)} onMade={setKey} onDone={again} />}
      {open !== null && open !== 'create' && (
        <FormDialog
          title={texts.keys.revokeTitle(shortText(open.name))}
          note={texts.keys.revokeNote}
          action={texts.keys.revoke}
          fields={[]}
          onClose={() => setOpen(null)}
          onSubmit={() => post('v1/users/revokeApiKey', { id: open.id }).then(again)}
        />
      )}
    </Card>
  );
}

interface Keys {
  readonly keys: readonly ApiKey[];
  readonly total: number;
  readonly names: ReadonlyMap<string, string>;
}

async function loadKeys(orgId: string, limit: number): Promise<Keys> {
  const { data, meta } = await get('v1/users/getApiKeys', { org_id: orgId, active: true, limit });
  const ids = [...new Set(data.map(({ user_id: id }) => id))];
  const names = ids.length === 0 ? [] : (await post('v1/users/getUserNames', { ids })).data;
  return { keys: data, total: meta.total_count, names: new Map(names.map(({ id, name }) => [id, name])) };
}

function Create({
  accounts,
  onClose,
  onMade,
  onDone,
}: {
  accounts: readonly ServiceAccount[];
  onClose: () => void;
  onMade: (key: string) => void;
  onDone: () => void;
}): JSX.Element {
  const { columns } = texts.keys;
  return (
    <FormDialog
      title={words.create}
      action={words.create}
      fields={[
        {
          name: 'id',
          label: accountTexts.rules.account,
          options: accounts.map(({ id, name }) => [id, shortText(name)] as const),
        },
        { name: 'name', label: columns.name, isRequired: true, hint: texts.keys.nameHint },
        {
          name: 'role',
          label: columns.role,
          options: [['', words.asAccount], ...Object.entries(texts.roles)],
        },
        { name: 'expires_at', label: columns.expires, type: 'date', hint: texts.keys.expiresHint },
      ]}
      onClose={onClose}
      onSubmit={async ({ id, name, role, expires_at: day }) => {
        const expires = day ? new Date(`${day}T23:59:59`).toISOString() : null;
        const body = { id, name, role: role || null, expires_at: expires };
        const { data } = await post('v1/serviceAccounts/createServiceAccountKey', body);
        onMade(data.key);
        onDone();
      }}
    />
  );
}

interface TableProperties {
  readonly keys: readonly ApiKey[];
  readonly names: ReadonlyMap<string, string>;
  readonly onRevoke: (key: ApiKey) => void;
}

function KeyTable({ keys, names, onRevoke }: TableProperties): JSX.Element {
  const { columns } = texts.keys;
  return (
    <Table
      label={words.title}
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          title: columns.name,
          cell: ({ name, hint, trust_rule_id: rule }) => (
            <>
              {shortText(name)}
              <span class="sub">{rule ? words.byRule : <span class="mono">…{hint}</span>}</span>
            </>
          ),
        },
        { title: words.owner, cell: ({ user_id: id }) => shortText(names.get(id) ?? words.unknownOwner) },
        { title: columns.role, cell: ({ role }) => (role ? (texts.roles[role] ?? role) : words.asAccount) },
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
          cell: (one) => (
            <button
              type="button"
              class="b s"
              aria-label={`${texts.keys.revoke}: ${shortText(one.name)}`}
              onClick={() => onRevoke(one)}
            >
              {texts.keys.revoke}
            </button>
          ),
        },
      ]}
    />
  );
}
