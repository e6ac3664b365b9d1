import type { TrustRuleRow } from './trust-rules.repository.js';

/** Which tokens of an outside issuer become keys of a service account. */
export interface TrustRuleView extends TrustRuleRow {}

/** RFC 8693, 2.2.1. */
export interface ExchangedTokenView {
  /** An API key, for the header `Authorization: Bearer`. */
  readonly access_token: string;
  /** Of `access_token`, as RFC 8693 calls it. */
  readonly issued_token_type: 'urn:ietf:params:oauth:token-type:access_token';
  /** How it is sent. */
  readonly token_type: 'Bearer';
  /** Seconds until the key expires. */
  readonly expires_in: number;
}
