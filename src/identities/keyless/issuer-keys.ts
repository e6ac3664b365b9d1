import { Injectable } from '@nestjs/common';
import { createLocalJWKSet, errors, jwtVerify, type JSONWebKeySet, type JWTPayload, type JWTVerifyOptions } from 'jose';
import { text } from 'node:stream/consumers';
import { TransientError } from '../../model/errors.js';
import { EgressClient } from '../../platform/egress/egress-client.js';

interface KnownKeys {
  readonly keys: JSONWebKeySet;
  readonly readAt: number;
}

const limits = { maxBytes: 1_000_000, seconds: 10, silenceSeconds: 10 };
const maxAgeMs = 600_000;
/** Keys are read again for an unknown one, and after a failure, but not more often. */
const minIntervalMs = 30_000;
const maxIssuers = 1_000;

/** The keys of outside issuers that a rule trusts, by discovery (OpenID Connect Discovery 1.0, 4). */
@Injectable()
export class IssuerKeys {
  private readonly known = new Map<string, Promise<KnownKeys>>();
  private readonly failed = new Map<string, number>();

  constructor(private readonly egress: EgressClient) {}

  /**
   * @throws the errors of jose for a token that is not valid; TransientError if the issuer cannot be asked
   */
  async verify(token: string, options: JWTVerifyOptions & { issuer: string }): Promise<JWTPayload> {
    const { keys, readAt } = await this.read(options.issuer);
    try {
      return (await jwtVerify(token, createLocalJWKSet(keys), options)).payload;
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || Date.now() - readAt < minIntervalMs) throw error;
    }
    const { keys: newer } = await this.read(options.issuer, readAt);
    return (await jwtVerify(token, createLocalJWKSet(newer), options)).payload;
  }

  /** One reading serves all who wait for it. @param newerThan when those were read that will not do */
  private async read(issuer: string, newerThan = -Infinity): Promise<KnownKeys> {
    const before = this.known.get(issuer);
    if (before) {
      const keys = await before;
      if (keys.readAt > newerThan && Date.now() - keys.readAt < maxAgeMs) return keys;
      // Somebody else has asked meanwhile.
      if (this.known.get(issuer) !== before) return this.read(issuer, newerThan);
    }
    if (Date.now() - (this.failed.get(issuer) ?? 0) < minIntervalMs) throw unavailable(issuer);
    const reading = this.discover(issuer);
    for (const map of [this.known, this.failed]) if (map.size >= maxIssuers) map.delete(map.keys().next().value!);
    this.known.set(issuer, reading);
    reading.catch(() => {
      this.failed.set(issuer, Date.now());
      if (this.known.get(issuer) !== reading) return;
      // Whoever shows an unknown key must not take the known ones from others.
      if (before) this.known.set(issuer, before);
      else this.known.delete(issuer);
    });
    return reading;
  }

  private async discover(issuer: string): Promise<KnownKeys> {
    const found = await this.readJson(issuer, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    if (found.issuer !== issuer) throw unavailable(issuer, 'It describes another issuer');
    if (typeof found.jwks_uri !== 'string') throw unavailable(issuer, 'It does not say where its keys are');
    const keys = await this.readJson(issuer, found.jwks_uri);
    if (!Array.isArray(keys.keys)) throw unavailable(issuer, 'It publishes no keys');
    return { keys: keys as unknown as JSONWebKeySet, readAt: Date.now() };
  }

  private async readJson(issuer: string, address: string): Promise<Record<string, unknown>> {
    try {
      const { status, body } = await this.egress.send(address, { sameOrigin: true, limits });
      const value: unknown = JSON.parse(await text(body));
      if (status !== 200 || value === null || typeof value !== 'object') throw new Error(`It answers ${status}`);
      return value as Record<string, unknown>;
    } catch (error) {
      throw unavailable(issuer, '', error);
    }
  }
}

const unavailable = (issuer: string, why = '', cause?: unknown): TransientError =>
  new TransientError(`The keys of ${issuer} cannot be read at the moment. ${why}`.trim(), 30, { cause });
