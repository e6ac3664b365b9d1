import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { withSpan } from '../tracing/tracing.js';
import { guardedLookup, guardSocket, type ResolveHost } from './guarded-connection.js';
import { openForward, type GuardedPort } from './guarded-port.js';
import { openRelay, type GuardedRelay } from './guarded-relay.js';
import { openTunnel, type GuardedTunnel } from './guarded-tunnel.js';
import { decodedBody } from './decoded-body.js';
import type { EgressResponse, EgressRequest } from './egress-request.js';
import { canConnect, parseEgressUrl, portOf, egressRefused } from './egress-url.js';
import { EgressTimer, EgressUnavailableError, asEgressError } from './egress-timer.js';

const maxRedirects = 5;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * The only way to ask an address that a user gave (acceptance rules B-SRC): https alone, addresses checked where they
 * are resolved and again on the connected socket, every redirect checked like the first address.
 */
export class EgressClient {
  /**
   * @param allowlist `host` or `host:port` inside that the operator has opened
   * @param options certificates to trust in place of the usual ones; the resolver
   */
  constructor(
    private readonly allowlist: ReadonlySet<string>,
    private readonly options: { readonly ca?: readonly string[]; readonly resolve?: ResolveHost } = {},
  ) {}

  /**
   * @throws CallerError 422 with the reason `address`, `redirect` or `limit`: for good
   * @throws OutsideUnavailable for the reason `timeout`, `tls` or `network`: another attempt may help
   */
  send(address: string, asked: EgressRequest): Promise<EgressResponse> {
    return withSpan('outside request', { kind: 'client' }, () => this.follow(address, asked));
  }

  private async follow(address: string, asked: EgressRequest): Promise<EgressResponse> {
    const clock = new EgressTimer(asked.limits, asked.signal);
    try {
      let url = parseEgressUrl(address, this.allowlist);
      const { origin } = url;
      let own = requestHeaders(asked);
      for (let hops = 0; ; hops += 1) {
        const answer = await this.request(url, asked, own, clock);
        const location = redirectStatuses.has(answer.statusCode!) ? answer.headers.location : undefined;
        if (location === undefined) return responseOf(url, answer, asked, clock);
        answer.destroy();
        if (asked.noRedirects) throw egressRefused('redirect', 'The address leads to another one; give that one');
        if (hops === maxRedirects) throw egressRefused('redirect', `More than ${maxRedirects} redirects`);
        if (asked.method !== undefined && asked.method !== 'GET')
          throw egressRefused('redirect', 'What is sent is not sent on to another address');
        url = this.redirectTarget(url, location);
        if (asked.sameOrigin && url.origin !== origin)
          throw egressRefused('redirect', 'The answer leads to another host');
        if (url.origin !== origin) own = {}; // for good: an origin that was left may have written the way back
      }
    } catch (error) {
      clock.stop();
      throw asEgressError(error, clock.signal);
    }
  }

  /** For a program with its own HTTP client: a proxy to this host and port only, with the same guard. */
  tunnel(host: string, port: number): Promise<GuardedTunnel> {
    return openTunnel({ host, port }, { resolve: this.resolve, isAllowed: this.allowedAddresses(host, port) });
  }

  /**
   * For a program that would follow redirects to wherever they lead: requests of it are made ours.
   *
   * @param origin `https://host:port`
   */
  relay(origin: string, to: Omit<EgressRequest, 'method' | 'body'>): Promise<GuardedRelay> {
    return openRelay((address, asked) => this.send(address, asked), origin, to);
  }

  /** For a program that speaks a protocol of its own: a port on the loopback that leads to this host and port alone. */
  forward(host: string, port: number): Promise<GuardedPort> {
    return openForward({ host, port }, { resolve: this.resolve, isAllowed: this.allowedAddresses(host, port) });
  }

  /**
   * An address of the host that may be connected to, for a program that is to resolve nothing by itself.
   *
   * @throws CallerError 422 with the reason `address`; OutsideUnavailable where the name is not known
   */
  async resolveAddress(host: string, port: number): Promise<string> {
    const permitted = this.allowedAddresses(host, port);
    const literal = host.replace(/^\[(.*)\]$/, '$1');
    let found: readonly { readonly address: string }[];
    try {
      found = isIP(literal) === 0 ? await this.resolve(host) : [{ address: literal }];
    } catch (error) {
      throw new EgressUnavailableError('network', 'The name of the host cannot be resolved', { cause: error });
    }
    if (found.length === 0) throw new EgressUnavailableError('network', 'The host has no address');
    if (!found.every(({ address }) => permitted(address))) throw egressRefused('address', 'The address leads inside');
    return found[0]!.address;
  }

  /** Certificates that are trusted in place of the usual ones; for programs that check by themselves. */
  get certificates(): readonly string[] | undefined {
    return this.options.ca;
  }

  private get resolve(): ResolveHost {
    return this.options.resolve ?? ((name) => lookup(name, { all: true }));
  }

  private allowedAddresses(host: string, port: number): (address: string) => boolean {
    return (address) => canConnect(this.allowlist, { host, address, port });
  }

  private redirectTarget(from: URL, location: string): URL {
    try {
      return parseEgressUrl(new URL(location, from).href, this.allowlist);
    } catch {
      throw egressRefused('redirect', 'The answer leads to an address that is not asked for');
    }
  }

  private request(
    url: URL,
    { method = 'GET', body }: EgressRequest,
    own: Readonly<Record<string, string>>,
    clock: EgressTimer,
  ): Promise<IncomingMessage> {
    const permitted = this.allowedAddresses(url.hostname, portOf(url));
    return new Promise((fulfil, reject) => {
      const sent = request(url, {
        method,
        headers: {
          'user-agent': 'stocktake',
          'accept-encoding': 'identity',
          ...own,
          ...(body && { 'content-length': String(body.length) }), // Node does so for few methods by itself.
        },
        agent: false,
        lookup: guardedLookup(this.resolve, permitted),
        signal: clock.signal,
        rejectUnauthorized: true,
        ca: this.options.ca ? [...this.options.ca] : undefined,
      });
      sent.once('socket', (socket) => guardSocket(socket, permitted));
      sent.once('response', fulfil);
      sent.once('upgrade', (_answer, socket) => socket.destroy(new Error('The protocol was changed')));
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

function requestHeaders({ headers, credentials }: EgressRequest): Record<string, string> {
  if (!credentials) return { ...headers };
  const pair = Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64');
  return { ...headers, authorization: `Basic ${pair}` };
}

function responseOf(url: URL, answer: IncomingMessage, asked: EgressRequest, clock: EgressTimer): EgressResponse {
  if (asked.withoutBody) {
    clock.stop();
    answer.destroy();
    return { status: answer.statusCode!, headers: answer.headers, address: url.href, body: Readable.from([]) };
  }
  try {
    const body = decodedBody(answer, asked.limits.maxBytes, {
      end: () => clock.stop(),
      fault: (error) => asEgressError(error, clock.signal),
    });
    clock.followBody(answer, body);
    return { status: answer.statusCode!, headers: answer.headers, address: url.href, body };
  } catch (error) {
    answer.destroy();
    throw error;
  }
}
