import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerAccount } from './binaries.js';

/** Rounds without a sign of life, one in ten seconds: five minutes, in which a restarted service adopts its server. */
const silentRounds = 30;
const roundSeconds = 10;

/**
 * Ends the server `$1` once the file `$2` did not change for `$3` rounds of `$4` seconds. Rounds are counted, not time:
 * after the sleep of a machine, the service gets its turn first.
 */
const script = `
  last= silent=0
  while kill -0 "$1" 2>/dev/null; do
    sleep "$4"
    now=$(cat "$2" 2>/dev/null)
    if [ "$now" = "$last" ]; then silent=$((silent + 1)); else silent=0 last=$now; fi
    if [ "$silent" -ge "$3" ]; then
      [ "$(head -n 1 "$5" 2>/dev/null)" = "$1" ] && kill -INT "$1"
      exit
    fi
  done`;

export interface OrphanTimes {
  readonly rounds: number;
  readonly roundSeconds: number;
}

/**
 * Starts a process that outlives this one, and ends the server when nobody uses it any more: a service that was killed,
 * and that nobody starts again, would leave it in memory for ever. Windows has no such process.
 */
export function watchForOrphan(
  { pid, cluster, base }: { pid: number; cluster: string; base: string },
  account: ServerAccount | null,
  times: OrphanTimes = { rounds: silentRounds, roundSeconds },
): void {
  if (process.platform === 'win32') return;
  const given = [pid, signFile(base), times.rounds, times.roundSeconds, join(cluster, 'postmaster.pid')].map(String);
  const child = spawn('/bin/sh', ['-c', script, 'stocktake-orphan-watch', ...given], {
    ...account,
    cwd: '/',
    detached: true,
    stdio: 'ignore',
  });
  child.on('error', () => undefined); // A system without a shell keeps its orphans.
  child.unref();
}

/**
 * Tells the watch that the server is in use, as long as this process lives.
 *
 * @returns ends that
 */
export function keepInUse(base: string, { roundSeconds: seconds }: Pick<OrphanTimes, 'roundSeconds'>): () => void {
  let beats = 0;
  const beat = (): void => {
    try {
      writeFileSync(signFile(base), `${process.pid} ${(beats += 1)}\n`, { mode: 0o644 });
    } catch {
      // The folder is gone or full: the database reports it better.
    }
  };
  beat();
  const timer = setInterval(beat, (seconds * 1000) / 3).unref();
  return () => clearInterval(timer);
}

const signFile = (base: string): string => join(base, 'in-use');

export const orphanRoundSeconds = roundSeconds;
