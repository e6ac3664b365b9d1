import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.js';

/** Names that never lead out: RFC 6761, 6762, 7686, 8375, ICANN's `.internal`. */
const localNames = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|home\.arpa|onion|test|invalid)$/;

/** A name in lower-case letters, digits and hyphens with at least two labels: single ones go through search domains. */
const hostName = /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * A host of an address that a user gave, as it will be asked for: lower case, ASCII, numbers in the usual spelling.
 * Null for what can be told at once to lie inside: private and special addresses in any spelling, local names. (What a
 * name resolves to is looked at again on the connected socket.)
 */
export function normalizePublicHost(text: string): string | null {
  if (!/^(\[[^\]]*\]|[^\s:/?#@\\[\]]+)$/.test(text)) return null;
  let host: string;
  try {
    host = new URL(`https://${text}/`).hostname;
  } catch {
    return null;
  }
  const literal = host.startsWith('[') ? host.slice(1, -1) : host;
  if (isIP(literal) !== 0) return isPublicAddress(literal) ? host : null;
  const name = host.replace(/\.$/, '');
  return hostName.test(name) && !localNames.test(name) ? name : null;
}
