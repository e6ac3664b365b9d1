import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { linkSignature } from '../../platform/security/link-signature.js';
import { Vault } from '../../platform/security/vault.js';
import { sharesWithPlainKey, storeSealedKey, type ShareRow } from './shares.repository.js';

type Owner = Pick<ShareRow, 'id' | 'org_id'>;

const bindingOf = ({ org_id, id }: Owner): string[] => ['shares', org_id, id, 'key'];

/** Keys that sign the links of shares: sealed, so that a copy of the database gives no access. */
@Injectable()
export class ShareKeys implements OnApplicationBootstrap {
  constructor(
    private readonly vault: Vault,
    private readonly database: Database,
  ) {}

  /** Seals what a former release has stored plain. */
  async onApplicationBootstrap(): Promise<void> {
    const sealSome = () =>
      this.database.transaction('system', async (sql) => {
        const plain = await sharesWithPlainKey(sql);
        for (const share of plain) await storeSealedKey(sql, share.id, this.seal(share, share.key));
        return plain.length;
      });
    while ((await sealSome()) > 0);
  }

  seal(owner: Owner, key: Buffer): Buffer {
    return this.vault.seal(key.toString('base64url'), bindingOf(owner));
  }

  /** Empty for a share that was revoked; null where its key cannot be read. */
  signature(share: ShareRow): string | null {
    const sealed = share.sealed && this.vault.openIfReadable(share.sealed, bindingOf(share));
    if (share.sealed && sealed === null) return null;
    const key = sealed === null ? share.key : Buffer.from(sealed, 'base64url');
    return key ? linkSignature(key, [share.id, Math.floor(share.expires_at.getTime() / 1_000)]) : '';
  }
}
