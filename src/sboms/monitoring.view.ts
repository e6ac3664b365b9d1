export const monitoringStates = ['not_monitored', 'pending', 'succeeded', 'failing'] as const;

/** Whether what is shown of a project or an SBOM is kept up to date. */
export interface MonitoringView {
  /** pending: it is monitored, and nothing was kept of a run that ended. failing: no success followed the failure. */
  status: (typeof monitoringStates)[number];
  /** When a run of monitoring, or an analysis or resolution of all entries that somebody asked for, succeeded last; null: none is known. */
  succeeded_at: Date | null;
  /** When the first run failed since then; null: none has. */
  failing_since: Date | null;
  /** Why the latest run failed, while its job is kept. */
  error: string | null;
  /** The same in a sentence, with what to do. */
  message: string;
}

/** Read as JSON, so times are text. */
export interface MonitoringRow {
  readonly monitored: boolean;
  readonly succeeded_at: string | null;
  readonly failing_since: string | null;
  readonly error: string | null;
}

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

export function monitoringView(row: MonitoringRow): MonitoringView {
  const { monitored, succeeded_at, failing_since, error } = row;
  const status = !monitored
    ? 'not_monitored'
    : failing_since !== null
      ? 'failing'
      : succeeded_at !== null
        ? 'succeeded'
        : 'pending';
  return {
    status,
    succeeded_at: dateOf(succeeded_at),
    failing_since: dateOf(failing_since),
    error,
    message: messageOf(status, row),
  };
}

function messageOf(status: MonitoringView['status'], { succeeded_at, failing_since, error }: MonitoringRow): string {
  const day = (text: string): string => new Date(text).toISOString().slice(0, 10);
  if (status === 'not_monitored')
    return 'It is not monitored: what changed since the last analysis or resolution is not known. Turn the monitoring on.';
  if (status === 'pending') return 'No run of monitoring has ended yet: wait for the first one.';
  if (status === 'succeeded') return `Monitoring succeeded last on ${day(succeeded_at!)}.`;
  const reason = error ? `: ${error.replace(/\.$/, '')}` : '; the reason is not kept any more';
  const rest = succeeded_at
    ? `What is shown rests on the success of ${day(succeeded_at)}`
    : 'No success before that is known';
  return `Monitoring fails since ${day(failing_since!)}${reason}. ${rest}; mend the cause, then wait for the next run (a project can be analysed at once).`;
}
