import { readFileSync } from 'node:fs';

/**
 * Stops the service when the npm that runs it is killed: a killed npm passes no signal on, and the service would keep
 * its port. Most systems have a shell between the two.
 */
export function followNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const chain = [process.pid];
  if (commandOf(process.ppid).includes('scripts/start.mjs')) chain.push(process.ppid);
  const parents = chain.map(parentOf);
  const watch = setInterval(() => {
    if (chain.every((pid, index) => parentOf(pid) === parents[index])) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250).unref();
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Null if the process is gone, or if the system has no /proc. */
function parentOf(pid) {
  if (pid === process.pid) return process.ppid;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  } catch {
    return null;
  }
}
