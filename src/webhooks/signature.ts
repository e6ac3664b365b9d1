import { createHmac, randomBytes } from 'node:crypto';

/** Standard Webhooks 1.0: `whsec_` and the base64 of 24 to 64 bytes. */
const prefix = 'whsec_';
const keyBytes = 32;

export const generateSecret = (): string => prefix + randomBytes(keyBytes).toString('base64');

/** @returns what is wrong with a secret chosen by a user, or null */
export function secretError(secret: string): string | null {
  const bytes = decodeKey(secret);
  const isBase64 = secret === prefix + bytes.toString('base64');
  return secret.startsWith(prefix) && isBase64 && bytes.length >= 24 && bytes.length <= 64
    ? null
    : 'must be whsec_ and the base64 of 24 to 64 bytes; leave it out to have one generated';
}

/** The signature headers of Standard Webhooks 1.0, with one signature for each secret. */
export function signedHeaders(
  secrets: readonly string[],
  message: { readonly id: string; readonly timestamp: number; readonly body: string },
): Record<string, string> {
  const { id, timestamp, body } = message;
  const signature = (secret: string): string =>
    `v1,${createHmac('sha256', decodeKey(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map(signature).join(' '),
  };
}

const decodeKey = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64');
