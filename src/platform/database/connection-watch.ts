import { Readable, Writable } from 'node:stream';
import type { PoolClient } from 'pg';
import { activeQueryOf, socketOf } from '../library-internals.js';

const checkIntervalMs = 5_000;

/** What the server reports about a connection; null if it has none such. */
export interface BackendState {
  readonly state: string;
  readonly wait_event: string | null;
  readonly since: string;
}

export const backendStateQuery = `SELECT state, wait_event, state_change::text AS since FROM pg_stat_activity WHERE pid = $pid`;

/**
 * Cuts a connection that has died without a word while something long is under way on it, for which there is no time
 * limit that would be right: the server, asked over another connection, waits for us while we wait for it, and when
 * asked again nothing has moved. Where the server cannot be asked, nothing is known, and it is asked later.
 *
 * @returns what ends the watch
 */
export function watchConnection(client: PoolClient, ask: () => Promise<BackendState | null>): () => void {
  const socket = socketOf(client);
  let last: { query: object | null; at: string } | null = null;
  const look = async (): Promise<void> => {
    const backend = await ask();
    const query = activeQueryOf(client);
    const { bytesRead, bytesWritten, writableLength } = socket;
    const at = `${backend?.since} ${bytesRead} ${bytesWritten - writableLength}`;
    const isStuck = waitsForServer(query, writableLength) && waitsForClient(backend);
    if (isStuck && last?.query === query && last.at === at) socket.destroy();
    last = isStuck ? { query, at } : null;
  };
  let timer: NodeJS.Timeout;
  const next = (): void => {
    timer = setTimeout(
      () =>
        void look()
          .catch(() => undefined)
          .then(() => isWatched && next()),
      checkIntervalMs,
    ).unref();
  };
  let isWatched = true;
  next();
  return () => {
    isWatched = false;
    clearTimeout(timer);
  };
}

/**
 * For a COPY to the server, only after all rows were given or cannot be sent: over the connection, or because the server
 * has not said that it takes them. For a COPY from it, never.
 */
function waitsForServer(query: object | null, unsent: number): boolean {
  if (query === null || query instanceof Readable) return false;
  return !(query instanceof Writable) || query.writableEnded || query.writableNeedDrain || unsent > 0;
}

/** For what we send, or for us to read its answer. */
function waitsForClient(backend: BackendState | null): boolean {
  if (backend === null || backend.state.startsWith('idle')) return true;
  return backend.state === 'active' && /^Client(Read|Write)$/.test(backend.wait_event ?? '');
}
