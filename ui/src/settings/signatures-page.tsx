import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { signatureTexts as words } from '../../texts.en/signatures.js';
import { get, post, type Data } from '../api.js';
import { Card } from '../parts/card.js';
import { Copy } from '../parts/copy.js';
import { shortText } from '../parts/file-text.js';
import { FormDialog } from '../parts/form-dialog.js';
import { announce, Part, useLoaded } from '../parts/loaded.js';
import { Mark } from '../parts/marks.js';
import { Table } from '../parts/table.js';
import { isAdmin, organization } from '../session.js';
import { SettingsPage } from './settings-page.js';

type SigningKey = Data<'GET v1/signature/getSigningKeys'>[number];
type TrustedKey = Data<'GET v1/signature/getTrustedKeys'>[number];

/** Keys that sign what the organization exports, and keys that it trusts in what it imports. */
export const SignaturesPage = (): JSX.Element => (
  <SettingsPage at="signatures">
    <p class="soft">{words.note}</p>
    {!isAdmin.value && <p class="soft">{texts.settings.adminsOnly(organization.value!.role)}</p>}
    <SigningKeys />
    <TrustedKeys />
  </SettingsPage>
);

function SigningKeys(): JSX.Element {
  const orgId = organization.value!.id;
  const [isOpen, setOpen] = useState(false);
  const loaded = useLoaded(() => get('v1/signature/getSigningKeys', { org_id: orgId }), [orgId]);
  return (
    <Card title={words.signing}>
      <Part of={loaded}>
        {({ data }) => {
          const action = data.length === 0 ? words.create : words.replace;
          return (
            <div class="stack">
              <p class="small soft">{data.length === 0 ? words.noSigning : words.signingNote}</p>
              {isAdmin.value && (
                <div class="row">
                  <button type="button" class="b s" onClick={() => setOpen(true)}>
                    {action}
                  </button>
                </div>
              )}
              {data.length > 0 && (
                <div class="scroll-x">
                  <SigningTable keys={data} />
                </div>
              )}
              {isOpen && (
                <FormDialog
                  title={action}
                  note={data.length === 0 ? words.createNote : words.replaceNote}
                  action={action}
                  fields={[]}
                  onClose={() => setOpen(false)}
                  onSubmit={async () => {
                    await post('v1/signature/createSigningKey', { org_id: orgId });
                    announce(words.made);
                    loaded.again();
                  }}
                />
              )}
            </div>
          );
        }}
      </Part>
    </Card>
  );
}

const Fingerprint = ({ of }: { of: string }): JSX.Element => <span class="mono small break">{of}</span>;

function SigningTable({ keys }: { keys: readonly SigningKey[] }): JSX.Element {
  const { columns } = words;
  return (
    <Table
      label={words.signing}
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        { title: columns.key, cell: ({ fingerprint }) => <Fingerprint of={fingerprint} /> },
        {
          title: columns.state,
          cell: ({ retired_at: at }) => (
            <>
              <Mark kind={at ? 'pending' : 'passed'}>{at ? words.states.retired : words.states.signs}</Mark>
              {at && <span class="sub">{texts.moment(at)}</span>}
            </>
          ),
        },
        { title: columns.made, cell: ({ created_at: at }) => texts.moment(at) },
        {
          title: columns.actions,
          cell: ({ public_key: key, fingerprint }) => <Copy text={key} label={words.copyPublic} of={fingerprint} />,
        },
      ]}
    />
  );
}

function TrustedKeys(): JSX.Element {
  const orgId = organization.value!.id;
  const [open, setOpen] = useState<'add' | TrustedKey | null>(null);
  const loaded = useLoaded(() => get('v1/signature/getTrustedKeys', { org_id: orgId }), [orgId]);
  return (
    <Card title={words.trusted}>
      <div class="stack">
        <p class="small soft">{words.trustedNote}</p>
        {isAdmin.value && (
          <div class="row">
            <button type="button" class="b s" onClick={() => setOpen('add')}>
              {words.add}
            </button>
          </div>
        )}
        <Part of={loaded}>
          {({ data }) =>
            data.length === 0 ? (
              <p class="soft">{words.noTrusted}</p>
            ) : (
              <div class="scroll-x">
                <TrustedTable keys={data} onRemove={setOpen} />
              </div>
            )
          }
        </Part>
      </div>
      {open !== null && <TrustDialog open={open} onClose={() => setOpen(null)} onDone={loaded.again} />}
    </Card>
  );
}

interface DialogProperties {
  readonly open: 'add' | TrustedKey;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function TrustDialog({ open, onClose, onDone }: DialogProperties): JSX.Element {
  const orgId = organization.value!.id;
  const done = (text: string): void => {
    announce(text);
    onDone();
  };
  if (open !== 'add')
    return (
      <FormDialog
        title={words.removeTitle(shortText(open.name))}
        note={words.removeNote}
        action={words.remove}
        fields={[]}
        onClose={onClose}
        onSubmit={() => post('v1/signature/removeTrustedKey', { id: open.id }).then(() => done(words.removed))}
      />
    );
  const { fields } = words;
  return (
    <FormDialog
      title={words.add}
      action={words.add}
      fields={[
        { name: 'name', label: fields.name, isRequired: true },
        { name: 'key_name', label: fields.keyName, hint: fields.keyNameHint },
        {
          name: 'public_key',
          label: fields.publicKey,
          type: 'multiline',
          isRequired: true,
          hint: fields.publicKeyHint,
        },
      ]}
      onClose={onClose}
      onSubmit={(values) =>
        post('v1/signature/addTrustedKey', { ...values, org_id: orgId }).then(() => done(words.added))
      }
    />
  );
}

function TrustedTable({
  keys,
  onRemove,
}: {
  keys: readonly TrustedKey[];
  onRemove: (key: TrustedKey) => void;
}): JSX.Element {
  const { columns } = words;
  return (
    <Table
      label={words.trusted}
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          title: columns.name,
          cell: ({ name, key_name: keyName }) => (
            <>
              <span class="break">{shortText(name, 120)}</span>
              {keyName && <span class="sub mono break">{shortText(keyName, 120)}</span>}
            </>
          ),
        },
        { title: columns.key, cell: ({ fingerprint }) => <Fingerprint of={fingerprint} /> },
        { title: columns.added, cell: ({ created_at: at }) => texts.moment(at) },
        {
          title: columns.actions,
          cell: (key) =>
            isAdmin.value && (
              <button
                type="button"
                class="b s"
                aria-label={`${words.remove}: ${shortText(key.name)}`}
                onClick={() => onRemove(key)}
              >
                {words.remove}
              </button>
            ),
        },
      ]}
    />
  );
}
