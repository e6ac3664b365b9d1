import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { CallerError } from '../../model/errors.js';
import { listenOnLoopback } from './loopback-server.js';
import { egressRefused } from './egress-url.js';
import { relayedMethods, type EgressResponse, type EgressRequest } from './egress-request.js';

/** A relay to one server for an external program. */
export interface GuardedRelay {
  /** Stands for the origin: `http://127.0.0.1:port`. */
  readonly address: string;
  /** What the program has to send along (HTTP Basic, user `relay`): other programs of this machine get nothing. */
  readonly password: string;
  /** What went wrong, if anything: it tells more than the program can. */
  readonly error: Error | null;
  close(): Promise<void>;
}

type SendRequest = (address: string, asked: EgressRequest) => Promise<EgressResponse>;

const maxRequestBytes = 4 * 1024 * 1024;
/** Headers of one connection (RFC 9110, 7.6.1), and those that the relay writes. */
const hopByHopHeaders =
  /^(connection|host|authorization|content-length|transfer-encoding|te|upgrade|expect|keep-alive)$/;
const responseHeaders = /^(content-type|dav|etag|last-modified|vary|ms-author-via|x-svn-.*|svn-.*)$/;

/**
 * A server on the loopback that hands the requests of a program on to one origin, as requests of ours: guarded, with
 * credentials that the program never has, and with no redirect followed, not by the program either.
 *
 * @param to what every request has in common: credentials, limits, signal
 */
export async function openRelay(
  ask: SendRequest,
  origin: string,
  to: Omit<EgressRequest, 'method' | 'body'>,
): Promise<GuardedRelay> {
  const password = randomBytes(24).toString('base64url');
  const expected = digest(`Basic ${Buffer.from(`relay:${password}`).toString('base64')}`);
  let fault: Error | null = null;
  const forwardRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      request.resume();
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="relay"' }).end();
    }
    const method = relayedMethods.find((known) => known === request.method);
    if (method === undefined) throw egressRefused('address', 'The program asks for a change');
    const answer = await ask(`${origin}${pathOf(request)}`, {
      ...to,
      method,
      headers: headersOf(request),
      body: await bodyOf(request),
      noRedirects: true,
    });
    // A request for credentials would get those of this relay.
    const status = answer.status === 401 ? 403 : answer.status;
    if (status === 403)
      fault ??= new CallerError(
        422,
        'The source refuses the credentials; check the user name, password or deploy key of the project',
        { reason: 'credentials' },
      );
    const headers = Object.entries(answer.headers).filter(([name]) => responseHeaders.test(name));
    response.writeHead(status, Object.fromEntries(headers));
    await pipeline(answer.body, response);
  };
  const server = createServer((request, response) => {
    forwardRequest(request, response).catch((error: unknown) => {
      fault ??= error as Error;
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
  });
  const { port, close } = await listenOnLoopback(server);
  return {
    address: `http://127.0.0.1:${port}`,
    password,
    close,
    get error() {
      return fault;
    },
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function pathOf({ url = '' }: IncomingMessage): string {
  if (!url.startsWith('/') || url.startsWith('//')) throw egressRefused('address', 'No path of the source');
  return url;
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !hopByHopHeaders.test(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    if ((bytes += chunk.length) > maxRequestBytes)
      request.destroy(egressRefused('limit', 'The program asks for too much'));
  });
  return buffer(request);
}
