import { createServer } from 'node:net';
import type { CallerError } from '../../model/errors.js';
import type { Guard } from './guarded-connection.js';
import { GuardedWay, listenOnLoopback, type LoopbackServer, type Target } from './loopback-server.js';

/** A port on the loopback that leads to one host and port. */
export interface Forward extends LoopbackServer {
  /** Why a connection was refused, if one was. */
  readonly refusal: CallerError | null;
}

/** Connections to the port are connections to the target, with its addresses checked as for our own requests. */
export async function openForward(target: Target, guard: Guard): Promise<Forward> {
  const way = new GuardedWay(target, guard);
  const { port, close } = await listenOnLoopback(createServer((client) => way.lead(client)));
  return {
    port,
    close,
    get refusal() {
      return way.refusal;
    },
  };
}
