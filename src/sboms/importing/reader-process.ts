import { once } from 'node:events';
import { FormatError } from '../../formats/format.js';
import type { BomEvent } from '../../model/document.js';
import { refusedExitCode } from './parse-protocol.js';
import { StagingWriter } from './staging.js';

/** Shared by the child processes that read untrusted files. */

const flushBytes = 64 * 1024;

/**
 * Writes staging rows to standard output with back-pressure.
 *
 * @param end the last rows, once all events are read
 */
export async function writeRows(
  events: AsyncIterable<readonly BomEvent[]>,
  end: (writer: StagingWriter) => string,
): Promise<void> {
  const writer = new StagingWriter();
  let pending = '';
  for await (const batch of events) {
    for (const event of batch) {
      pending += writer.rows(event);
      if (pending.length > flushBytes) pending = await flush(pending);
    }
  }
  await flush(pending + end(writer));
}

async function flush(rows: string): Promise<''> {
  if (!process.stdout.write(rows)) await once(process.stdout, 'drain');
  return '';
}

/** Runs the child process. A refusal is one line of JSON on standard error and an exit code of its own. */
export function runReader(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    if (error instanceof FormatError) {
      const { reason, message, place } = error;
      process.stderr.write(`${JSON.stringify({ reason, message, place })}\n`);
      process.exitCode = refusedExitCode;
    } else {
      process.stderr.write(String(error instanceof Error ? error.stack : error));
      process.exitCode = 1;
    }
  });
}
