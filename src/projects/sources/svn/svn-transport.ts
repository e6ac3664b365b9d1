import { CallerError } from '../../../model/errors.js';
import type { EgressClient } from '../../../platform/egress/egress-client.js';
import type { FetchRequest } from '../source-fetcher.js';
import type { SvnLogin } from './svn-program.js';

/** Guarded connection of svn to a repository through an address on the loopback. */
export interface SvnTransport {
  readonly address: string;
  readonly login: SvnLogin | null;
  /** First error of the connection, if any. */
  readonly fault: Error | null;
  close(): Promise<void>;
}

const silenceSeconds = 30;

/** `https://` and `svn+https://` are relayed as guarded requests; `svn://` is forwarded to that host only. */
export function svnTransport(request: FetchRequest, egress: EgressClient): Promise<SvnTransport> {
  const source = request.project.source.replace(/^svn\+/, '').replace(/\/+$/, '');
  return source.startsWith('https:')
    ? relayTransport(request, source, egress)
    : forwardTransport(request, source, egress);
}

/** svn follows redirects to any host and scheme, so it connects to a local relay. The relay adds the credentials. */
async function relayTransport(request: FetchRequest, source: string, egress: EgressClient): Promise<SvnTransport> {
  const { username } = request.project;
  const { password } = request.secrets;
  const { origin } = new URL(source);
  const relay = await egress.relay(origin, {
    // File contents are base64 within XML.
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

async function forwardTransport(request: FetchRequest, source: string, egress: EgressClient): Promise<SvnTransport> {
  const { username } = request.project;
  const { password } = request.secrets;
  if (/[\n\0]/.test(`${username}${password}`))
    throw new CallerError(422, 'Invalid credentials: user name and password must not contain line breaks', {
      reason: 'credentials',
    });
  const { hostname, port } = new URL(source);
  const forward = await egress.forward(hostname, Number(port) || 3690);
  return {
    address: `svn://127.0.0.1:${forward.port}${pathOf(source)}`,
    login: username === '' && password === null ? null : { username, password: password ?? '' },
    get fault() {
      return forward.refusal;
    },
    close: () => forward.close(),
  };
}

/** As written: `URL` would normalize it. */
const pathOf = (source: string): string => /^[a-z]+:\/\/[^/]*(.*)$/.exec(source)![1]!;
