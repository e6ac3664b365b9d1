import { createServer } from 'node:http';
import type { CallerError } from '../../model/errors.js';
import type { ConnectionGuard } from './guarded-connection.js';
import { GuardedRoute, listenOnLoopback, type EgressTarget } from './loopback-server.js';
import { egressRefused } from './egress-url.js';

/** A proxy for an external program. */
export interface GuardedTunnel {
  /** The program's HTTP proxy. */
  readonly address: string;
  /** Why a connection was refused, if one was. */
  readonly refusal: CallerError | null;
  close(): Promise<void>;
}

/**
 * A proxy on the loopback (RFC 9110, CONNECT) that leads to one host and port and nowhere else, with the addresses
 * checked as for our own requests: what the program is told by the other side cannot lead it elsewhere.
 */
export async function openTunnel(target: EgressTarget, guard: ConnectionGuard): Promise<GuardedTunnel> {
  const wanted = `${target.host}:${target.port}`.toLowerCase();
  const way = new GuardedRoute(target, guard);
  const elsewhere = () =>
    way.recordRefusal(egressRefused('redirect', 'The address leads to another one; give that one'));
  const server = createServer((request, response) => {
    request.resume();
    elsewhere();
    response.writeHead(403, { connection: 'close' }).end();
  });
  server.on('connect', (request, client, head) => {
    if (request.url?.toLowerCase() !== wanted) {
      elsewhere();
      return void client.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n');
    }
    way.connect(client, (there) => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      if (head.length > 0) there.write(head);
    });
  });
  const { port, close } = await listenOnLoopback(server);
  return {
    address: `http://127.0.0.1:${port}`,
    close,
    get refusal() {
      return way.refusal;
    },
  };
}
