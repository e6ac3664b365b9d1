import { Injectable } from '@nestjs/common';
import type { Sql } from '../platform/database/sql.js';
import { Vault } from '../platform/security/vault.js';
import { findWebhookSecrets } from './webhooks.repository.js';

interface WebhookKey {
  readonly org_id: string;
  readonly id: string;
}

const bindingOf = (owner: WebhookKey): string[] => ['webhooks', owner.org_id, owner.id, 'secret'];

/** Signing secrets, sealed and bound to their organization and webhook. */
@Injectable()
export class WebhookSecrets {
  constructor(private readonly vault: Vault) {}

  seal(owner: WebhookKey, secret: string): Buffer {
    return this.vault.seal(secret, bindingOf(owner));
  }

  /** The secret, and the previous one while it is still in use. */
  async read(sql: Sql, owner: WebhookKey): Promise<string[]> {
    const { sealed, previous_sealed } = await findWebhookSecrets(sql, owner.id);
    return [sealed, ...(previous_sealed ? [previous_sealed] : [])].map((one) => this.vault.open(one, bindingOf(owner)));
  }
}
