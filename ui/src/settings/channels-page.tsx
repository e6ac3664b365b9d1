import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { get, post } from '../api.js';
import { useAttempt } from '../parts/attempt.js';
import { shortText } from '../parts/file-text.js';
import { FormDialog } from '../parts/form-dialog.js';
import { List, useList } from '../parts/list.js';
import { Failure, useLoaded } from '../parts/loaded.js';
import { Mark } from '../parts/marks.js';
import { Table } from '../parts/table.js';
import { loadTeams, type Team } from '../parts/team.js';
import { organization } from '../session.js';
import { channelBody, channelFields, isTracker, percentOf, type Channel, type Kind } from './channel-fields.js';
import { ForAdmins, SettingsPage } from './settings-page.js';

/** Where alarms of the organization are sent. */
export function ChannelsPage(): JSX.Element {
  return (
    <SettingsPage at="alarms">
      <p class="soft">{texts.channels.note}</p>
      <ForAdmins>
        <Channels />
      </ForAdmins>
    </SettingsPage>
  );
}

type Open = { readonly kind: Kind; readonly channel: Channel | null; readonly isRemoval: boolean };

function Channels(): JSX.Element {
  const orgId = organization.value!.id;
  const [open, setOpen] = useState<Open | null>(null);
  const { attempt, problem } = useAttempt();
  const loaded = useList((limit) => get('v1/alarms/getChannels', { org_id: orgId, limit }), [orgId]);
  const allTeams = useLoaded(() => loadTeams(orgId), [orgId]);
  const teams = allTeams.state.value.data;
  const failure = allTeams.state.value.error;
  const test = (id: string): void =>
    attempt(() => post('v1/alarms/testChannel', { id }), texts.channels.tested, loaded.again);
  return (
    <>
      <div class="row wrap" role="group" aria-label={texts.channels.add}>
        <span class="small soft">{texts.channels.add}</span>
        {Object.entries(texts.channels.kinds).map(([kind, label]) => (
          <button
            key={kind}
            type="button"
            class="b s"
            onClick={() => setOpen({ kind: kind as Kind, channel: null, isRemoval: false })}
          >
            {label}
          </button>
        ))}
      </div>
      {problem}
      <List of={loaded} none={texts.channels.none}>
        {(data) => <ChannelTable rows={data} onTest={test} onOpen={setOpen} />}
      </List>
      {open && failure && <Failure error={failure} again={allTeams.again} />}
      {open && teams && <ChannelDialog open={open} teams={teams} onClose={() => setOpen(null)} onDone={loaded.again} />}
    </>
  );
}

/** What passes its filters, in one line. */
function sent({
  events,
  min_severity: severity,
  exploited_only: isExploited,
  min_epss: epss,
  suppliers,
  team_ids: teams,
}: Channel): string {
  const { events: names, severities, summary } = texts.channels;
  return [
    events.length === 0 ? summary.everything : events.map((name) => names[name] ?? name).join(', '),
    severity !== 'none' && summary.from(severities[severity === 'unknown' ? 'medium' : severity] ?? severity),
    epss > 0 && summary.epss(percentOf(epss)),
    isExploited && summary.exploited,
    suppliers.length > 0 && summary.suppliers(suppliers.length),
    teams.length > 0 && summary.teams(teams.length),
  ]
    .filter(Boolean)
    .join('; ');
}

function when({
  kind,
  digest,
  digest_time: time,
  digest_day: day,
  quiet_from: from,
  quiet_to: to,
  time_zone: zone,
}: Channel): string {
  const { summary, days } = texts.channels;
  if (isTracker(kind as Kind)) return summary.tracker;
  const text =
    digest === 'daily'
      ? summary.daily(time)
      : digest === 'weekly'
        ? summary.weekly(days[day - 1] ?? '', time)
        : summary.atOnce;
  return [text, from && to && summary.quiet(from, to), (digest !== 'immediate' || from) && zone]
    .filter(Boolean)
    .join(', ');
}

function ChannelTable({
  rows,
  onTest,
  onOpen,
}: {
  rows: readonly Channel[];
  onTest: (id: string) => void;
  onOpen: (open: Open) => void;
}): JSX.Element {
  const { columns, kinds } = texts.channels;
  const base = `/o/${organization.value!.id}/settings/alarms`;
  return (
    <Table
      label={texts.settings.alarms}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          title: columns.name,
          cell: ({ id, name, kind, url, project, recipients }) => (
            <>
              <a class="break" href={`${base}/${id}`}>
                {shortText(name, 80)}
              </a>
              <span class="sub break">
                {[kinds[kind as Kind], shortText(project || recipients.join(', ') || url, 80)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </>
          ),
        },
        { title: columns.sends, cell: (channel) => <span class="break">{sent(channel)}</span> },
        { title: columns.when, cell: when },
        { title: columns.state, cell: (channel) => <State of={channel} /> },
        {
          title: columns.actions,
          cell: (channel) => (
            <span class="row wrap">
              <button type="button" class="b s" onClick={() => onTest(channel.id)}>
                {texts.channels.test}
              </button>
              {([false, true] as const).map((isRemoval) => (
                <button
                  key={String(isRemoval)}
                  type="button"
                  class="b s"
                  onClick={() => onOpen({ kind: channel.kind as Kind, channel, isRemoval })}
                >
                  {isRemoval ? texts.channels.remove : texts.channels.edit}
                </button>
              ))}
            </span>
          ),
        },
      ]}
    />
  );
}

const State = ({
  of: { active, failing_since: since, disabled_reason: reason, send_at: at },
}: {
  of: Channel;
}): JSX.Element => (
  <>
    <Mark kind={active ? (since ? 'warning' : 'passed') : 'pending'}>
      {active ? texts.webhooks.active : texts.webhooks.inactive}
    </Mark>
    {since && <span class="sub">{texts.webhooks.failingSince(texts.moment(since))}</span>}
    {at && <span class="sub">{texts.channels.next(texts.moment(at))}</span>}
    {reason && <span class="sub">{shortText(reason, 200)}</span>}
  </>
);

interface DialogProperties {
  readonly open: Open;
  readonly teams: readonly Team[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function ChannelDialog({ open: { kind, channel, isRemoval }, teams, onClose, onDone }: DialogProperties): JSX.Element {
  const words = texts.channels;
  const name = shortText(channel?.name ?? '', 60);
  const id = channel?.id;
  return (
    <FormDialog
      title={
        isRemoval ? words.removeTitle(name) : channel ? words.editTitle(name) : words.createTitle(words.kinds[kind])
      }
      note={isRemoval ? words.removeNote : words.kindNotes[kind]}
      fields={isRemoval ? [] : channelFields(kind, channel, teams)}
      action={isRemoval ? words.remove : channel ? texts.sbom.edit.save : words.create}
      onClose={onClose}
      onSubmit={async (values) => {
        if (isRemoval) await post('v1/alarms/deleteChannel', { id });
        else if (channel) {
          const body = { id, updated_at: channel.updated_at, ...channelBody(kind, channel, values, teams) };
          await post('v1/alarms/updateChannel', body);
        } else {
          const body = { org_id: organization.value!.id, kind, ...channelBody(kind, null, values, teams) };
          await post('v1/alarms/createChannel', body);
        }
        onDone();
      }}
    />
  );
}
