/** Processor time of some work in milliseconds: unlike the clock, it does not grow when the machine is busy with others. */
export function cpuMilliseconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
