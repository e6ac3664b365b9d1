import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { LinkKeys } from '../../platform/security/link-keys.js';
import { linkSignature } from '../../platform/security/link-signature.js';
import { Vault } from '../../platform/security/vault.js';
import { sharesWithPlainKey, storeSealedKey, type ShareRow } from './shares.repository.js';

/** Keys that sign the links of shares. */
@Injectable()
export class ShareKeys extends LinkKeys {
  constructor(vault: Vault, database: Database) {
    super(vault, database, { place: ['shares', 'key'], findPlain: sharesWithPlainKey, storeSealed: storeSealedKey });
  }

  /** Empty for a share that was revoked; null where its key cannot be read. */
  signature(share: ShareRow): string | null {
    const key = this.open(share, { sealed: share.sealed, plain: share.key });
    if (key === 'unreadable') return null;
    return key === 'none' ? '' : linkSignature(key, [share.id, Math.floor(share.expires_at.getTime() / 1_000)]);
  }
}
