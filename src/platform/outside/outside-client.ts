import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP } from 'node:net';
import { traced } from '../tracing/tracing.js';
import { guardedLookup, guardSocket, type Resolve } from './guarded-connection.js';
import { openForward, type Forward } from './guarded-forward.js';
import { openRelay, type Relay } from './guarded-relay.js';
import { openTunnel, type Tunnel } from './guarded-tunnel.js';
import { limitedBody } from './limited-body.js';
import type { OutsideAnswer, OutsideRequest } from './outside-request.js';
import { mayConnect, outsideAddress, portOf, refused } from './outside-address.js';
import { OutsideClock, OutsideUnavailable, reasonOf } from './outside-clock.js';

const maxRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * The only way to ask an address that a user gave (acceptance rules B-SRC): https alone, addresses checked where they
 * are resolved and again on the connected socket, every redirect checked like the first address.
 */
export class OutsideClient {
  /**
   * @param opened `host` or `host:port` inside that the operator has opened
   * @param ground certificates to trust in place of the usual ones; the resolver
   */
  constructor(
    private readonly opened: ReadonlySet<string>,
    private readonly ground: { readonly ca?: readonly string[]; readonly resolve?: Resolve } = {},
  ) {}

  /**
   * @throws CallerError 422 with the reason `address`, `redirect` or `limit`: for good
   * @throws OutsideUnavailable for the reason `timeout`, `tls` or `network`: another attempt may help
   */
  open(address: string, asked: OutsideRequest): Promise<OutsideAnswer> {
    return traced('outside request', { kind: 'client' }, () => this.follow(address, asked));
  }

  private async follow(address: string, asked: OutsideRequest): Promise<OutsideAnswer> {
    const clock = new OutsideClock(asked.limits, asked.signal);
    try {
      let url = outsideAddress(address, this.opened);
      const { origin } = url;
      let own = ownHeaders(asked);
      for (let hops = 0; ; hops += 1) {
        const answer = await this.ask(url, asked, own, clock);
        const location = redirects.has(answer.statusCode!) ? answer.headers.location : undefined;
        if (location === undefined) return answered(url, answer, asked, clock);
        answer.destroy();
        if (asked.noRedirects) throw refused('redirect', 'The source leads to another address');
        if (hops === maxRedirects) throw refused('redirect', `More than ${maxRedirects} redirects`);
        if (asked.method !== undefined && asked.method !== 'GET')
          throw refused('redirect', 'What is sent is not sent on to another address');
        url = this.redirected(url, location);
        if (asked.sameOrigin && url.origin !== origin) throw refused('redirect', 'The answer leads to another host');
        if (url.origin !== origin) own = {}; // for good: an origin that was left may have written the way back
      }
    } catch (error) {
      clock.stop();
      throw reasonOf(error, clock.signal);
    }
  }

  /** For a program that speaks for itself: a proxy that leads to this host and port alone, under the same guard. */
  tunnel(host: string, port: number): Promise<Tunnel> {
    return openTunnel({ host, port }, { resolve: this.resolve, permitted: this.permitted(host, port) });
  }

  /**
   * For a program that would follow redirects to wherever they lead: requests of it are made ours.
   *
   * @param origin `https://host:port`
   */
  relay(origin: string, to: Omit<OutsideRequest, 'method' | 'body'>): Promise<Relay> {
    return openRelay((address, asked) => this.open(address, asked), origin, to);
  }

  /** For a program that speaks a protocol of its own: a port on the loopback that leads to this host and port alone. */
  forward(host: string, port: number): Promise<Forward> {
    return openForward({ host, port }, { resolve: this.resolve, permitted: this.permitted(host, port) });
  }

  /**
   * An address of the host that may be connected to, for a program that is to resolve nothing by itself.
   *
   * @throws CallerError 422 with the reason `address`; OutsideUnavailable where the name is not known
   */
  async addressOf(host: string, port: number): Promise<string> {
    const permitted = this.permitted(host, port);
    const literal = host.replace(/^\[(.*)\]$/, '$1');
    let found: readonly { readonly address: string }[];
    try {
      found = isIP(literal) === 0 ? await this.resolve(host) : [{ address: literal }];
    } catch (error) {
      throw new OutsideUnavailable('network', 'The name of the host cannot be resolved', { cause: error });
    }
    if (found.length === 0) throw new OutsideUnavailable('network', 'The host has no address');
    if (!found.every(({ address }) => permitted(address))) throw refused('address', 'The address leads inside');
    return found[0]!.address;
  }

  /** Certificates that are trusted in place of the usual ones; for programs that check by themselves. */
  get certificates(): readonly string[] | undefined {
    return this.ground.ca;
  }

  private get resolve(): Resolve {
    return this.ground.resolve ?? ((name) => lookup(name, { all: true }));
  }

  private permitted(host: string, port: number): (address: string) => boolean {
    return (address) => mayConnect(this.opened, { host, address, port });
  }

  private redirected(from: URL, location: string): URL {
    try {
      return outsideAddress(new URL(location, from).href, this.opened);
    } catch {
      throw refused('redirect', 'The answer leads to an address that is not asked for');
    }
  }

  private ask(
    url: URL,
    { method = 'GET', body }: OutsideRequest,
    own: Readonly<Record<string, string>>,
    clock: OutsideClock,
  ): Promise<IncomingMessage> {
    const permitted = this.permitted(url.hostname, portOf(url));
    return new Promise((fulfil, reject) => {
      const sent = request(url, {
        method,
        headers: {
          ...{ 'user-agent': 'stocktake', 'accept-encoding': 'identity', ...own },
          ...(body && { 'content-length': String(body.length) }), // Node says it of few methods by itself
        },
        agent: false,
        lookup: guardedLookup(this.resolve, permitted),
        signal: clock.signal,
        rejectUnauthorized: true,
        ca: this.ground.ca ? [...this.ground.ca] : undefined,
      });
      sent.once('socket', (socket) => guardSocket(socket, permitted));
      sent.once('response', fulfil);
      sent.once('upgrade', (_answer, socket) => socket.destroy(new Error('The protocol was changed')));
      sent.on('error', reject);
      sent.end(body);
    });
  }
}

function ownHeaders({ headers, credentials }: OutsideRequest): Record<string, string> {
  if (!credentials) return { ...headers };
  const pair = Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64');
  return { ...headers, authorization: `Basic ${pair}` };
}

function answered(url: URL, answer: IncomingMessage, asked: OutsideRequest, clock: OutsideClock): OutsideAnswer {
  try {
    const body = limitedBody(answer, asked.limits.maxBytes, {
      end: () => clock.stop(),
      fault: (error) => reasonOf(error, clock.signal),
    });
    clock.listen(answer, body);
    return { status: answer.statusCode!, headers: answer.headers, address: url.href, body };
  } catch (error) {
    answer.destroy();
    throw error;
  }
}
