import { invalid, type FieldErrors } from '../model/errors.js';
import { addressFault, anyHost, isAllowlisted, parseEgressUrl } from '../platform/egress/egress-url.js';
import { normalizePublicHost } from '../platform/egress/public-host.js';
import { channelKinds, type ChannelKind } from './alarm-types.js';
import type { ChannelFields, ChannelTarget } from './channels.repository.js';
import type { EmailTarget } from './receivers/email-sender.js';

/** Shown in place of a stored secret. */
export const channelMask = '********';

/** The ports at which mail servers take mail with a login; others must be opened by the operator. */
const mailPorts: ReadonlySet<number> = new Set([465, 587, 2525]);
const maxRecipients = 50;
const maxSuppliers = 1_000;

/** One address without a name, comments, lists or line breaks. */
const emailAddress = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/;

/** What a request says of a channel. */
type Body = Readonly<
  Partial<
    Record<
      | ('name' | 'url' | 'smtp_host' | 'smtp_security' | 'smtp_username' | 'smtp_password' | 'sender' | 'min_severity')
      | ('project' | 'issue_type' | 'username' | 'token')
      | ('digest' | 'digest_time' | 'time_zone' | 'quiet_from' | 'quiet_to'),
      string | null
    > &
      Record<'recipients' | 'events' | 'team_ids' | 'suppliers', string[] | null> &
      Record<'smtp_port' | 'min_epss' | 'digest_day', number | null> &
      Record<'exploited_only' | 'include_undecided' | 'active', boolean | null>
  >
>;

/** What a new channel has where the request says nothing. */
export const newChannelFields: ChannelFields = {
  name: '',
  target: {},
  events: [],
  min_severity: 'none',
  min_epss: 0,
  exploited_only: false,
  include_undecided: false,
  team_ids: [],
  suppliers: [],
  digest: 'immediate',
  digest_time: '08:00',
  digest_day: 1,
  time_zone: 'UTC',
  quiet_from: null,
  quiet_to: null,
  active: true,
};

/** The fields after a request; members left out are unchanged. */
export function mergedFields(kind: ChannelKind, former: ChannelFields, body: Body): ChannelFields {
  return {
    name: body.name ?? former.name,
    target: targetOf(kind, former.target, body),
    events: [...new Set(body.events ?? former.events)],
    min_severity: body.min_severity || former.min_severity,
    min_epss: body.min_epss ?? former.min_epss,
    exploited_only: body.exploited_only ?? former.exploited_only,
    include_undecided: body.include_undecided ?? former.include_undecided,
    team_ids: [...new Set(body.team_ids ?? former.team_ids)],
    suppliers: [...new Set(body.suppliers ?? former.suppliers)],
    digest: body.digest || former.digest,
    digest_time: body.digest_time || former.digest_time,
    digest_day: body.digest_day ?? former.digest_day,
    time_zone: body.time_zone || former.time_zone,
    quiet_from: (body.quiet_from ?? former.quiet_from) || null,
    quiet_to: (body.quiet_to ?? former.quiet_to) || null,
    active: body.active ?? former.active,
  };
}

function targetOf(kind: ChannelKind, former: ChannelTarget, body: Body): ChannelTarget {
  if (kind === 'email') return emailTarget(former, body);
  return isTracker(kind) ? trackerTarget(kind, former, body) : {};
}

export const isTracker = (kind: ChannelKind): kind is 'github' | 'jira' => kind === 'github' || kind === 'jira';

const trackerTarget = (kind: 'github' | 'jira', former: ChannelTarget, body: Body): ChannelTarget => ({
  url: (body.url || former['url'] || (kind === 'github' ? githubApi : '')).toString().replace(/\/+$/, ''),
  project: body.project ?? former['project'] ?? '',
  ...(kind === 'jira' && {
    issue_type: body.issue_type || former['issue_type'] || 'Task',
    username: body.username ?? former['username'] ?? '',
  }),
});

const githubApi = 'https://api.github.com';
const projectForms = { github: /^[A-Za-z0-9-]{1,39}\/[A-Za-z0-9._-]{1,100}$/, jira: /^[A-Za-z][A-Za-z0-9_]{1,50}$/ };

const emailTarget = (former: ChannelTarget, body: Body): ChannelTarget => ({
  smtp_host: body.smtp_host ?? former['smtp_host'] ?? '',
  smtp_port: body.smtp_port ?? former['smtp_port'] ?? 587,
  smtp_security: body.smtp_security || former['smtp_security'] || 'starttls',
  smtp_username: body.smtp_username ?? former['smtp_username'] ?? '',
  sender: body.sender ?? former['sender'] ?? '',
  recipients: [...new Set(body.recipients ?? (former['recipients'] as string[] | undefined) ?? [])],
});

/**
 * What is wrong with the fields of a new channel that depend on one another, while others are wrong by themselves: any
 * value may be of any type. Hosts that the operator has opened are known later.
 */
export function newChannelErrors(body: Readonly<Record<string, unknown>>): FieldErrors {
  const isText = (value: unknown): boolean => typeof value === 'string';
  const isReadable = (name: string, value: unknown): boolean =>
    name === 'smtp_port' ? Number.isInteger(value) : Array.isArray(value) ? value.every(isText) : isText(value);
  const readable = Object.fromEntries(Object.entries(body).filter(([name, value]) => isReadable(name, value)));
  const kind = channelKinds.find((known) => known === body.kind);
  const url = typeof body.url === 'string' ? body.url : '';
  return {
    ...channelFaults(kind ?? 'slack', mergedFields(kind ?? 'slack', newChannelFields, readable as Body), anyHost), // prettier-ignore
    ...(kind && hasSecretUrl(kind) && urlFault(url, anyHost)),
  };
}

/** The address is the secret. */
const hasSecretUrl = (kind: ChannelKind): boolean => kind === 'slack' || kind === 'teams';

function urlFault(url: string, allowlist: ReadonlySet<string>): FieldErrors | false {
  const fault = url === '' ? 'is required' : url.endsWith(channelMask) ? null : addressFault(url, allowlist);
  return fault !== null && { url: fault };
}

/**
 * Checks what no single field shows.
 *
 * @param url of Slack and Teams; the mask: as it was
 * @param allowlist hosts that the operator has opened
 * @throws CallerError 400 that names the fields
 */
export function checkChannelFields(
  kind: ChannelKind,
  { fields, url }: { fields: ChannelFields; url: string },
  allowlist: ReadonlySet<string>,
): void {
  throwFaults({ ...channelFaults(kind, fields, allowlist), ...(hasSecretUrl(kind) && urlFault(url, allowlist)) });
}

function channelFaults(kind: ChannelKind, fields: ChannelFields, allowlist: ReadonlySet<string>): FieldErrors {
  return {
    ...(kind === 'email' && targetFaults(fields.target, allowlist)),
    ...(isTracker(kind) && trackerFaults(kind, fields.target, allowlist)),
    ...(fields.suppliers.length > maxSuppliers && { suppliers: `may hold at most ${maxSuppliers} names` }),
    ...(!isTimeZone(fields.time_zone) && { time_zone: 'is no time zone; give one like Europe/Paris' }),
    ...((fields.quiet_from === null) !== (fields.quiet_to === null) && {
      quiet_to: 'quiet hours need a beginning and an end',
    }),
    ...(fields.quiet_from !== null &&
      fields.quiet_from === fields.quiet_to && { quiet_to: 'must differ from the beginning of the quiet hours' }),
  };
}

function trackerFaults(kind: 'github' | 'jira', target: ChannelTarget, allowlist: ReadonlySet<string>): FieldErrors {
  const project = String(target['project']);
  const form = kind === 'github' ? 'must be owner/repository' : 'must be the key of a project, such as SEC';
  return {
    ...urlFault(String(target['url']), allowlist),
    ...(/[?#]/.test(String(target['url'])) && { url: 'must have no query' }),
    ...((!projectForms[kind].test(project) || project.endsWith('/..') || project.endsWith('/.')) && { project: form }),
  };
}

function targetFaults(target: ChannelTarget, allowlist: ReadonlySet<string>): FieldErrors {
  const { smtp_host: host, smtp_port: port, sender, recipients } = target as EmailTarget;
  const isOpened = isAllowlisted(allowlist, host, port);
  return {
    ...(host === '' && { smtp_host: 'is required' }),
    ...(host !== '' && !isOpened && normalizePublicHost(host) === null && { smtp_host: 'The address leads inside' }),
    ...(!isOpened && !mailPorts.has(port) && { smtp_port: `must be one of ${[...mailPorts].join(', ')}` }),
    ...(!isEmail(sender) && { sender: 'must be one e-mail address' }),
    ...((recipients.length === 0 || recipients.length > maxRecipients || !recipients.every(isEmail)) && {
      recipients: `must hold 1 to ${maxRecipients} e-mail addresses`,
    }),
  };
}

const isEmail = (text: string): boolean => text.length <= 320 && emailAddress.test(text);

/** Also under a name that the list of Node lacks, such as Asia/Kolkata. The database is asked besides (`hasTimeZone`). */
function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z][\w+/-]{0,63}$/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

/** The secret that a checked request gives; null: none, or the mask. */
export function givenSecret(kind: ChannelKind, body: Body, allowlist: ReadonlySet<string>): string | null {
  if (kind === 'email') {
    const password = body.smtp_password;
    return password === undefined || password === null || password === channelMask ? null : password;
  }
  if (isTracker(kind)) return !body.token || body.token === channelMask ? null : body.token;
  return !body.url || body.url.endsWith(channelMask) ? null : parseEgressUrl(body.url, allowlist).href;
}

export function throwFaults(faults: FieldErrors): void {
  const [first] = Object.entries(faults);
  if (first) throw invalid(`Invalid request: ${first[0]}: ${first[1]}`, faults);
}
