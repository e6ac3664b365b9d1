import { createServer, type AddressInfo, type Socket } from 'node:net';
import { CallerError } from '../../model/errors.js';
import { connectGuarded, type Guard } from './guarded-connection.js';

/** A port on the loopback that leads to one host and port. */
export interface Forward {
  readonly port: number;
  /** Why a connection was refused, if one was. */
  readonly refusal: CallerError | null;
  close(): Promise<void>;
}

/** Connections to the port are connections to the target, with its addresses checked as for our own requests. */
export async function openForward(
  target: { readonly host: string; readonly port: number },
  guard: Guard,
): Promise<Forward> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  let refusal: CallerError | null = null;
  const server = createServer((client) => {
    keep(client);
    client.on('error', () => client.destroy());
    const there = connectGuarded(target, guard);
    keep(there);
    there.once('connect', () => there.destroyed || there.pipe(client).pipe(there));
    there.on('error', (error) => {
      if (error instanceof CallerError) refusal ??= error;
      client.destroy();
    });
    there.once('close', () => client.destroy());
    client.once('close', () => there.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    get refusal() {
      return refusal;
    },
    close: () =>
      new Promise((closed) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => closed());
      }),
  };
}
