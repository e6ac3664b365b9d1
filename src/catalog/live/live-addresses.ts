import { ConfigurationError } from '../../platform/configuration/configuration-error.js';

/** Where a live source is, if not at its public address. */
export interface LiveAddress {
  /** Without credentials and without a slash at the end. */
  readonly baseUrl: string;
  readonly credentials?: { readonly username: string; readonly password: string };
}

/**
 * Reads `npm=https://user:password@mirror.example/npm` for each source. Errors do not repeat the address: it may have a
 * password. @throws {ConfigurationError}
 */
export function readLiveAddresses(items: Iterable<string>, names: readonly string[]): Map<string, LiveAddress> {
  return new Map([...items].map((item) => readAddress(item, names)));
}

function readAddress(item: string, names: readonly string[]): [string, LiveAddress] {
  const at = item.indexOf('=');
  const name = item.slice(0, Math.max(at, 0)).trim();
  if (!names.includes(name))
    throw new ConfigurationError(
      `Wrong settings: LIVE_URLS: each item must be source=https://…, with one of the sources ${names.join(', ')}`,
    );
  const url = URL.parse(item.slice(at + 1).trim());
  if (url?.protocol !== 'https:' || url.search !== '' || url.hash !== '')
    throw new ConfigurationError(`Wrong settings: LIVE_URLS: the address of ${name} must be https://… without a query`);
  const [username, password] = [decoded(url.username), decoded(url.password)];
  const baseUrl = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  return [name, { baseUrl, ...(username === '' && password === '' ? {} : { credentials: { username, password } }) }];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
