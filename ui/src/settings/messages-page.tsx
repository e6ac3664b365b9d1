import type { JSX } from 'preact';
import { number, texts } from '../../texts.en.js';
import { get, post } from '../api.js';
import { useAttempt } from '../parts/attempt.js';
import { shortText } from '../parts/file-text.js';
import { List, useList } from '../parts/list.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { Mark } from '../parts/marks.js';
import { Table } from '../parts/table.js';
import { navigate, query, withQuery } from '../router.js';
import { organization } from '../session.js';
import { isTracker, type Kind } from './channel-fields.js';
import { ForAdmins, SettingsPage } from './settings-page.js';

/** What a channel was sent, and what became of it. */
export function MessagesPage({ id }: { id: string }): JSX.Element {
  return (
    <SettingsPage at="alarms" title={texts.channels.messages}>
      <ForAdmins>
        <OfChannel id={id} />
      </ForAdmins>
    </SettingsPage>
  );
}

function OfChannel({ id }: { id: string }): JSX.Element {
  const channel = useLoaded(() => get('v1/alarms/getChannel', { id }), [id]);
  return (
    <Part of={channel}>
      {({ data }) => (
        <>
          <p class="row wrap small">
            <a href={`/o/${organization.value!.id}/settings/alarms`}>{texts.settings.alarms}</a>
            <strong class="break">{shortText(data.name, 120)}</strong>
          </p>
          {isTracker(data.kind as Kind) ? <Issues id={id} /> : <Messages id={id} />}
        </>
      )}
    </Part>
  );
}

const kinds: Readonly<Record<string, string>> = { delivered: 'passed', failed: 'failed', dropped: 'warning' };

function Messages({ id }: { id: string }): JSX.Element {
  const status = query.value.get('status') ?? '';
  const { attempt, problem } = useAttempt();
  const loaded = useList((limit) => get('v1/alarms/getMessages', { channel_id: id, status, limit }), [id, status]);
  const { columns, states } = texts.channels;
  return (
    <>
      <div class="row wrap">
        {[['', texts.sboms.any] as const, ...Object.entries(states)].map(([value, label]) => (
          <button
            key={value}
            type="button"
            class="facet"
            aria-pressed={status === value}
            onClick={() => navigate(withQuery({ status: value }), { replace: true })}
          >
            {label}
          </button>
        ))}
        <span class="grow" />
        <button
          type="button"
          class="b s"
          onClick={() => attempt(() => post('v1/alarms/testChannel', { id }), texts.channels.tested, loaded.again)}
        >
          {texts.channels.test}
        </button>
        <button type="button" class="b s" onClick={loaded.again}>
          {texts.channels.reload}
        </button>
      </div>
      {problem}
      <List of={loaded} none={status ? texts.channels.noneOfState : texts.channels.noMessages}>
        {(data) => (
          <Table
            label={texts.channels.messages}
            rows={data}
            keyOf={(one) => one.id}
            columns={[
              { title: columns.at, cell: ({ created_at: at }) => texts.moment(at) },
              {
                title: columns.subject,
                cell: ({ subject }) => <span class="break">{shortText(subject, 200)}</span>,
              },
              { title: columns.alarms, isNumber: true, cell: ({ alarms }) => number(alarms) },
              {
                title: columns.state,
                cell: ({ status: of, error, due_at: due }) => (
                  <>
                    <Mark kind={kinds[of] ?? 'pending'}>{states[of] ?? of}</Mark>
                    {error && <span class="sub break">{shortText(error, 300)}</span>}
                    {due && of === 'pending' && <span class="sub">{texts.channels.next(texts.moment(due))}</span>}
                  </>
                ),
              },
              { title: columns.attempts, isNumber: true, cell: ({ attempts }) => number(attempts) },
            ]}
          />
        )}
      </List>
    </>
  );
}

/** The issues of a tracker, those that failed first. */
function Issues({ id }: { id: string }): JSX.Element {
  const loaded = useList((limit) => get('v1/alarms/getIssues', { channel_id: id, limit }), [id]);
  const { columns, issueStates } = texts.channels;
  return (
    <List of={loaded} none={texts.channels.noIssues}>
      {(data) => (
        <Table
          label={texts.channels.issues}
          rows={data}
          keyOf={(one) => one.sbom_id}
          columns={[
            {
              title: columns.issue,
              cell: ({ url, remote_id: remote, sbom_id: sbomId }) =>
                /^https:\/\//.test(url) ? (
                  <a class="break" href={url} target="_blank" rel="noreferrer noopener">
                    {shortText(remote ?? url, 80)}
                  </a>
                ) : (
                  <a href={`/o/${organization.value!.id}/sboms/${sbomId}`}>{texts.channels.sbom}</a>
                ),
            },
            {
              title: columns.state,
              cell: ({ state, error }) => (
                <>
                  <Mark kind={error ? 'failed' : 'pending'}>{issueStates[state] ?? state}</Mark>
                  {error && <span class="sub break">{shortText(error, 300)}</span>}
                </>
              ),
            },
            { title: columns.attempts, isNumber: true, cell: ({ attempts }) => number(attempts) },
            { title: columns.at, cell: ({ updated_at: at }) => texts.moment(at) },
          ]}
        />
      )}
    </List>
  );
}
