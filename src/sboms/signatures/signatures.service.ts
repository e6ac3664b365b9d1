import { Injectable } from '@nestjs/common';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import type { DocumentKey } from '../../formats/signatures/jsf.js';
import { keyFingerprint, publicKeyFromPem } from '../../formats/signatures/keys.js';
import { CallerError } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { lockOrganization } from '../../organizations/members/organizations.repository.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import { unreadableSecret } from '../../platform/security/unreadable-secret.js';
import { Vault } from '../../platform/security/vault.js';
import { spkiPem, type AddTrustedKeyBody } from './signatures.dto.js';
import {
  deleteFormerKey,
  deleteTrustedKey,
  findOwnKeyForUpdate,
  findSealedSigningKey,
  findSigningKeys,
  findTrustedKeyForUpdate,
  findTrustedKeys,
  insertTrustedKey,
  replaceSigningKey,
} from './signatures.repository.js';
import type { SigningKeyView, TrustedKeyView } from './signatures.view.js';

/** Every one is tried on a signature that names no key. */
const maxTrustedKeys = 200;

/** The keys by which an organization trusts the documents of others, and signs its own. */
@Injectable()
export class SignaturesService {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  trustedKeys(actor: Actor, orgId: string): Promise<TrustedKeyView[]> {
    actor.organization(orgId);
    return this.database.transaction(actor.tenancy, (sql) => findTrustedKeys(sql, orgId));
  }

  async addTrustedKey(actor: Actor, body: AddTrustedKeyBody): Promise<TrustedKeyView> {
    actor.organization(body.org_id);
    const key = {
      id: newId(),
      orgId: body.org_id,
      userId: actor.userId,
      name: body.name,
      key_name: body.key_name ?? '',
      public_key: spkiPem(body.public_key),
      fingerprint: keyFingerprint(publicKeyFromPem(body.public_key)!),
    };
    return this.database.transaction(actor.tenancy, async (sql) => {
      await lockOrganization(sql, body.org_id);
      if ((await findTrustedKeys(sql, body.org_id)).length >= maxTrustedKeys)
        throw new CallerError(409, `An organization trusts at most ${maxTrustedKeys} keys: remove one first`);
      const added = await insertTrustedKey(sql, key);
      if (!added) throw new CallerError(409, `The organization trusts the key ${key.fingerprint} already`);
      return added;
    });
  }

  /** A key of others, or a former one of the organization itself. @throws CallerError 409 for the one that signs now */
  async removeTrustedKey(actor: Actor, id: string): Promise<void> {
    await this.database.transaction(actor.tenancy, async (sql) => {
      const own = await findOwnKeyForUpdate(sql, id);
      actor.authorize(own ?? (await findTrustedKeyForUpdate(sql, id)), 'trusted key');
      if (!own) await deleteTrustedKey(sql, id);
      else if ((await deleteFormerKey(sql, id)) === 0)
        throw new CallerError(409, 'This key signs now: make another one first with v1/signature/createSigningKey');
    });
  }

  signingKeys(actor: Actor, orgId: string): Promise<SigningKeyView[]> {
    actor.organization(orgId);
    return this.database.transaction(actor.tenancy, (sql) => findSigningKeys(sql, orgId));
  }

  async createSigningKey(actor: Actor, orgId: string): Promise<SigningKeyView> {
    actor.organization(orgId);
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const id = newId();
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const key = {
      id,
      orgId,
      userId: actor.userId,
      public_key: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      fingerprint: keyFingerprint(publicKey),
    };
    // In the transaction: the master key may change while it waits, and then it is tried again.
    return this.database.transaction(actor.tenancy, (sql) =>
      replaceSigningKey(sql, { ...key, sealed: this.vault.seal(pem, bindingOf(orgId, id)) }),
    );
  }

  /** @throws CallerError 409 where there is none, or none that can be read */
  async signingKey(sql: Sql, orgId: string): Promise<DocumentKey> {
    const row = await findSealedSigningKey(sql, orgId);
    if (!row) {
      const message = 'The organization has no signing key: an admin makes one with v1/signature/createSigningKey';
      throw new CallerError(409, message, { reason: 'no_signing_key' });
    }
    const pem = this.vault.openIfReadable(row.sealed, bindingOf(orgId, row.id));
    if (pem !== null) return { keyId: row.id, privateKey: createPrivateKey(pem) };
    const wayOut = 'an admin makes another one with v1/signature/createSigningKey';
    throw new CallerError(409, unreadableSecret('The signing key of the organization', wayOut), { reason: 'no_signing_key' }); // prettier-ignore
  }
}

const bindingOf = (orgId: string, id: string): string[] => ['document_keys', orgId, id, 'private_key'];
