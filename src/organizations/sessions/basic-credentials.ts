export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** HTTP Basic (RFC 7617, UTF-8); null where the header is none. */
export function parseBasicCredentials(header: string | undefined): Credentials | null {
  const base64 = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(header ?? '')?.[1];
  const text = base64 === undefined ? '' : Buffer.from(base64, 'base64').toString();
  const colon = text.indexOf(':');
  if (colon < 1 || colon === text.length - 1 || text.includes('\0')) return null;
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}
