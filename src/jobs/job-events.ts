import type { Response } from 'express';
import { isFinished } from './job-run.js';
import { jobView } from './jobs.dto.js';
import type { JobWatcher } from './job-watcher.js';

const heartbeatMs = 15_000;
/** Then the client connects again, and its rights are looked at again. */
const maxStreamMs = 10 * 60_000;

/**
 * Writes the job as server-sent events until it is over, the client is gone, or the process stops. A client that reads
 * slowly gets fewer events, and always the latest.
 *
 * @throws TransientError, with nothing written yet, when too many watch already
 */
export function streamJobEvents(watcher: JobWatcher, runId: string, response: Response): void {
  let latest = '';
  let sent = '';
  let over = false;

  const unwatch = watcher.watch(runId, (run) => {
    if (run === null) return close();
    over = isFinished(run.state);
    latest = `event: ${over ? 'end' : 'progress'}\ndata: ${JSON.stringify(jobView(run))}\n\n`;
    write();
  });
  const heartbeat = setInterval(() => {
    if (!response.writableNeedDrain) response.write(':\n\n');
  }, heartbeatMs);
  const limit = setTimeout(close, maxStreamMs);

  response.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  });
  response.write('retry: 3000\n\n');
  response.on('drain', write);
  response.on('close', close);
  watcher.stopped.addEventListener('abort', close);
  if (watcher.stopped.aborted || response.req.method === 'HEAD') close();

  function write(): void {
    if (latest === sent || response.writableNeedDrain) return;
    sent = latest;
    response.write(latest);
    if (over) close();
  }

  function close(): void {
    unwatch();
    clearInterval(heartbeat);
    clearTimeout(limit);
    watcher.stopped.removeEventListener('abort', close);
    response.end();
  }
}
