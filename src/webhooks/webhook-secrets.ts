import { Injectable } from '@nestjs/common';
import type { Sql } from '../platform/database/sql.js';
import { unreadableSecret } from '../platform/security/unreadable-secret.js';
import { Vault } from '../platform/security/vault.js';
import { findWebhookSecrets } from './webhooks.repository.js';

interface WebhookKey {
  readonly org_id: string;
  readonly id: string;
}

/** What a webhook says whose secret cannot be read. */
export const lostWebhookSecret = unreadableSecret('The secret', 'give the webhook a new one');

const bindingOf = (owner: WebhookKey): string[] => ['webhooks', owner.org_id, owner.id, 'secret'];

/** Signing secrets, sealed and bound to their organization and webhook. */
@Injectable()
export class WebhookSecrets {
  constructor(private readonly vault: Vault) {}

  seal(owner: WebhookKey, secret: string): Buffer {
    return this.vault.seal(secret, bindingOf(owner));
  }

  /** The secret, and the previous one while it is still in use. Null: the secret cannot be read. */
  async read(sql: Sql, owner: WebhookKey): Promise<string[] | null> {
    const { sealed, previous_sealed } = await findWebhookSecrets(sql, owner.id);
    const binding = bindingOf(owner);
    const secret = this.vault.openIfReadable(sealed, binding);
    const previous = previous_sealed && this.vault.openIfReadable(previous_sealed, binding);
    return secret === null ? null : [secret, ...(previous === null ? [] : [previous])];
  }
}
