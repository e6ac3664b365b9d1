import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CallerError } from '../../../model/errors.js';
import type { FetchOrder } from '../source-fetcher.js';
import { sourceLimits } from '../source-files.js';

const pauseMs = 200;

type Bounds = Pick<FetchOrder, 'maxBytes' | 'signal'>;

/** Ends work that fills a folder when that grows over the limits. @throws CallerError 413 */
export async function withinSize<T>(
  folder: string,
  { maxBytes, signal }: Bounds,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const exceeded = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    const fault = await complaint(folder, maxBytes);
    if (fault) exceeded.abort(new CallerError(413, fault, { reason: 'limit' }));
  };
  const watch = (): void => {
    timer = setTimeout(() => void look().finally(() => timer && watch()), pauseMs);
  };
  watch();
  try {
    const result = await work(AbortSignal.any([signal, exceeded.signal]));
    await look();
    exceeded.signal.throwIfAborted();
    return result;
  } finally {
    clearTimeout(timer);
    timer = undefined;
  }
}

/** What is too much about the folder; no link is followed, and what vanishes meanwhile does not count. */
async function complaint(folder: string, maxBytes: number): Promise<string | null> {
  let bytes = 0;
  let files = 0;
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const entries = await opendir(next).catch(() => null);
    if (!entries) continue;
    for await (const entry of entries) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) open.push(path);
      else if (entry.isFile()) bytes += (await stat(path).catch(() => null))?.size ?? 0;
      if (bytes > maxBytes) return `The source is larger than ${maxBytes} bytes`;
      if ((files += 1) > sourceLimits.maxFiles) return `The source holds more than ${sourceLimits.maxFiles} files`;
    }
  }
  return null;
}
