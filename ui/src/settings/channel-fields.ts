import { texts } from '../../texts.en.js';
import type { Data } from '../api.js';
import { shortText } from '../parts/file-text.js';
import type { Field, Values } from '../parts/form-dialog.js';
import type { Team } from '../parts/team.js';

export type Channel = Data<'GET v1/alarms/getChannels'>[number];
export type Kind = keyof typeof texts.channels.kinds;

const targetNames: Readonly<Record<Kind, readonly (keyof typeof texts.channels.fields)[]>> = {
  slack: ['url'],
  teams: ['url'],
  email: ['smtp_host', 'smtp_port', 'smtp_security', 'smtp_username', 'smtp_password', 'sender', 'recipients'],
  github: ['project', 'token', 'url'],
  jira: ['url', 'project', 'issue_type', 'username', 'token'],
};
const required = new Set([
  'url slack',
  'url teams',
  'url jira',
  'smtp_host',
  'sender',
  'recipients',
  'project',
  'token',
]);
const secrets = new Set(['smtp_password', 'token']);

/** As the form has it: EPSS has steps of less than one percent. */
export const percentOf = (share: number): string => String(Number((share * 100).toFixed(3)));

export const isTracker = (kind: Kind): boolean => kind === 'github' || kind === 'jira';

/** A list as lines, and back. */
const linesOf = (list: readonly string[]): string => list.join('\n');
const listOf = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((line) => line.trim())
    .filter(Boolean);

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What a form asks of a channel: where it goes, what is sent, and when. */
export function channelFields(kind: Kind, channel: Channel | null, teams: readonly Team[]): readonly Field[] {
  const { fields, hints, events, severities, digests, days } = texts.channels;
  const target = targetNames[kind].map((name): Field => {
    const value = channel?.[name as keyof Channel] ?? (name === 'smtp_port' ? 587 : '');
    const common = { name, label: fields[name], hint: (hints as Readonly<Record<string, string>>)[name] ?? '' };
    const isRequired = required.has(name) || required.has(`${name} ${kind}`);
    // An address of Slack or Teams is a secret of which only the beginning comes back: left alone, it stays.
    if (name === 'url' && !isTracker(kind) && kind !== 'email')
      return {
        ...common,
        isRequired: isRequired && !channel,
        value: '',
        hint: channel ? texts.channels.keep(channel.url) : hints.url,
      };
    if (name === 'recipients')
      return { ...common, isRequired, type: 'multiline', value: linesOf(channel?.recipients ?? []) };
    if (name === 'smtp_security')
      return {
        ...common,
        value: String(value) || 'starttls',
        options: [
          ['starttls', 'STARTTLS'],
          ['tls', 'TLS'],
        ],
      };
    if (secrets.has(name))
      return { ...common, isRequired: isRequired && !channel, type: 'password', value: String(value) };
    return { ...common, isRequired, type: name === 'smtp_port' ? 'number' : 'text', value: String(value) };
  });
  return [
    { name: 'name', label: fields.name, value: channel?.name ?? '', isRequired: true },
    ...target,
    ...Object.entries(events).map(([name, label]): Field => ({
      name: `event ${name}`,
      label,
      type: 'check',
      group: fields.events,
      value: String(!channel || channel.events.length === 0 || channel.events.includes(name)),
    })),
    {
      name: 'min_severity',
      label: fields.min_severity,
      value: channel?.min_severity ?? 'none',
      options: Object.entries(severities),
    },
    {
      name: 'min_epss',
      label: fields.min_epss,
      hint: hints.min_epss,
      type: 'number',
      value: percentOf(channel?.min_epss ?? 0),
    },
    {
      name: 'exploited_only',
      label: fields.exploited_only,
      type: 'check',
      value: String(channel?.exploited_only ?? false),
    },
    {
      name: 'include_undecided',
      label: fields.include_undecided,
      type: 'check',
      value: String(channel?.include_undecided ?? false),
    },
    {
      name: 'suppliers',
      label: fields.suppliers,
      hint: hints.suppliers,
      type: 'multiline',
      value: linesOf(channel?.suppliers ?? []),
    },
    ...(teams.length > 1
      ? teams.map(({ id, name }): Field => ({
          name: `team ${id}`,
          label: shortText(name),
          type: 'check',
          group: fields.teams,
          value: String(channel?.team_ids.includes(id) ?? false),
        }))
      : []),
    ...(isTracker(kind)
      ? []
      : ([
          {
            name: 'digest',
            label: fields.digest,
            value: channel?.digest ?? 'immediate',
            options: Object.entries(digests),
          },
          { name: 'digest_time', label: fields.digest_time, type: 'time', value: channel?.digest_time ?? '08:00' },
          {
            name: 'digest_day',
            label: fields.digest_day,
            value: String(channel?.digest_day ?? 1),
            options: days.map((day, index) => [String(index + 1), day] as const),
          },
          {
            name: 'quiet_from',
            label: fields.quiet_from,
            hint: hints.quiet,
            type: 'time',
            value: channel?.quiet_from ?? '',
          },
          { name: 'quiet_to', label: fields.quiet_to, type: 'time', value: channel?.quiet_to ?? '' },
          { name: 'time_zone', label: fields.time_zone, value: channel?.time_zone ?? ownZone },
        ] satisfies readonly Field[])),
    ...(channel
      ? ([{ name: 'active', label: texts.webhooks.active, type: 'check', value: String(channel.active) }] as const)
      : []),
  ];
}

/** What the form says, as the API takes it. */
export function channelBody(
  kind: Kind,
  channel: Channel | null,
  values: Values,
  teams: readonly Team[],
): Record<string, unknown> {
  const chosen = Object.keys(texts.channels.events).filter((name) => values[`event ${name}`] === 'true');
  const isAll = chosen.length === Object.keys(texts.channels.events).length;
  // The API takes an empty list for every type: the opposite of what the form says.
  if (chosen.length === 0) throw new Error(texts.channels.noEvent);
  const plain = Object.fromEntries(Object.entries(values).filter(([name]) => !/^(?:event|team) /.test(name)));
  if (plain.url === '') delete plain.url;
  return {
    ...plain,
    events: isAll ? [] : chosen,
    min_epss: Number((Number(values.min_epss || 0) / 100).toFixed(5)),
    exploited_only: values.exploited_only === 'true',
    include_undecided: values.include_undecided === 'true',
    suppliers: listOf(values.suppliers ?? '', /\n/),
    ...(teams.length > 1 && { team_ids: teams.map(({ id }) => id).filter((id) => values[`team ${id}`] === 'true') }),
    ...(kind === 'email' && {
      recipients: listOf(values.recipients ?? '', /[\n,]/),
      smtp_port: Number(values.smtp_port) || 587,
    }),
    ...(!isTracker(kind) && { digest_day: Number(values.digest_day) }),
    ...(channel && { active: values.active === 'true' }),
  };
}
