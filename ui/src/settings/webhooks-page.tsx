import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { number, texts } from '../../texts.en.js';
import { get, post, type Data } from '../api.js';
import { useAttempt } from '../parts/attempt.js';
import { FileText, shortText } from '../parts/file-text.js';
import { FormDialog, type Field } from '../parts/form-dialog.js';
import { List, useList } from '../parts/list.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { Mark } from '../parts/marks.js';
import { Table } from '../parts/table.js';
import { organization } from '../session.js';
import { OnceShown } from './once-shown.js';
import { ForAdmins, SettingsPage } from './settings-page.js';

type Webhook = Data<'GET v1/webhooks/getWebhooks'>[number];
/** What the API shows instead of a secret. */
const mask = '********';

type Action = 'create' | 'edit' | 'remove' | 'rotate';

export function WebhooksPage(): JSX.Element {
  return (
    <SettingsPage at="webhooks">
      <p class="soft">{texts.webhooks.note}</p>
      <ForAdmins>
        <Webhooks />
      </ForAdmins>
    </SettingsPage>
  );
}

function Webhooks(): JSX.Element {
  const orgId = organization.value!.id;
  const [open, setOpen] = useState<{ action: Action; webhook: Webhook | null } | null>(null);
  const [secret, setSecret] = useState('');
  const { attempt, problem } = useAttempt();
  const loaded = useList((limit) => get('v1/webhooks/getWebhooks', { org_id: orgId, limit }), [orgId]);
  const { columns, actions } = texts.webhooks;
  const button = (action: Action, webhook: Webhook | null): JSX.Element => (
    <button type="button" class="b s" onClick={() => setOpen({ action, webhook })}>
      {actions[action]}
    </button>
  );
  return (
    <>
      <div class="row">{button('create', null)}</div>
      {secret && <OnceShown title={texts.webhooks.secret} value={secret} onClose={() => setSecret('')} />}
      {problem}
      <List of={loaded} none={texts.webhooks.none}>
        {(data) => (
          <Table
            label={texts.settings.webhooks}
            rows={data}
            keyOf={({ id }) => id}
            columns={[
              {
                title: columns.url,
                cell: ({ id, url, description }) => (
                  <>
                    <a class="break" href={`/o/${orgId}/settings/webhooks/${id}`}>
                      {shortText(url, 120)}
                    </a>
                    <span class="sub">
                      <FileText text={description} cut={120} />
                    </span>
                  </>
                ),
              },
              { title: columns.events, cell: ({ events }) => events.join(', ') || texts.webhooks.allEvents },
              {
                title: columns.state,
                cell: ({ active, disabled_reason: reason, failing_since: since }) => (
                  <>
                    <Mark kind={active ? (since ? 'warning' : 'passed') : 'pending'}>
                      {active ? texts.webhooks.active : texts.webhooks.inactive}
                    </Mark>
                    {since && <span class="sub">{texts.webhooks.failingSince(texts.moment(since))}</span>}
                    {reason && <span class="sub">{shortText(reason, 200)}</span>}
                  </>
                ),
              },
              {
                title: columns.actions,
                cell: (webhook) => (
                  <span class="row wrap">
                    <button
                      type="button"
                      class="b s"
                      onClick={() =>
                        attempt(() => post('v1/webhooks/testWebhook', { id: webhook.id }), texts.webhooks.sent)
                      }
                    >
                      {texts.webhooks.test}
                    </button>
                    {button('edit', webhook)}
                    {button('rotate', webhook)}
                    {button('remove', webhook)}
                  </span>
                ),
              },
            ]}
          />
        )}
      </List>
      {open && (
        <WebhookDialog
          {...open}
          onClose={() => setOpen(null)}
          onDone={(shown) => {
            // One that was not copied yet stays.
            if (shown) setSecret(shown);
            loaded.again();
          }}
        />
      )}
    </>
  );
}

interface DialogProperties {
  readonly action: Action;
  readonly webhook: Webhook | null;
  readonly onClose: () => void;
  /** Takes the new secret, where there is one. */
  readonly onDone: (secret: string) => void;
}

function WebhookDialog({ action, webhook, onClose, onDone }: DialogProperties): JSX.Element {
  const { columns, actions, titles, notes } = texts.webhooks;
  const events = { ...texts.webhooks.events, ...texts.channels.events };
  const fields: readonly Field[] =
    action === 'create' || action === 'edit'
      ? [
          { name: 'url', label: columns.url, type: 'url', value: webhook?.url ?? '', isRequired: true },
          { name: 'description', label: texts.webhooks.description, value: webhook?.description ?? '' },
          ...Object.entries(events).map(([name, label]): Field => ({
            name,
            label,
            type: 'check',
            group: columns.events,
            value: String(!webhook || webhook.events.length === 0 || webhook.events.includes(name)),
          })),
          ...(webhook
            ? [{ name: 'active', label: texts.webhooks.active, type: 'check', value: String(webhook.active) } as const]
            : []),
        ]
      : [];
  return (
    <FormDialog
      title={titles[action](shortText(webhook?.url ?? '', 80))}
      note={notes[action]}
      fields={fields}
      action={actions[action]}
      onClose={onClose}
      onSubmit={async (values) => {
        const chosen = Object.keys(events).filter((name) => values[name] === 'true');
        // The API takes an empty list for every event: the opposite of what the form says.
        if (chosen.length === 0 && fields.length > 0) throw new Error(texts.webhooks.noEvent);
        const isAll = chosen.length === Object.keys(events).length;
        const described = { url: values.url, description: values.description, events: isAll ? [] : chosen };
        const id = webhook?.id;
        if (action === 'create') {
          const { data } = await post('v1/webhooks/createWebhook', { ...described, org_id: organization.value!.id });
          return onDone(data.secret);
        }
        if (action === 'rotate') {
          const { data } = await post('v1/webhooks/updateWebhook', { id, rotate_secret: true });
          return onDone(data.secret);
        }
        if (action === 'edit') {
          const body = { id, updated_at: webhook!.updated_at, ...described, active: values.active === 'true' };
          const { data } = await post('v1/webhooks/updateWebhook', body);
          // Another host gets another secret, and this answer alone shows it.
          return onDone(data.secret === mask ? '' : data.secret);
        }
        await post('v1/webhooks/deleteWebhook', { id });
        onDone('');
      }}
    />
  );
}

/** What was sent to a webhook, and what it answered. */
export function DeliveriesPage({ id }: { id: string }): JSX.Element {
  const webhook = useLoaded(() => get('v1/webhooks/getWebhook', { id }), [id]);
  const loaded = useList((limit) => get('v1/webhooks/getDeliveries', { webhook_id: id, limit }), [id]);
  const { columns } = texts.webhooks;
  return (
    <SettingsPage at="webhooks" title={texts.webhooks.deliveries}>
      <Part of={webhook}>{({ data }) => <p class="mono small break">{shortText(data.url, 200)}</p>}</Part>
      <List of={loaded} none={texts.webhooks.noDeliveries}>
        {(data) => (
          <Table
            label={texts.webhooks.deliveries}
            rows={data}
            keyOf={(one) => one.id}
            columns={[
              { title: columns.at, cell: ({ created_at: at }) => texts.moment(at) },
              { title: columns.type, cell: ({ type }) => type },
              {
                title: columns.state,
                cell: ({ status, error }) => (
                  <>
                    <Mark kind={{ succeeded: 'passed', delivered: 'passed', failed: 'failed' }[status] ?? 'pending'}>
                      {texts.webhooks.states[status] ?? status}
                    </Mark>
                    {error && <span class="sub">{shortText(error, 300)}</span>}
                  </>
                ),
              },
              { title: columns.answer, cell: ({ response_status: status }) => status ?? '' },
              { title: columns.attempts, isNumber: true, cell: ({ attempts }) => number(attempts) },
            ]}
          />
        )}
      </List>
    </SettingsPage>
  );
}
