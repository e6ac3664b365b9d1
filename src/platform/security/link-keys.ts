import type { OnApplicationBootstrap } from '@nestjs/common';
import type { Database } from '../database/database.js';
import type { Sql } from '../database/sql.js';
import type { Vault } from './vault.js';

/** Where the key of a link lives. */
export interface LinkKeyOwner {
  readonly id: string;
  readonly org_id: string;
}

/** As it is stored: sealed, or as a former release has stored it. */
export interface StoredLinkKey {
  readonly sealed: Buffer | null;
  readonly plain: Buffer | null;
}

export interface LinkKeyStore {
  /** The table and what the key is called there: a sealed key opens nowhere else. */
  readonly place: readonly [table: string, name: string];
  /** Some of those that are stored as they are, locked. */
  findPlain(sql: Sql): Promise<readonly (LinkKeyOwner & { readonly key: Buffer })[]>;
  /** In place of the plain one. */
  storeSealed(sql: Sql, id: string, sealed: Buffer): Promise<unknown>;
}

/** Keys that sign links: sealed, so that a copy of the database gives no access. */
export abstract class LinkKeys implements OnApplicationBootstrap {
  constructor(
    private readonly vault: Vault,
    private readonly database: Database,
    private readonly store: LinkKeyStore,
  ) {}

  /** Seals what a former release has stored plain. */
  async onApplicationBootstrap(): Promise<void> {
    const sealSome = () =>
      this.database.transaction('system', async (sql) => {
        const plain = await this.store.findPlain(sql);
        for (const one of plain) await this.store.storeSealed(sql, one.id, this.seal(one, one.key));
        return plain.length;
      });
    while ((await sealSome()) > 0);
  }

  seal(owner: LinkKeyOwner, key: Buffer): Buffer {
    return this.vault.seal(key.toString('base64url'), this.bindingOf(owner));
  }

  /** `none` where there is no key: the links were revoked. `unreadable` where its master key is not here. */
  open(owner: LinkKeyOwner, { sealed, plain }: StoredLinkKey): Buffer | 'none' | 'unreadable' {
    if (!sealed) return plain ?? 'none';
    const opened = this.vault.openIfReadable(sealed, this.bindingOf(owner));
    return opened === null ? 'unreadable' : Buffer.from(opened, 'base64url');
  }

  private bindingOf({ org_id, id }: LinkKeyOwner): string[] {
    const [table, name] = this.store.place;
    return [table, org_id, id, name];
  }
}
