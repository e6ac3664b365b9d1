import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CallerError } from '../../../model/errors.js';
import { follow } from '../../../platform/process/deadline.js';
import type { FetchRequest } from '../source-fetcher.js';
import { sourceLimits } from '../../../trees/source-files.js';

const intervalMs = 200;

type SizeLimits = Pick<FetchRequest, 'maxBytes' | 'signal'>;

/** Aborts work whose folder grows beyond the limits. @throws CallerError 413 */
export async function withSizeLimit<T>(
  folder: string,
  { maxBytes, signal }: SizeLimits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const exceeded = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const check = async (): Promise<void> => {
    const excess = await excessOf(folder, maxBytes);
    if (excess) exceeded.abort(new CallerError(413, excess, { reason: 'limit' }));
  };
  const watch = (): void => {
    timer = setTimeout(() => void check().finally(() => timer && watch()), intervalMs);
  };
  watch();
  const unfollow = follow(exceeded, signal);
  try {
    const result = await work(exceeded.signal);
    await check();
    exceeded.signal.throwIfAborted();
    return result;
  } finally {
    unfollow();
    clearTimeout(timer);
    timer = undefined;
  }
}

/** Description of the exceeded limit. Links are not followed; files that disappear meanwhile do not count. */
async function excessOf(folder: string, maxBytes: number): Promise<string | null> {
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
