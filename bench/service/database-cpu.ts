import { readdirSync } from 'node:fs';
import type { Database } from '../../src/platform/database/database.js';
import { processTimes } from './processor-ms.js';

/**
 * How to ask for the milliseconds that a PostgreSQL server and its processes have had the processors; always 0 where there
 * is no /proc, or the server is on another machine.
 */
export async function databaseCpu(database: Database): Promise<() => number> {
  const backend = await database.statements((sql) => sql.one<{ pid: number }>('SELECT pg_backend_pid() AS pid'));
  const server = processTimes(backend!.pid)?.parent;
  return () => {
    if (server === undefined) return 0;
    const own = processes().map((pid) => ({ pid, times: processTimes(pid) }));
    return own.reduce((sum, { pid, times }) => {
      return times && (times.parent === server || pid === server) ? sum + times.ms : sum;
    }, 0);
  };
}

const processes = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
