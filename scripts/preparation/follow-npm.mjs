import { readFileSync } from 'node:fs';

/**
 * Makes the service stop when the npm that runs it is killed: a killed npm passes no signal on, and would leave the
 * service behind, unseen, on its port. Between the two there is a shell on most systems.
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

/** Null for a process that is gone, and where the system does not tell. */
function parentOf(pid) {
  if (pid === process.pid) return process.ppid;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  } catch {
    return null;
  }
}
