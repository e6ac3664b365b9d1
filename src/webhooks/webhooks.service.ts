import { Injectable } from '@nestjs/common';
import { CallerError, invalid } from '../model/errors.js';
import type { Actor } from '../organizations/access/actor.js';
import { lockOrganization } from '../organizations/members/organizations.repository.js';
import { rejectEndingKey } from '../organizations/users/api-keys.service.js';
import { Configuration } from '../platform/configuration/configuration.js';
import { requireUnchanged } from '../platform/http/precondition.js';
import { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import { parseEgressUrl } from '../platform/egress/egress-url.js';
import { deliveryPage, dropPendingDeliveries } from './deliveries.repository.js';
import { generateSecret } from './signature.js';
import { testEvent } from './event-types.js';
import { createDeliveries } from './webhook-events.js';
import { WebhookSecrets } from './webhook-secrets.js';
import {
  webhookMask as mask,
  type CreateWebhookBody,
  type DeliveriesQuery,
  type DeliveryView,
  type UpdateWebhookBody,
  type WebhookView,
  type WebhooksQuery,
} from './webhooks.dto.js';
import {
  countWebhooks,
  insertWebhook,
  findWebhookForUpdate,
  updateWebhook,
  replaceWebhookSecret,
  deletePreviousSecret,
  findWebhook,
  webhookPage,
  deleteWebhook,
  type WebhookRow,
} from './webhooks.repository.js';

const maxWebhooksPerOrganization = 100;

/** Webhooks of an organization, managed by its administrators. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly configuration: Configuration,
    private readonly database: Database,
    private readonly secrets: WebhookSecrets,
  ) {}

  async create(actor: Actor, body: CreateWebhookBody): Promise<WebhookView> {
    const { orgId: org_id } = actor.organization(body.org_id);
    rejectEndingKey(actor, 'a webhook');
    const url = this.address(body.url);
    const chosen = chosenSecret(body.secret);
    const secret = chosen ?? generateSecret();
    return this.database.transaction(actor.tenancy, async (sql) => {
      await lockOrganization(sql, org_id);
      if ((await countWebhooks(sql, org_id)) >= maxWebhooksPerOrganization)
        throw new CallerError(
          409,
          `The organization already has ${maxWebhooksPerOrganization} webhooks; delete one first`,
        );
      const fields = { url, description: body.description ?? '', active: body.active ?? true };
      const events = [...new Set(body.events ?? [])];
      const row = await insertWebhook(sql, org_id, { ...fields, events }, (id) =>
        this.secrets.seal({ org_id, id }, secret),
      );
      return view(row, chosen === null ? secret : mask); // the user who chose it knows it
    });
  }

  async update(actor: Actor, body: UpdateWebhookBody, ifMatch: string | null = null): Promise<WebhookView> {
    const chosen = chosenSecret(body.secret);
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = actor.authorize(await findWebhookForUpdate(sql, body.id), 'webhook');
      rejectEndingKey(actor, 'a change of a webhook');
      requireUnchanged(row, ifMatch, body.updated_at);
      const url = body.url ? this.address(body.url) : row.url;
      await updateWebhook(sql, row.id, {
        url,
        description: body.description ?? row.description,
        active: body.active ?? row.active,
        events: body.events ? [...new Set(body.events)] : row.events,
      });
      if (body.active === false)
        await dropPendingDeliveries(sql, [row.id], 'The webhook is not active; activate it first');
      // The new host must learn neither the secret nor a signature with it.
      const isElsewhere = new URL(url).origin !== new URL(row.url).origin;
      const made = chosen === null && (body.rotate_secret || isElsewhere) ? generateSecret() : null;
      const secret = chosen ?? made;
      if ((body.active ?? row.active) && secret === null && (await this.secrets.read(sql, row)) === null)
        throw invalid(`Invalid request: secret: ${lostSecret}`, { secret: lostSecret });
      if (secret !== null) await replaceWebhookSecret(sql, row.id, this.secrets.seal(row, secret));
      if (isElsewhere) await deletePreviousSecret(sql, row.id);
      return view((await findWebhook(sql, row.id))!, made ?? mask);
    });
  }

  async get(actor: Actor, id: string): Promise<WebhookView> {
    return this.database.transaction(actor.tenancy, async (sql) => view(await this.admitted(sql, actor, id), mask));
  }

  async list(actor: Actor, query: WebhooksQuery): Promise<{ rows: WebhookView[]; total: number }> {
    const { orgId } = actor.organization(query.org_id);
    const filter = { orgId, q: query.q ?? null, active: query.active ?? null };
    return this.database.transaction(actor.tenancy, async (sql) => {
      const { rows, total } = await webhookPage(sql, filter, query);
      return { rows: rows.map((row) => view(row, mask)), total };
    });
  }

  async delete(actor: Actor, id: string, ifMatch: string | null): Promise<void> {
    await this.database.transaction(actor.tenancy, async (sql) => {
      const row = actor.authorize(await findWebhookForUpdate(sql, id), 'webhook');
      requireUnchanged(row, ifMatch);
      await deleteWebhook(sql, row.id);
      await dropPendingDeliveries(sql, [row.id], 'The webhook was deleted');
    });
  }

  async deliveries(actor: Actor, query: DeliveriesQuery): Promise<{ rows: DeliveryView[]; total: number }> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const { id: webhookId } = await this.admitted(sql, actor, query.webhook_id);
      return deliveryPage(sql, { webhookId, status: query.status, type: query.type }, query);
    });
  }

  /** Sends a test event to this webhook only. */
  async test(actor: Actor, id: string): Promise<DeliveryView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = await this.admitted(sql, actor, id);
      if (!row.active) throw new CallerError(409, 'The webhook is not active; activate it first');
      const data = [{ webhook_id: row.id, org_id: row.org_id }];
      const [sent] = await createDeliveries(sql, { orgId: row.org_id, webhooks: [row.id], type: testEvent, data });
      const only = { webhookId: row.id, id: sent! };
      return (await deliveryPage(sql, only, { offset: 0, limit: 1 })).rows[0]!;
    });
  }

  private async admitted(sql: Sql, actor: Actor, id: string): Promise<WebhookRow> {
    return actor.authorize(await findWebhook(sql, id), 'webhook');
  }

  private address(url: string): string {
    try {
      return parseEgressUrl(url, this.configuration.egressAllowlist).href;
    } catch (error) {
      if (!(error instanceof CallerError)) throw error;
      throw invalid(`Invalid request: url: ${error.message}`, { url: error.message });
    }
  }
}

const lostSecret = 'is required, because the former one cannot be read; rotate_secret makes one';

/** Null: none, or the one that is stored. */
const chosenSecret = (secret: string | null | undefined): string | null => (!secret || secret === mask ? null : secret);

const view = (row: WebhookRow, secret: string): WebhookView => ({ ...row, events: [...row.events], secret });
