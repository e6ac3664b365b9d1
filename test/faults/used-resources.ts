import { readFileSync, readdirSync } from 'node:fs';
import { withClient } from '../support/postgres.js';
import type { FaultEnvironment } from './fault-environment.js';

/** What the processes hold at a moment when no job is under way. */
export interface UsedResources {
  readonly minute: number;
  readonly apiMb: number;
  readonly workerMb: number;
  readonly apiHandles: number;
  readonly workerHandles: number;
  /** To the database, of all processes. */
  readonly connections: number;
  readonly databaseMb: number;
}

/** Of a running process; 0 where there is no /proc, or it has just ended. */
function held(pid: number | undefined): { mb: number; handles: number } {
  try {
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return { mb: Math.round(Number(resident?.[1] ?? 0) / 1_024), handles: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    return { mb: 0, handles: 0 };
  }
}

export async function usedResources(environment: FaultEnvironment, since: number): Promise<UsedResources> {
  const [api, worker] = [environment.api, environment.worker].map(({ child }) => held(child.pid));
  const [database] = await withClient(environment.databaseUrl, async (client) => {
    const { rows } = await client.query<{ connections: number; mb: number }>(
      `SELECT count(*)::int - 1 AS connections, (pg_database_size(current_database()) / 1e6)::int AS mb
       FROM pg_stat_activity WHERE datname = current_database()`,
    );
    return rows;
  });
  return {
    minute: Math.round((Date.now() - since) / 6_000) / 10,
    apiMb: api!.mb,
    workerMb: worker!.mb,
    apiHandles: api!.handles,
    workerHandles: worker!.handles,
    connections: database!.connections,
    databaseMb: database!.mb,
  };
}

/** As rows of a table in Markdown, at most ten, spread over the run. */
export function resourceTable(samples: readonly UsedResources[]): string {
  const step = Math.max(1, Math.ceil(samples.length / 10));
  const shown = samples.filter((_, index) => index % step === 0 || index === samples.length - 1);
  return [
    '| Minute | API, MB | Worker, MB | Handles of the API | … of the worker | Connections | Database, MB |',
    '|---|---|---|---|---|---|---|',
    ...shown.map((one) => `| ${Object.values(one).join(' | ')} |`),
  ].join('\n');
}
