import { Injectable } from '@nestjs/common';
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { Database } from '../../platform/database/database.js';
import { newId } from '../../platform/identifiers/uuid.js';
import { Vault } from '../../platform/security/vault.js';
import {
  insertSigningKey,
  isNextKeyMissing,
  lockSigningKeys,
  publishedSigningKeys,
} from './signing-keys.repository.js';

/** How long a process caches the keys. */
const cacheMs = 30_000;
/** Minimum interval between refreshes because of an unknown `kid`. */
const minRefreshMs = 1_000;

interface KeySet {
  readonly loadedAt: number;
  /** Public keys by `kid`. */
  readonly published: ReadonlyMap<string, KeyObject>;
  readonly jwks: readonly Record<string, string>[];
  readonly signing: { readonly kid: string; readonly privateKey: KeyObject };
}

/**
 * ES256 keys of session tokens, shared by all processes and rotated automatically: a key is published a day before it
 * signs, and until its last token has expired.
 */
@Injectable()
export class SigningKeysService {
  private keySet: KeySet | null = null;
  private loading: Promise<KeySet> | null = null;

  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  async signing(): Promise<KeySet['signing']> {
    return (await this.currentKeySet(cacheMs)).signing;
  }

  /** The public key of a published key pair, by its `kid`. */
  async published(kid: string): Promise<KeyObject | null> {
    const key = (await this.currentKeySet(cacheMs)).published.get(kid);
    return key ?? (await this.currentKeySet(minRefreshMs)).published.get(kid) ?? null;
  }

  async jwks(): Promise<{ keys: readonly Record<string, string>[] }> {
    return { keys: (await this.currentKeySet(cacheMs)).jwks };
  }

  private async currentKeySet(maxAgeMs: number): Promise<KeySet> {
    if (this.keySet && Date.now() - this.keySet.loadedAt < maxAgeMs) return this.keySet;
    this.loading ??= this.load().finally(() => (this.loading = null));
    return (this.keySet = await this.loading);
  }

  private async load(): Promise<KeySet> {
    const rows = await this.database.transaction('system', async (sql) => {
      if (await isNextKeyMissing(sql)) {
        await lockSigningKeys(sql);
        if (await isNextKeyMissing(sql)) await insertSigningKey(sql, this.generate());
      }
      return publishedSigningKeys(sql);
    });
    const signer = rows.find((row) => row.signing);
    if (!signer) throw new Error('No signing key is valid now; check the clock of the database server');
    return {
      loadedAt: Date.now(),
      published: new Map(rows.map((row) => [row.id, createPublicKey({ key: row.public_jwk, format: 'jwk' })])),
      jwks: rows.map((row) => row.public_jwk),
      signing: {
        kid: signer.id,
        privateKey: createPrivateKey(this.vault.open(signer.private_key, sealBinding(signer.id))),
      },
    };
  }

  private generate(): { id: string; publicJwk: unknown; privateKey: Buffer } {
    const id = newId();
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    return {
      id,
      publicJwk: { ...publicKey.export({ format: 'jwk' }), kid: id, alg: 'ES256', use: 'sig' },
      privateKey: this.vault.seal(pem, sealBinding(id)),
    };
  }
}

const sealBinding = (id: string): string[] => ['signing_keys', id, 'private_key'];
