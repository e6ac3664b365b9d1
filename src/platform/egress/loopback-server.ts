import type { AddressInfo, Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { CallerError } from '../../model/errors.js';
import { connectGuarded, type ConnectionGuard } from './guarded-connection.js';

/** A forwarder from the loopback to one outside host and port, for an external program. */
export interface EgressTarget {
  readonly host: string;
  readonly port: number;
}

/** A server on a free port of the loopback. */
export interface LoopbackServer {
  readonly port: number;
  /** Cuts every connection. */
  close(): Promise<void>;
}

export async function listenOnLoopback(server: Server): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Connections of a program that go on to the target, with its addresses checked as for our own requests. */
export class GuardedRoute {
  private firstRefusal: CallerError | null = null;

  constructor(
    private readonly target: EgressTarget,
    private readonly guard: ConnectionGuard,
  ) {}

  /** Why a connection was refused, if one was. */
  get refusal(): CallerError | null {
    return this.firstRefusal;
  }

  recordRefusal(error: CallerError): void {
    this.firstRefusal ??= error;
  }

  /** Each side ends with the other. `greet` comes before anything that the target says. */
  connect(client: Duplex, greet: (there: Socket) => void = () => {}): void {
    const there = connectGuarded(this.target, this.guard);
    there.once('connect', () => {
      if (there.destroyed) return;
      greet(there);
      there.pipe(client).pipe(there);
    });
    there.on('error', (error) => {
      if (error instanceof CallerError) this.recordRefusal(error);
      client.destroy();
    });
    there.once('close', () => client.destroy());
    client.once('close', () => there.destroy());
  }
}
