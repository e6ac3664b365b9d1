import { createServer } from 'node:net';
import type { CallerError } from '../../model/errors.js';
import type { ConnectionGuard } from './guarded-connection.js';
import { GuardedRoute, listenOnLoopback, type LoopbackServer, type EgressTarget } from './loopback-server.js';

/** A port on the loopback that leads to one host and port. */
export interface GuardedPort extends LoopbackServer {
  /** Why a connection was refused, if one was. */
  readonly refusal: CallerError | null;
}

/** Connections to the port are connections to the target, with its addresses checked as for our own requests. */
export async function openForward(target: EgressTarget, guard: ConnectionGuard): Promise<GuardedPort> {
  const way = new GuardedRoute(target, guard);
  const { port, close } = await listenOnLoopback(createServer((client) => way.connect(client)));
  return {
    port,
    close,
    get refusal() {
      return way.refusal;
    },
  };
}
