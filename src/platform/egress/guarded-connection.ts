import type { LookupAddress } from 'node:dns';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { egressRefused } from './egress-url.js';

export type ResolveHost = (host: string) => Promise<LookupAddress[]>;

/**
 * The resolver for one connection: it hands on what it has checked, so that no second answer can differ, and nothing
 * where a single one of a name's addresses lies inside.
 */
export function guardedLookup(resolve: ResolveHost, permitted: (address: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (found) => {
        if (found.length === 0) return callback(new Error(`${host} has no address`), '');
        if (!found.every(({ address }) => permitted(address)))
          return callback(egressRefused('address', 'The address leads inside'), '');
        if (options.all) return callback(null, found);
        callback(null, found[0]!.address, found[0]!.family);
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, ''),
    );
  };
}

/** Looks again at the address that a socket is really connected to, before anything is written to it. */
export function guardSocket(socket: Socket, permitted: (address: string) => boolean): void {
  socket.once('connect', () => {
    if (socket.remoteAddress === undefined || !permitted(socket.remoteAddress))
      socket.destroy(egressRefused('address', 'The address leads inside'));
  });
}

/** What is checked of the addresses of one host and port. */
export interface ConnectionGuard {
  readonly resolve: ResolveHost;
  readonly isAllowed: (address: string) => boolean;
}

/** A connection to a host and port whose addresses are checked; where they are not permitted it ends with an error. */
export function connectGuarded(
  target: { readonly host: string; readonly port: number },
  guard: ConnectionGuard,
): Socket {
  const host = target.host.replace(/^\[(.*)\]$/, '$1');
  const socket = connect({ host, port: target.port, lookup: guardedLookup(guard.resolve, guard.isAllowed) });
  if (isIP(host) !== 0 && !guard.isAllowed(host)) socket.destroy(egressRefused('address', 'The address leads inside'));
  guardSocket(socket, guard.isAllowed);
  return socket;
}
