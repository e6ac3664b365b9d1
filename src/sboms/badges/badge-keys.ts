import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { LinkKeys } from '../../platform/security/link-keys.js';
import { Vault } from '../../platform/security/vault.js';
import { sbomsWithPlainKey, storeSealedBadgeKey } from './badges.repository.js';

/** Keys that sign the links to the badges of SBOMs. */
@Injectable()
export class BadgeKeys extends LinkKeys {
  constructor(vault: Vault, database: Database) {
    super(vault, database, {
      place: ['sboms', 'badge_key'],
      findPlain: sbomsWithPlainKey,
      storeSealed: storeSealedBadgeKey,
    });
  }
}
