import type { JSX } from 'preact';
import { texts } from '../../texts.en.js';
import { accountTexts } from '../../texts.en/accounts.js';
import { get, post, type Data } from '../api.js';
import { useAttempt } from '../parts/attempt.js';
import { shortText } from '../parts/file-text.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { Mark } from '../parts/marks.js';
import { Table } from '../parts/table.js';
import { signOut, viewer } from '../session.js';
import { SettingsPage } from './settings-page.js';

type Session = Data<'GET v1/sessions/getSessions'>[number];

/** Where the viewer is signed in, and the way out of each. */
export function SessionsPage(): JSX.Element {
  const loaded = useLoaded(() => get('v1/sessions/getSessions'), []);
  const { attempt, problem } = useAttempt();
  const end = (id: string): void =>
    attempt(() => post('v1/sessions/endSession', { id }), texts.sessions.ended, loaded.again);
  const endOthers = (): void => attempt(() => post('v1/sessions/endOtherSessions'), texts.sessions.ended, loaded.again);
  return (
    <SettingsPage
      at="sessions"
      actions={
        <>
          <button type="button" class="b" onClick={endOthers}>
            {texts.sessions.endOthers}
          </button>
          <button type="button" class="b" onClick={() => attempt(() => signOut('everywhere'), texts.sessions.ended)}>
            {texts.nav.signOutEverywhere}
          </button>
        </>
      }
    >
      <p class="soft">{texts.sessions.note}</p>
      <p class="soft">
        {accountTexts.ownId} <code class="break">{viewer.value?.id}</code>
      </p>
      {problem}
      <Part of={loaded}>
        {({ data }) => (
          <div class="card scroll-x">
            <SessionTable sessions={data} onEnd={end} />
          </div>
        )}
      </Part>
    </SettingsPage>
  );
}

function SessionTable({ sessions, onEnd }: { sessions: readonly Session[]; onEnd: (id: string) => void }): JSX.Element {
  const { columns, ...words } = texts.sessions;
  return (
    <Table
      label={texts.settings.sessions}
      rows={sessions}
      keyOf={({ id }) => id}
      columns={[
        {
          title: columns.program,
          cell: ({ user_agent: program, is_current: isCurrent }) => (
            <>
              {words.programs(program) || shortText(program, 80) || texts.unknown}
              {isCurrent && (
                <span class="sub">
                  <Mark kind="passed">{words.current}</Mark>
                </span>
              )}
            </>
          ),
        },
        { title: columns.address, cell: ({ address }) => <span class="mono">{address || texts.unknown}</span> },
        { title: columns.via, cell: ({ via }) => words.via[via] ?? via },
        { title: columns.began, cell: ({ created_at: at }) => texts.moment(at) },
        { title: columns.seen, cell: ({ last_seen_at: at }) => texts.ago(at) },
        {
          title: columns.actions,
          cell: ({ id, is_current: isCurrent }) =>
            !isCurrent && (
              <button type="button" class="b s" onClick={() => onEnd(id)}>
                {texts.nav.signOut}
              </button>
            ),
        },
      ]}
    />
  );
}
