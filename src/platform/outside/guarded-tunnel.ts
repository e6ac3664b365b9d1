import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { CallerError } from '../../model/errors.js';
import { connectGuarded, type Guard } from './guarded-connection.js';
import { refused } from './outside-address.js';

/** A way out for a program of somebody else's. */
export interface Tunnel {
  /** To be given to the program as its HTTP proxy. */
  readonly address: string;
  /** Why a connection was refused, if one was. */
  readonly refusal: CallerError | null;
  close(): Promise<void>;
}

/**
 * A proxy on the loopback (RFC 9110, CONNECT) that leads to one host and port and nowhere else, with the addresses
 * checked as for our own requests: what the program is told by the other side cannot lead it elsewhere.
 */
export async function openTunnel(
  target: { readonly host: string; readonly port: number },
  guard: Guard,
): Promise<Tunnel> {
  const wanted = `${target.host}:${target.port}`.toLowerCase();
  const sockets = new Set<Duplex>();
  let refusal: CallerError | null = null;
  const refuse = (client: Duplex, error: CallerError): void => {
    refusal ??= error;
    client.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n');
  };
  const server = createServer((request, response) => {
    request.resume();
    refusal ??= refused('redirect', 'The source leads to another address');
    response.writeHead(403, { connection: 'close' }).end();
  });
  server.on('connect', (request, client, head) => {
    keep(sockets, client);
    if (request.url?.toLowerCase() !== wanted)
      return refuse(client, refused('redirect', 'The source leads to another address'));
    const there = connectGuarded(target, guard);
    keep(sockets, there);
    there.once('connect', () => {
      if (there.destroyed) return;
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      if (head.length > 0) there.write(head);
      there.pipe(client).pipe(there);
    });
    there.once('error', (error) => {
      if (error instanceof CallerError) refusal ??= error;
      client.destroy();
    });
    there.once('close', () => client.destroy());
    client.once('close', () => there.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get refusal() {
      return refusal;
    },
    close: () =>
      new Promise((closed) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function keep(sockets: Set<Duplex>, socket: Duplex | Socket): void {
  sockets.add(socket);
  socket.on('error', () => socket.destroy());
  socket.once('close', () => sockets.delete(socket));
}
