/** The compiler and the garbage of tests before it run in the first. */
const runs = 3;

/**
 * Processor time of some work in milliseconds, the least of a few runs: unlike the clock, it does not grow when the machine
 * is busy with others.
 */
export function cpuMilliseconds(work: () => void): number {
  const all = Array.from({ length: runs }, () => {
    const before = process.cpuUsage();
    work();
    return since(before);
  });
  return Math.min(...all);
}

/** The same of work that waits now and then. */
export async function cpuMillisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const spent = cpuClock();
  await work();
  return spent();
}

/** @returns the processor time since the call, in milliseconds */
export function cpuClock(): () => number {
  const before = process.cpuUsage();
  return () => since(before);
}

function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
