import { Injectable } from '@nestjs/common';
import { CallerError, notFound } from '../model/errors.js';
import type { Actor } from '../organizations/access/actor.js';
import { lockOrganization } from '../organizations/members/organizations.repository.js';
import { rejectEndingKey } from '../organizations/users/api-keys.service.js';
import { Configuration } from '../platform/configuration/configuration.js';
import { Database } from '../platform/database/database.js';
import type { ListPage } from '../platform/database/order-by.js';
import type { Sql } from '../platform/database/sql.js';
import { requireUnchanged } from '../platform/http/precondition.js';
import { newId } from '../platform/identifiers/uuid.js';
import { enqueue } from '../jobs/enqueue.js';
import type { AlarmText } from './alarm-text.js';
import type { ChannelKind } from './alarm-types.js';
import { SendAlarms } from './alarms.jobs.js';
import { channelMask, checkChannelFields, givenSecret, isTracker, mergedFields, newChannelFields, throwFaults } from './channel-fields.js'; // prettier-ignore
import { ChannelSecrets, lostChannelSecret } from './channel-secrets.js';
import type { ChannelsQuery, CreateChannelBody, IssuesQuery, UpdateChannelBody } from './channels.dto.js';
import {
  areTeams,
  channelPage,
  countChannels,
  deleteChannels,
  findChannel,
  findChannelForUpdate,
  hasTimeZone,
  insertChannel,
  replaceChannelSecret,
  updateChannel,
  type ChannelFields,
  type ChannelRow,
} from './channels.repository.js';
import type { AlarmChannelView, DeletedChannelView, MessageView } from './channels.view.js';
import { dropPendingMessages, dropWaiting, insertMessage, messagePage } from './messages.repository.js';
import { deleteIssues, issuePage, openIssueAddresses, wantAllIssues } from './issues/issues.repository.js';
import type { AlarmIssueView } from './issues/issues.view.js';
import { Receivers } from './receivers/receivers.js';

const maxChannels = 100;
/** Named in the answer to a deletion. */
const maxLeftIssues = 1_000;

const serverFields = ['smtp_host', 'smtp_port', 'smtp_security', 'smtp_username', 'url', 'username'] as const;

/** The database computes when a channel sends: a zone that it lacks would break every job that raises an alarm. */
async function requireTimeZone(sql: Sql, name: string): Promise<void> {
  if (!(await hasTimeZone(sql, name)))
    throwFaults({ time_zone: 'is no time zone of the database; give one like Europe/Paris' });
}

/** Channels of an organization, managed by its administrators. */
@Injectable()
export class ChannelsService {
  constructor(
    private readonly configuration: Configuration,
    private readonly database: Database,
    private readonly secrets: ChannelSecrets,
    private readonly receivers: Receivers,
  ) {}

  async create(actor: Actor, body: CreateChannelBody): Promise<AlarmChannelView> {
    const { orgId } = actor.organization(body.org_id);
    rejectEndingKey(actor, 'a channel');
    const kind = body.kind as ChannelKind;
    const fields = mergedFields(kind, newChannelFields, body);
    const secret = this.checked(kind, fields, body) ?? '';
    if (kind !== 'email' && secret === '')
      throwFaults(isTracker(kind) ? { token: 'is required' } : { url: 'is required' });
    return this.database.transaction(actor.tenancy, async (sql) => {
      await lockOrganization(sql, orgId);
      if ((await countChannels(sql, orgId)) >= maxChannels)
        throw new CallerError(409, `The organization already has ${maxChannels} channels; delete one first`);
      if (!(await areTeams(sql, orgId, fields.team_ids))) throw notFound('team');
      await requireTimeZone(sql, fields.time_zone);
      const row = await insertChannel(sql, { orgId, kind, fields }, (id) =>
        this.secrets.seal({ org_id: orgId, id }, secret),
      );
      if (isTracker(kind)) await wantAllIssues(sql, row.id);
      return this.view(sql, row);
    });
  }

  async update(actor: Actor, body: UpdateChannelBody, ifMatch: string | null): Promise<AlarmChannelView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = actor.authorize(await findChannelForUpdate(sql, body.id), 'channel');
      rejectEndingKey(actor, 'a change of a channel');
      requireUnchanged(row, ifMatch, body.updated_at);
      const fields = mergedFields(row.kind, row, body);
      const given = this.checked(row.kind, fields, body);
      // Another server, or another user of it, must not be given this password or token.
      const isElsewhere = serverFields.some((name) => row.target[name] !== fields.target[name]);
      const secret = given ?? (isElsewhere ? '' : null);
      if (isElsewhere && given === null && row.kind === 'email' && fields.target['smtp_username'] !== '')
        throwFaults({ smtp_password: 'is required, because the server or its user changes' });
      if (isElsewhere && given === null && isTracker(row.kind))
        throwFaults({ token: 'is required, because the address or its user changes' });
      if (body.team_ids && !(await areTeams(sql, row.org_id, fields.team_ids))) throw notFound('team');
      await requireTimeZone(sql, fields.time_zone);
      if (fields.active && secret === null && (await this.secrets.read(sql, row)) === null)
        throwFaults({ [secretField(row.kind)]: 'is required, because the former one cannot be read' });
      await updateChannel(sql, row.id, fields);
      if (secret !== null) await replaceChannelSecret(sql, row.id, this.secrets.seal(row, secret));
      // Elsewhere the same numbers are issues of others.
      if (isTracker(row.kind) && (['url', 'project'] as const).some((name) => row.target[name] !== fields.target[name]))
        await deleteIssues(sql, { id: row.id });
      if (isTracker(row.kind) && fields.active) await wantAllIssues(sql, row.id);
      if (!fields.active) await dropAll(sql, row.id, 'The channel is not active; activate it first');
      return this.view(sql, (await findChannel(sql, row.id))!);
    });
  }

  async get(actor: Actor, id: string): Promise<AlarmChannelView> {
    return this.database.transaction(actor.tenancy, async (sql) =>
      this.view(sql, actor.authorize(await findChannel(sql, id), 'channel')),
    );
  }

  async list(actor: Actor, query: ChannelsQuery): Promise<{ rows: AlarmChannelView[]; total: number }> {
    const { orgId } = actor.organization(query.org_id);
    const filter = { orgId, q: query.q ?? null, kind: query.kind || null, active: query.active ?? null };
    return this.database.transaction(actor.tenancy, async (sql) => {
      const { rows, total } = await channelPage(sql, filter, query);
      const views: AlarmChannelView[] = [];
      for (const row of rows) views.push(await this.view(sql, row));
      return { rows: views, total };
    });
  }

  /** @returns issues that stay open at the tracker: the channel's token goes with it */
  async delete(actor: Actor, id: string, ifMatch: string | null): Promise<DeletedChannelView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = actor.authorize(await findChannelForUpdate(sql, id), 'channel');
      requireUnchanged(row, ifMatch);
      await deleteChannels(sql, { id: row.id });
      const left_issues = await openIssueAddresses(sql, row.id);
      await deleteIssues(sql, { id: row.id });
      await dropAll(sql, row.id, 'The channel was deleted');
      return { id: row.id, left_issue_count: left_issues.length, left_issues: left_issues.slice(0, maxLeftIssues) };
    });
  }

  async messages(
    actor: Actor,
    { channel_id, status }: { channel_id: string; status?: string | null },
    paging: ListPage,
  ): Promise<{ rows: MessageView[]; total: number }> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const { id } = actor.authorize(await findChannel(sql, channel_id), 'channel');
      return messagePage(sql, { channelId: id, status: status || null }, paging);
    });
  }

  /** Issues of a tracker. */
  async issues(actor: Actor, query: IssuesQuery): Promise<{ rows: AlarmIssueView[]; total: number }> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const { id } = actor.authorize(await findChannel(sql, query.channel_id), 'channel');
      return issuePage(sql, { channelId: id, sbomId: query.sbom_id ?? null }, query);
    });
  }

  /** Sends a test message at once, whatever the digest and the quiet hours. */
  async test(actor: Actor, id: string): Promise<MessageView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = actor.authorize(await findChannel(sql, id), 'channel');
      if (!row.active) throw new CallerError(409, 'The channel is not active; activate it first');
      const message = { id: newId(), subject: testText.title, alarms: 0 };
      await insertMessage(sql, row, { ...message, body: this.receivers.of(row.kind).render(testText) });
      const subject = { kind: 'alarm channel', id: row.id };
      const dedupe = { key: row.id, until: 'started' } as const;
      await enqueue(sql, SendAlarms, { channel_id: row.id }, { orgId: row.org_id, subject, dedupe });
      const only = { channelId: row.id, status: null, id: message.id };
      return (await messagePage(sql, only, { offset: 0, limit: 1 })).rows[0]!;
    });
  }

  private checked(
    kind: ChannelKind,
    fields: ChannelFields,
    body: CreateChannelBody | UpdateChannelBody,
  ): string | null {
    const allowlist = this.configuration.egressAllowlist;
    const url = body.url || ('id' in body ? channelMask : '');
    checkChannelFields(kind, { fields, url }, allowlist);
    return givenSecret(kind, body, allowlist);
  }

  private async view(sql: Sql, { target, ...row }: ChannelRow): Promise<AlarmChannelView> {
    const secret = await this.secrets.read(sql, row);
    const text = (name: string): string => String(target[name] ?? '');
    return {
      ...row,
      disabled_reason: row.disabled_reason || (secret === null ? lostChannelSecret : ''),
      url: isTracker(row.kind)
        ? text('url')
        : row.kind === 'email'
          ? ''
          : secret
            ? `${new URL(secret).origin}/${channelMask}`
            : '',
      smtp_host: text('smtp_host'),
      smtp_port: Number(target['smtp_port'] ?? 0),
      smtp_security: text('smtp_security'),
      smtp_username: text('smtp_username'),
      project: text('project'),
      issue_type: text('issue_type'),
      username: text('username'),
      token: isTracker(row.kind) && secret ? channelMask : '',
      smtp_password: row.kind === 'email' && secret ? channelMask : '',
      sender: text('sender'),
      recipients: (target['recipients'] ?? []) as readonly string[],
    };
  }
}

/** The field of a request that gives the secret. */
const secretField = (kind: ChannelKind): 'smtp_password' | 'token' | 'url' =>
  kind === 'email' ? 'smtp_password' : isTracker(kind) ? 'token' : 'url';

const testText: AlarmText = {
  title: 'Stocktake: test message',
  sections: [{ heading: 'This channel works.', lines: ['Alarms of your organization are sent here.'] }],
  notes: [],
};

async function dropAll(sql: Sql, channelId: string, why: string): Promise<void> {
  await dropWaiting(sql, channelId);
  await dropPendingMessages(sql, channelId, why);
}
