import { CallerError } from '../../../model/errors.js';
import type { EgressClient } from '../../../platform/egress/egress-client.js';
import type { FetchRequest } from '../source-fetcher.js';
import type { SvnLogin } from './svn-program.js';

/** How svn gets to a repository: by an address on the loopback that leads there, guarded. */
export interface SvnTransport {
  readonly address: string;
  readonly login: SvnLogin | null;
  /** What went wrong on the way, if anything. */
  readonly fault: Error | null;
  close(): Promise<void>;
}

const silenceSeconds = 30;

/** `https://` and `svn+https://` as requests of ours; `svn://` as bytes to that host alone. */
export function svnTransport(request: FetchRequest, outside: EgressClient): Promise<SvnTransport> {
  const source = request.project.source.replace(/^svn\+/, '').replace(/\/+$/, '');
  return source.startsWith('https:')
    ? relayTransport(request, source, outside)
    : forwardTransport(request, source, outside);
}

/**
 * svn follows redirects to any scheme and host, so it speaks to us instead of to the server; it never has the
 * credentials either.
 */
async function relayTransport(request: FetchRequest, source: string, outside: EgressClient): Promise<SvnTransport> {
  const { username } = request.project;
  const { password } = request.secrets;
  const { origin } = new URL(source);
  const relay = await outside.relay(origin, {
    // Contents come as base64 within XML.
    limits: { maxBytes: 2 * request.maxBytes, seconds: request.seconds, silenceSeconds },
    ...((username !== '' || password !== null) && { credentials: { username, password: password ?? '' } }),
    signal: request.signal,
  });
  return {
    address: `${relay.address}${pathOf(source)}`,
    login: { username: 'relay', password: relay.password },
    get fault() {
      return relay.error;
    },
    close: () => relay.close(),
  };
}

async function forwardTransport(request: FetchRequest, source: string, outside: EgressClient): Promise<SvnTransport> {
  const { username } = request.project;
  const { password } = request.secrets;
  if (/[\n\0]/.test(`${username}${password}`))
    throw new CallerError(422, 'User name and password must be one line each', { reason: 'credentials' });
  const { hostname, port } = new URL(source);
  const forward = await outside.forward(hostname, Number(port) || 3690);
  return {
    address: `svn://127.0.0.1:${forward.port}${pathOf(source)}`,
    login: username === '' && password === null ? null : { username, password: password ?? '' },
    get fault() {
      return forward.refusal;
    },
    close: () => forward.close(),
  };
}

/** As it is written: `URL` would spell it anew. */
const pathOf = (source: string): string => /^[a-z]+:\/\/[^/]*(.*)$/.exec(source)![1]!;
