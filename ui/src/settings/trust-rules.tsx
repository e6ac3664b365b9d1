import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { accountTexts } from '../../texts.en/accounts.js';
import { ApiError, get, post, type Data } from '../api.js';
import { Card } from '../parts/card.js';
import { shortText } from '../parts/file-text.js';
import { FormDialog, type Field } from '../parts/form-dialog.js';
import { List, useList } from '../parts/list.js';
import { Table } from '../parts/table.js';
import { organization } from '../session.js';
import type { ServiceAccount } from './accounts-page.js';
import { OnceShown } from './once-shown.js';

type TrustRule = Data<'GET v1/keyless/getTrustRules'>[number];

const words = accountTexts.rules;

/** Whose tokens are exchanged for keys that live for minutes. */
export function TrustRules({ accounts }: { accounts: readonly ServiceAccount[] }): JSX.Element {
  const orgId = organization.value!.id;
  const [open, setOpen] = useState<'create' | TrustRule | null>(null);
  const [made, setMade] = useState('');
  const loaded = useList((limit) => get('v1/keyless/getTrustRules', { org_id: orgId, limit }), [orgId, accounts]);
  return (
    <Card title={words.title}>
      <div class="stack">
        <p class="small soft">{words.note}</p>
        {accounts.length === 0 ? (
          <p class="soft">{words.needsAccount}</p>
        ) : (
          <div class="row">
            <button type="button" class="b s" onClick={() => setOpen('create')}>
              {words.create}
            </button>
          </div>
        )}
        {made && <OnceShown title={words.made} note={words.madeNote} value={made} onClose={() => setMade('')} />}
        <List of={loaded} none={words.none} isInCard>
          {(data) => <RuleTable rules={data} accounts={accounts} onRemove={setOpen} />}
        </List>
      </div>
      {open === 'create' && (
        <FormDialog
          title={words.create}
          action={words.create}
          fields={fieldsOf(accounts)}
          onClose={() => setOpen(null)}
          onSubmit={async ({ claims = '', role, seconds, ...rest }) => {
            const body = { ...rest, org_id: orgId, claims: claimsOf(claims), role: role || null };
            const life = seconds ? { seconds: Number(seconds) } : {};
            const { data } = await post('v1/keyless/createTrustRule', { ...body, ...life });
            setMade(data.id);
            loaded.again();
          }}
        />
      )}
      {open !== null && open !== 'create' && (
        <FormDialog
          title={words.removeTitle(shortText(open.name))}
          note={words.removeNote}
          action={words.remove}
          fields={[]}
          onClose={() => setOpen(null)}
          onSubmit={() => post('v1/keyless/deleteTrustRule', { id: open.id }).then(loaded.again)}
        />
      )}
    </Card>
  );
}

const fieldsOf = (accounts: readonly ServiceAccount[]): readonly Field[] => [
  { name: 'name', label: words.columns.name, isRequired: true },
  {
    name: 'service_account_id',
    label: words.account,
    options: accounts.map(({ id, name }) => [id, shortText(name)] as const),
  },
  {
    name: 'issuer',
    label: words.issuer,
    isRequired: true,
    hint: words.issuerHint,
    value: 'https://token.actions.githubusercontent.com',
  },
  {
    name: 'audience',
    label: words.audience,
    isRequired: true,
    hint: words.audienceHint,
    value: window.location.origin,
  },
  { name: 'claims', label: words.claims, type: 'multiline', isRequired: true, hint: words.claimsHint },
  {
    name: 'role',
    label: words.role,
    options: [['', accountTexts.keys.asAccount], ...Object.entries(texts.roles)],
  },
  { name: 'seconds', label: words.life, type: 'number', hint: words.lifeHint },
];

/** A claim and its value a line; a value may hold further equal signs. */
function claimsOf(text: string): readonly { claim: string; value: string }[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter(Boolean).map((line) => {
    const [, claim, value] = /^([^=\s]+)\s*=\s*(.+)$/.exec(line) ?? [];
    if (!claim || !value) throw new ApiError(400, words.claimFault(shortText(line)));
    return { claim, value };
  });
}

interface TableProperties {
  readonly rules: readonly TrustRule[];
  readonly accounts: readonly ServiceAccount[];
  readonly onRemove: (rule: TrustRule) => void;
}

function RuleTable({ rules, accounts, onRemove }: TableProperties): JSX.Element {
  const { columns } = words;
  const nameOf = (id: string): string => accounts.find((account) => account.id === id)?.name ?? texts.unknown;
  return (
    <Table
      label={words.title}
      rows={rules}
      keyOf={({ id }) => id}
      columns={[
        {
          title: columns.name,
          cell: ({ id, name }) => (
            <>
              {shortText(name)}
              <span class="sub mono break">{id}</span>
            </>
          ),
        },
        {
          title: columns.who,
          cell: ({ issuer, audience }) => (
            <span class="break">
              {shortText(issuer, 120)}
              <span class="sub">{`${words.audience}: ${shortText(audience, 120)}`}</span>
            </span>
          ),
        },
        {
          title: columns.claims,
          cell: ({ claims }) =>
            claims.map(({ claim, value }) => (
              <span key={claim} class="mono small break block">
                {shortText(`${claim} = ${value}`, 200)}
              </span>
            )),
        },
        {
          title: columns.account,
          cell: ({ service_account_id: account, role, seconds }) => (
            <>
              {shortText(nameOf(account))}
              <span class="sub">
                {[role && (texts.roles[role] ?? role), words.lives(seconds)].filter(Boolean).join(', ')}
              </span>
            </>
          ),
        },
        {
          title: columns.actions,
          cell: (rule) => (
            <button
              type="button"
              class="b s"
              aria-label={`${words.remove}: ${shortText(rule.name)}`}
              onClick={() => onRemove(rule)}
            >
              {words.remove}
            </button>
          ),
        },
      ]}
    />
  );
}
