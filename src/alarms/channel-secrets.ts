import { Injectable } from '@nestjs/common';
import type { Sql } from '../platform/database/sql.js';
import { unreadableSecret } from '../platform/security/unreadable-secret.js';
import { Vault } from '../platform/security/vault.js';
import { findSealedSecret } from './channels.repository.js';

interface ChannelKey {
  readonly org_id: string;
  readonly id: string;
}

/** What a channel says whose secret cannot be read. */
export const lostChannelSecret = unreadableSecret('The secret', 'give the channel a new one');

const bindingOf = (owner: ChannelKey): string[] => ['alarm_channels', owner.org_id, owner.id, 'secret'];

/** Addresses of incoming webhooks and passwords, sealed and bound to their organization and channel. */
@Injectable()
export class ChannelSecrets {
  constructor(private readonly vault: Vault) {}

  seal(owner: ChannelKey, secret: string): Buffer {
    return this.vault.seal(secret, bindingOf(owner));
  }

  /** Null: it was lost with its master key, or that is not here. */
  async read(sql: Sql, owner: ChannelKey): Promise<string | null> {
    const sealed = await findSealedSecret(sql, owner.id);
    return this.vault.openIfReadable(sealed, bindingOf(owner));
  }
}
