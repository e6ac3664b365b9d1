import { Injectable } from '@nestjs/common';
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { Database } from '../../platform/database/database.js';
import { newId } from '../../platform/identifiers/uuid.js';
import { Vault } from '../../platform/security/vault.js';
import { insertSigningKey, isKeyDue, lockSigningKeys, publishedKeys } from './signing-keys.repository.js';

/** How long one process believes what it has read of the keys. */
const trustMs = 30_000;
/** An unknown `kid` makes us look again, but not more often than this. */
const lookAgainMs = 1_000;

interface Ring {
  readonly readAt: number;
  /** The public halves, by `kid`. */
  readonly published: ReadonlyMap<string, KeyObject>;
  readonly jwks: readonly Record<string, string>[];
  readonly signing: { readonly kid: string; readonly privateKey: KeyObject };
}

/**
 * The ES256 keys of session tokens, the same in every process. They replace each other by themselves: the next one is
 * published a day before it signs, the last one until its last token has expired.
 */
@Injectable()
export class SigningKeysService {
  private ring: Ring | null = null;
  private reading: Promise<Ring> | null = null;

  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
  ) {}

  async signing(): Promise<Ring['signing']> {
    return (await this.current(trustMs)).signing;
  }

  /** The public half of a published key, by its `kid`. */
  async published(kid: string): Promise<KeyObject | null> {
    const known = (await this.current(trustMs)).published.get(kid);
    return known ?? (await this.current(lookAgainMs)).published.get(kid) ?? null;
  }

  async jwks(): Promise<{ keys: readonly Record<string, string>[] }> {
    return { keys: (await this.current(trustMs)).jwks };
  }

  private async current(maxAgeMs: number): Promise<Ring> {
    if (this.ring && Date.now() - this.ring.readAt < maxAgeMs) return this.ring;
    this.reading ??= this.read().finally(() => (this.reading = null));
    return (this.ring = await this.reading);
  }

  private async read(): Promise<Ring> {
    const rows = await this.database.transaction('system', async (sql) => {
      if (await isKeyDue(sql)) {
        await lockSigningKeys(sql);
        if (await isKeyDue(sql)) await insertSigningKey(sql, this.make());
      }
      return publishedKeys(sql);
    });
    const signer = rows.find((row) => row.signing);
    if (!signer) throw new Error('No signing key is in its time');
    return {
      readAt: Date.now(),
      published: new Map(rows.map((row) => [row.id, createPublicKey({ key: row.public_jwk, format: 'jwk' })])),
      jwks: rows.map((row) => row.public_jwk),
      signing: {
        kid: signer.id,
        privateKey: createPrivateKey(this.vault.open(signer.private_key, bindingOf(signer.id))),
      },
    };
  }

  private make(): { id: string; publicJwk: unknown; privateKey: Buffer } {
    const id = newId();
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    return {
      id,
      publicJwk: { ...publicKey.export({ format: 'jwk' }), kid: id, alg: 'ES256', use: 'sig' },
      privateKey: this.vault.seal(pem, bindingOf(id)),
    };
  }
}

const bindingOf = (id: string): string[] => ['signing_keys', id, 'private_key'];
