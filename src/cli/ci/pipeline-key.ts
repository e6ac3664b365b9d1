import { UsageError } from '../usage.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** A key for requests; asked for before each, because one of a pipeline lives for minutes. */
export type KeySource = () => Promise<string>;

/** Asks the service without a key. @returns the `data` of its answer */
export type Exchange = (path: string, body: object) => Promise<unknown>;

/** A key that expires sooner is not used any more. */
const marginMs = 30_000;

/** @throws UsageError where neither a key is set, nor a rule and a token to exchange */
export function keySource(environment: Environment, service: string, exchange: Exchange): KeySource {
  const { STOCKTAKE_API_KEY: key, STOCKTAKE_TRUST_RULE: rule } = environment;
  if (key) return () => Promise.resolve(key);
  const askToken = rule ? tokenSource(environment, service) : null;
  if (!rule || !askToken)
    throw new UsageError(
      'Set STOCKTAKE_URL and STOCKTAKE_API_KEY (an API key); or, in a pipeline, STOCKTAKE_TRUST_RULE (a trust rule) with STOCKTAKE_ID_TOKEN on GitLab, or the permission id-token: write on GitHub',
    );
  let known: { key: string; until: number } | null = null;
  return async () => {
    if (known && known.until > Date.now()) return known.key;
    const { access_token, expires_in } = (await exchange('v1/keyless/exchangeToken', {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: await askToken(),
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      rule_id: rule,
    })) as { access_token: string; expires_in: number };
    known = { key: access_token, until: Date.now() + expires_in * 1_000 - marginMs };
    return known.key;
  };
}

/** Null: the environment has no token, and nothing that gives one. */
function tokenSource(environment: Environment, service: string): (() => Promise<string>) | null {
  const { STOCKTAKE_ID_TOKEN: given, STOCKTAKE_AUDIENCE: audience = service } = environment;
  if (given) return () => Promise.resolve(given);
  const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token } = environment;
  if (!url || !token) return null;
  const address = new URL(url);
  address.searchParams.set('audience', audience);
  return async () => {
    const response = await fetch(address, { headers: { Authorization: `Bearer ${token}` } });
    const { value } = (await response.json().catch(() => ({}))) as { value?: unknown };
    if (response.ok && typeof value === 'string') return value;
    throw new Error(
      `GitHub gave no id token (${response.status}); give the job the permission id-token: write, and run it again`,
    );
  };
}
