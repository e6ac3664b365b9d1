import { readFileSync } from 'node:fs';

/** Of a clock tick, in which Linux counts. */
const tickMs = 10;

/** A process as proc_pid_stat(5) tells of it. */
export interface ProcessTimes {
  readonly parent: number;
  /** Milliseconds that it, and its children that have ended, have had the processors. */
  readonly ms: number;
}

/** Null where there is none, or no /proc. */
export function processTimes(pid: number): ProcessTimes | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0);
    return { parent: Number(fields[1]), ms: ticks * tickMs };
  } catch {
    return null;
  }
}

export const processorMs = (pid: number): number => processTimes(pid)?.ms ?? 0;
