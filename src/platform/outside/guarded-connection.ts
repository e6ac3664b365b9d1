import type { LookupAddress } from 'node:dns';
import type { LookupFunction, Socket } from 'node:net';
import { refused } from './outside-address.js';

/** All addresses of a name. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

/**
 * The resolver for one connection: it hands on what it has checked, so that no second answer can differ, and nothing
 * where a single one of a name's addresses lies inside.
 */
export function guardedLookup(resolve: Resolve, permitted: (address: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (found) => {
        if (found.length === 0) return callback(new Error(`${host} has no address`), '');
        if (!found.every(({ address }) => permitted(address)))
          return callback(refused('address', 'The address leads inside'), '');
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
      socket.destroy(refused('address', 'The address leads inside'));
  });
}
