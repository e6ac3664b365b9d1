import { isIPv6 } from 'node:net';
import { CallerError } from '../../model/errors.js';
import { normalizePublicHost } from './public-host.js';
import { isPublicAddress } from './public-address.js';

/** Why an outside request is refused for good: its address, a redirect, or a limit. */
export type EgressRefusal = 'address' | 'redirect' | 'limit';

export const egressRefused = (reason: EgressRefusal, message: string): CallerError =>
  new CallerError(422, message, { reason });

/** The schemes that may be asked for, each with the one port that needs no opening. */
const standardPorts: ReadonlyMap<string, number> = new Map([['https:', 443]]);

const openable = ': who operates the service can open the host (OUTSIDE_OPENED)';

export const portOf = (url: URL): number => Number(url.port) || standardPorts.get(url.protocol)!;

/**
 * An address as it may be asked for: https on its usual port, a host that leads out, no credentials; or a host that the
 * operator has opened.
 *
 * @param allowlist `host` or `host:port`
 * @throws CallerError 422 with the reason `address`
 */
export function parseEgressUrl(text: string, allowlist: ReadonlySet<string>): URL {
  if (text.length > 2_048 || /[\u0000-\u0020\u007f\\]/.test(text))
    throw egressRefused('address', 'No address of the Internet');
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw egressRefused('address', 'No address of the Internet');
  }
  const port = standardPorts.get(url.protocol);
  if (port === undefined)
    throw egressRefused('address', `Addresses of ${url.protocol} are not asked for, only those of https:`);
  if (url.username !== '' || url.password !== '')
    throw egressRefused('address', 'Credentials do not belong into an address');
  if (isAllowlisted(allowlist, url.hostname, portOf(url))) return url;
  if (normalizePublicHost(url.hostname) === null) throw egressRefused('address', `The address leads inside${openable}`);
  if (portOf(url) !== port) throw egressRefused('address', `The port ${url.port} is not asked${openable}`);
  return url;
}

/** In place of what the operator has opened, where that is not known yet. */
export const anyHost = { has: () => true } as unknown as ReadonlySet<string>;

/** What is wrong with an address, by default whatever the operator has opened; null: nothing. */
export function addressFault(text: string, allowlist: ReadonlySet<string> = anyHost): string | null {
  try {
    parseEgressUrl(text, allowlist);
    return null;
  } catch (error) {
    if (!(error instanceof CallerError)) throw error;
    return error.message;
  }
}

/** Whether the operator has opened a host, by name or by address, whole or one port of it. */
export function isAllowlisted(opened: ReadonlySet<string>, host: string, port: number): boolean {
  const spelling = isIPv6(host) ? `[${host}]` : host;
  return opened.has(host) || opened.has(spelling) || opened.has(`${spelling}:${port}`);
}

/** Whether a connection to an address may stand, for a host asked for by that name. */
export function canConnect(opened: ReadonlySet<string>, to: { host: string; address: string; port: number }): boolean {
  return (
    isPublicAddress(to.address) || isAllowlisted(opened, to.host, to.port) || isAllowlisted(opened, to.address, to.port)
  );
}
