import { Injectable } from '@nestjs/common';
import { text } from 'node:stream/consumers';
import { createLocalJWKSet, errors, jwtVerify, type JSONWebKeySet } from 'jose';
import { CallerError, TransientError } from '../../model/errors.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { ConfigurationError } from '../../platform/configuration/configuration-error.js';
import { EgressClient } from '../../platform/egress/egress-client.js';
import type { EgressRequest } from '../../platform/egress/egress-request.js';
import { groupsOf, hasGroups } from '../groups/group-claims.js';
import { oidcAlgorithms, userClaims, type OidcClaims } from '../../organizations/tokens/oidc-tokens.service.js';

/** What of OpenID Connect Discovery 1.0, 3 is used. */
interface ProviderMetadata {
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  /** Null: there is none. */
  readonly userInfoEndpoint: string | null;
  readonly keys: JSONWebKeySet;
  readonly sendsSecretInBody: boolean;
  readonly readAt: number;
}

/** About the user who signed in. */
export interface SignInClaims extends OidcClaims {
  /** Empty unless the provider says that it has verified the address. */
  readonly email: string;
  /** Null: the provider does not say, or not all of them. */
  readonly groups: readonly string[] | null;
}

export interface AuthorizationRequest {
  readonly state: string;
  readonly nonce: string;
  /** PKCE (RFC 7636), S256. */
  readonly challenge: string;
}

const limits = { maxBytes: 1_000_000, seconds: 10, silenceSeconds: 10 };
const metadataMaxAgeMs = 600_000;

/** Keys are read again for an unknown one, but not more often. */
const minReadIntervalMs = 30_000;

/** The OpenID Connect provider that people sign in with: authorization code flow with PKCE, as a confidential client. */
@Injectable()
export class OidcProvider {
  private metadata: Promise<ProviderMetadata> | null = null;

  constructor(
    private readonly configuration: Configuration,
    private readonly egress: EgressClient,
  ) {
    const { issuer, clientId, clientSecret } = configuration.oidc;
    if (clientId !== '' && (issuer === '' || clientSecret === ''))
      throw new ConfigurationError('OIDC_CLIENT_ID requires OIDC_ISSUER and OIDC_CLIENT_SECRET');
  }

  get isConfigured(): boolean {
    return this.configuration.oidc.clientId !== '';
  }

  /** Whether a sign-in makes an account. */
  get createsUsers(): boolean {
    return this.configuration.oidc.createUsers;
  }

  get readsGroups(): boolean {
    return this.configuration.oidc.groupsClaim !== '';
  }

  get issuer(): string {
    return this.configuration.oidc.issuer;
  }

  /** @throws TransientError if the provider does not answer */
  async authorizationAddress({ state, nonce, challenge }: AuthorizationRequest): Promise<string> {
    const { authorizationEndpoint } = await this.read();
    const address = new URL(authorizationEndpoint);
    const parameters = {
      response_type: 'code',
      client_id: this.configuration.oidc.clientId,
      redirect_uri: this.redirectUri,
      scope: this.configuration.oidc.scope,
      state,
      nonce,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    return address.href;
  }

  /** @throws CallerError 401 if the provider refuses the code, or its token is not valid; TransientError if it is away */
  async signIn(code: string, { verifier, nonce }: { verifier: string; nonce: string }): Promise<SignInClaims> {
    const { idToken, accessToken } = await this.exchange(code, verifier);
    const payload = await this.verify(idToken);
    if (payload.nonce !== nonce) throw refused('The token was issued for another sign-in');
    // OpenID Connect Core 1.0, 3.1.3.7: a token for several audiences names the one that asked.
    const { aud, azp } = payload;
    const { clientId } = this.configuration.oidc;
    if ((Array.isArray(aud) && aud.length > 1 && azp === undefined) || (azp !== undefined && azp !== clientId))
      throw refused('The token was issued for another client');
    const { user, groups } = await this.completeClaims(payload, accessToken);
    const claims = userClaims(this.issuer, user);
    if (!claims) throw refused('The token does not say whose it is');
    return { ...claims, email: user.email_verified === true ? claims.email : '', groups };
  }

  /** The user-info endpoint is asked for what the token leaves out. */
  private async completeClaims(
    payload: Record<string, unknown>,
    accessToken: string,
  ): Promise<{ user: Record<string, unknown>; groups: string[] | null }> {
    const name = this.configuration.oidc.groupsClaim;
    const lacksGroups = name !== '' && !hasGroups(payload, name);
    const lacksEmail = payload.email === undefined;
    const more = lacksEmail || lacksGroups ? await this.userInfo(payload.sub, accessToken) : {};
    const { email, email_verified, preferred_username = payload.preferred_username } = more ?? {};
    const user = lacksEmail ? { ...payload, email, email_verified, preferred_username } : payload;
    const groups = lacksGroups ? more && groupsOf(more, name) : groupsOf(payload, name);
    return { user, groups };
  }

  private get redirectUri(): string {
    return `${this.configuration.publicUrl.replace(/\/$/, '')}/signin`;
  }

  /**
   * OpenID Connect Core 1.0, 5.3.2: of another subject it must not be used.
   *
   * @returns null where the endpoint cannot be asked, as one without https, or does not answer as it should; empty where there is none
   */
  private async userInfo(subject: unknown, accessToken: string): Promise<Record<string, unknown> | null> {
    const { userInfoEndpoint } = await this.read();
    if (userInfoEndpoint === null) return {};
    if (accessToken === '' || !isHttps(userInfoEndpoint)) return null;
    const headers = { authorization: `Bearer ${accessToken}` };
    const { status, answer } = await this.ask(userInfoEndpoint, { headers, noRedirects: true });
    if (status >= 500) throw unavailable();
    return status === 200 && answer.sub === subject ? answer : null;
  }

  private async exchange(code: string, verifier: string): Promise<{ idToken: string; accessToken: string }> {
    const { tokenEndpoint, sendsSecretInBody } = await this.read();
    const { clientId, clientSecret } = this.configuration.oidc;
    const form = new URLSearchParams({ grant_type: 'authorization_code', code, code_verifier: verifier });
    form.set('redirect_uri', this.redirectUri);
    const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' };
    if (sendsSecretInBody) {
      form.set('client_id', clientId);
      form.set('client_secret', clientSecret);
    } else {
      // RFC 6749, 2.3.1: both are encoded as in a form first.
      const basic = `${formEncoded(clientId)}:${formEncoded(clientSecret)}`;
      headers.authorization = `Basic ${Buffer.from(basic).toString('base64')}`;
    }
    const request = { method: 'POST', headers, body: Buffer.from(form.toString()), noRedirects: true } as const;
    const { status, answer } = await this.ask(tokenEndpoint, request);
    if (status >= 500) throw unavailable();
    if (status !== 200 || typeof answer.id_token !== 'string') throw refused('The provider refused the sign-in');
    return {
      idToken: answer.id_token,
      accessToken: typeof answer.access_token === 'string' ? answer.access_token : '',
    };
  }

  private async verify(token: string): Promise<Record<string, unknown>> {
    const expected = {
      issuer: this.issuer,
      audience: this.configuration.oidc.clientId,
      algorithms: [...oidcAlgorithms],
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
      clockTolerance: 30,
    };
    const { keys, readAt } = await this.read();
    try {
      return (await jwtVerify(token, createLocalJWKSet(keys), expected)).payload;
    } catch (error) {
      const isKeyNew = error instanceof errors.JWKSNoMatchingKey && Date.now() - readAt > minReadIntervalMs;
      if (!isKeyNew) throw refused('The token of the provider is not valid', error);
    }
    this.metadata = null;
    const { keys: newKeys } = await this.read();
    return jwtVerify(token, createLocalJWKSet(newKeys), expected).then(
      ({ payload }) => payload,
      (error: unknown) => {
        throw refused('The token of the provider is not valid', error);
      },
    );
  }

  /** Kept for ten minutes; a failure is not kept. */
  private async read(): Promise<ProviderMetadata> {
    const known = this.metadata;
    if (known && Date.now() - (await known).readAt < metadataMaxAgeMs) return known;
    const reading = this.discover();
    this.metadata = reading;
    reading.catch(() => {
      if (this.metadata === reading) this.metadata = null;
    });
    return reading;
  }

  private async discover(): Promise<ProviderMetadata> {
    const found = await this.readJson(`${this.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    const { issuer, authorization_endpoint, token_endpoint, jwks_uri } = found;
    const addresses = [authorization_endpoint, token_endpoint, jwks_uri];
    if (issuer !== this.issuer || !addresses.every((address) => isHttps(address)))
      throw unavailable('It describes another issuer, or has no addresses with https: check OIDC_ISSUER');
    const [authorizationEndpoint, tokenEndpoint, keysAddress] = addresses as [string, string, string];
    const keys = await this.readJson(keysAddress);
    if (!Array.isArray(keys.keys)) throw unavailable('It publishes no keys');
    const methods = found.token_endpoint_auth_methods_supported;
    const sendsSecretInBody = Array.isArray(methods) && !methods.includes('client_secret_basic');
    const readAt = Date.now();
    const { userinfo_endpoint } = found;
    return {
      authorizationEndpoint,
      tokenEndpoint,
      userInfoEndpoint: typeof userinfo_endpoint === 'string' ? userinfo_endpoint : null,
      keys: keys as unknown as JSONWebKeySet,
      sendsSecretInBody,
      readAt,
    };
  }

  private async readJson(address: string): Promise<Record<string, unknown>> {
    const { status, answer } = await this.ask(address, { sameOrigin: true });
    if (status !== 200) throw unavailable();
    return answer;
  }

  /** @returns an answer that is no JSON object as an empty one */
  private async ask(
    address: string,
    request: Omit<EgressRequest, 'limits'>,
  ): Promise<{ status: number; answer: Record<string, unknown> }> {
    try {
      const { status, body } = await this.egress.send(address, { ...request, limits });
      return { status, answer: objectOf(await text(body)) };
    } catch (error) {
      throw unavailable('', error);
    }
  }
}

const formEncoded = (value: string): string => new URLSearchParams({ v: value }).toString().slice(2);

const isHttps = (address: unknown): boolean =>
  typeof address === 'string' && URL.canParse(address) && new URL(address).protocol === 'https:';

function objectOf(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json);
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const refused = (message: string, cause?: unknown): CallerError =>
  Object.assign(new CallerError(401, `${message}; sign in again`, { reason: 'sign_in_refused' }), { cause });

const unavailable = (why = '', cause?: unknown): TransientError =>
  new TransientError(`The sign-in provider (OIDC_ISSUER) cannot be used at the moment. ${why}`.trim(), 30, { cause });
