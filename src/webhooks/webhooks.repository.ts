import { Injectable } from '@nestjs/common';
import type { Sql } from '../platform/database/sql.js';
import { newId } from '../platform/identifiers/uuid.js';

/** What people set of a webhook, the secret aside. */
export interface WebhookFields {
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  readonly active: boolean;
}

export interface WebhookRow extends WebhookFields {
  readonly id: string;
  readonly org_id: string;
  readonly disabled_reason: string;
  readonly failing_since: Date | null;
  readonly previous_until: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface SealedSecrets {
  readonly sealed: Buffer;
  /** While it still signs. */
  readonly previous_sealed: Buffer | null;
}

/** A secret that was replaced signs for this long beside the new one. */
const overlapHours = 24;
/** Failing for this long without a success ends it. */
const maxFailingDays = 5;

const columns = `id, org_id, url, description, events, active, disabled_reason, failing_since, created_at, updated_at,
  CASE WHEN previous_until > now() THEN previous_until END AS previous_until`;

@Injectable()
export class WebhooksRepository {
  find(sql: Sql, id: string): Promise<WebhookRow | null> {
    return sql.one<WebhookRow>(`SELECT ${columns} FROM webhooks WHERE id = $1 AND deleted_at IS NULL`, [id]);
  }

  /** Locks the row. */
  async findForUpdate(sql: Sql, id: string): Promise<WebhookRow | null> {
    await sql.run('SELECT FROM webhooks WHERE id = $1 FOR UPDATE', [id]);
    return this.find(sql, id);
  }

  /** Newest first. */
  async page(
    sql: Sql,
    orgId: string,
    paging: { offset: number; limit: number },
  ): Promise<{ rows: WebhookRow[]; total: number }> {
    const rows = await sql.query<WebhookRow>(
      `SELECT ${columns} FROM webhooks WHERE org_id = $1 AND deleted_at IS NULL
       ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT $3`,
      [orgId, paging.offset, paging.limit],
    );
    return { rows, total: await this.count(sql, orgId) };
  }

  async count(sql: Sql, orgId: string): Promise<number> {
    const row = await sql.one<{ n: number }>(
      'SELECT count(*)::int AS n FROM webhooks WHERE org_id = $1 AND deleted_at IS NULL',
      [orgId],
    );
    return row?.n ?? 0;
  }

  /** @param seal of the secret, for the id that the webhook gets */
  async insert(sql: Sql, orgId: string, row: WebhookFields, seal: (id: string) => Buffer): Promise<WebhookRow> {
    const id = newId();
    await sql.run(
      `INSERT INTO webhooks (id, org_id, url, description, events, active, sealed) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [id, orgId, row.url, row.description, row.events, row.active, seal(id)],
    );
    return (await this.find(sql, id))!;
  }

  /** Whoever changes it has looked at it: failures from before no longer count. */
  async update(sql: Sql, id: string, row: WebhookFields): Promise<void> {
    await sql.run(
      `UPDATE webhooks SET url = $2, description = $3, events = $4, active = $5, updated_at = now(),
              disabled_reason = '', failing_since = NULL
       WHERE id = $1`,
      [id, row.url, row.description, row.events, row.active],
    );
  }

  async replaceSecret(sql: Sql, id: string, sealed: Buffer): Promise<void> {
    await sql.run(
      `UPDATE webhooks SET previous_sealed = sealed, previous_until = now() + make_interval(hours => $3), sealed = $2,
              updated_at = now()
       WHERE id = $1`,
      [id, sealed, overlapHours],
    );
  }

  /** For a secret that must not go where the webhook goes now. */
  async forgetPrevious(sql: Sql, id: string): Promise<void> {
    await sql.run('UPDATE webhooks SET previous_sealed = NULL, previous_until = NULL WHERE id = $1', [id]);
  }

  async secrets(sql: Sql, id: string): Promise<SealedSecrets> {
    const row = await sql.one<SealedSecrets>(
      `SELECT sealed, CASE WHEN previous_until > now() THEN previous_sealed END AS previous_sealed
       FROM webhooks WHERE id = $1`,
      [id],
    );
    return row!;
  }

  async delete(sql: Sql, id: string): Promise<void> {
    await sql.run(`UPDATE webhooks SET deleted_at = now(), active = false, previous_sealed = NULL WHERE id = $1`, [id]);
  }

  async succeeded(sql: Sql, id: string): Promise<void> {
    await sql.run('UPDATE webhooks SET failing_since = NULL WHERE id = $1 AND failing_since IS NOT NULL', [id]);
  }

  /** @returns whether it has failed for so long that it was disabled by this */
  async failed(sql: Sql, id: string, isGone: boolean): Promise<boolean> {
    await sql.run('UPDATE webhooks SET failing_since = coalesce(failing_since, now()) WHERE id = $1', [id]);
    const why = isGone
      ? 'The receiver answered that it is gone (410)'
      : `No event could be delivered for ${maxFailingDays} days`;
    const disabled = await sql.run(
      `UPDATE webhooks SET active = false, disabled_reason = $2, updated_at = now()
       WHERE id = $1 AND active AND ($3 OR failing_since < now() - make_interval(days => ${maxFailingDays}))`,
      [id, why, isGone],
    );
    return disabled > 0;
  }
}
