import { CallerError } from '../../../model/errors.js';
import type { OutsideClient } from '../../../platform/outside/outside-client.js';
import type { FetchOrder } from '../source-fetcher.js';
import type { SvnLogin } from './svn-program.js';

/** How svn gets to a repository: by an address on the loopback that leads there, guarded. */
export interface SvnRoute {
  readonly address: string;
  readonly login: SvnLogin | null;
  /** What went wrong on the way, if anything. */
  readonly fault: Error | null;
  close(): Promise<void>;
}

const silenceSeconds = 30;

/** `https://` and `svn+https://` as requests of ours; `svn://` as bytes to that host alone. */
export function svnRoute(order: FetchOrder, outside: OutsideClient): Promise<SvnRoute> {
  const source = order.project.source.replace(/^svn\+/, '').replace(/\/+$/, '');
  return source.startsWith('https:') ? relayed(order, source, outside) : forwarded(order, source, outside);
}

/**
 * svn follows redirects to any scheme and host, so it speaks to us instead of to the server; it never has the
 * credentials either.
 */
async function relayed(order: FetchOrder, source: string, outside: OutsideClient): Promise<SvnRoute> {
  const { username } = order.project;
  const { password } = order.secrets;
  const { origin } = new URL(source);
  const relay = await outside.relay(origin, {
    // Contents come as base64 within XML.
    limits: { maxBytes: 2 * order.maxBytes, seconds: order.seconds, silenceSeconds },
    ...((username !== '' || password !== null) && { credentials: { username, password: password ?? '' } }),
    signal: order.signal,
  });
  return {
    address: `${relay.address}${pathOf(source)}`,
    login: { username: 'relay', password: relay.password },
    get fault() {
      return relay.fault;
    },
    close: () => relay.close(),
  };
}

async function forwarded(order: FetchOrder, source: string, outside: OutsideClient): Promise<SvnRoute> {
  const { username } = order.project;
  const { password } = order.secrets;
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
