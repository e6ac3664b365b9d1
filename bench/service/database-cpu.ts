import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from '../../src/platform/database/database.js';

/** Of a clock tick, in which Linux counts. */
const tickMs = 10;

/**
 * How to ask for the milliseconds that a PostgreSQL server and its processes have had the processors; always 0 where there
 * is no /proc, or the server is on another machine.
 */
export async function databaseCpu(database: Database): Promise<() => number> {
  const backend = await database.statements((sql) => sql.one<{ pid: number }>('SELECT pg_backend_pid() AS pid'));
  const server = fieldsOf(`${backend!.pid}`)?.parent;
  return () => {
    const all = server === undefined ? [] : processes().flatMap((pid) => fieldsOf(pid) ?? []);
    const own = all.filter(({ pid, parent }) => parent === server || pid === server);
    return own.reduce((sum, { ticks }) => sum + ticks * tickMs, 0);
  };
}

const processes = (): string[] => readdirSync('/proc').filter((name) => /^\d+$/.test(name));

/** proc_pid_stat(5); the ticks are the process's own, and those of its children that have ended. */
function fieldsOf(pid: string): { pid: string; parent: string; ticks: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0);
    return { pid, parent: fields[1]!, ticks };
  } catch {
    return null;
  }
}
