import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a server said of a file, to ask next time whether it has changed (RFC 9110, 13.1). */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

export interface DownloadOptions {
  readonly maxBytes: number;
  readonly validators?: Validators;
  readonly onBytes?: (done: number, total: number) => void;
  /** Seconds; tests are less patient than the Internet deserves. */
  readonly patience?: { readonly silence: number; readonly betweenAttempts: number };
}

const attempts = 4;
const longestWait = 120;
const patient = { silence: 60, betweenAttempts: 2 };

/** Another attempt may help; the server may have said when. */
class Unavailable extends Error {
  constructor(
    message: string,
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }
}

/**
 * Fetches an address into a file: null where it has not changed since the validators were given. Busy and broken
 * servers are asked again, with growing distance, or when they say; a connection that falls silent is given up.
 *
 * @throws Error that says what went wrong, for people
 */
export async function download(address: string, file: string, options: DownloadOptions): Promise<Validators | null> {
  const { betweenAttempts } = options.patience ?? patient;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await downloadOnce(address, file, options);
    } catch (error) {
      if (!(error instanceof Unavailable) || attempt === attempts) throw error;
      const seconds = error.retryAfterSeconds ?? betweenAttempts * 2 ** (attempt - 1);
      if (seconds > longestWait) throw error;
      await sleep(seconds * 1000);
    }
  }
}

async function downloadOnce(
  address: string,
  file: string,
  { maxBytes, validators = {}, onBytes, patience = patient }: DownloadOptions,
): Promise<Validators | null> {
  const silence = new AbortController();
  const giveUp = (): void => silence.abort(new Unavailable(`${address} fell silent`));
  let timer = setTimeout(giveUp, patience.silence * 1000);
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, patience.silence * 1000);
  };
  try {
    const response = await fetch(address, { signal: silence.signal, headers: conditions(validators) });
    if (response.status === 304) return null;
    if (response.status === 429 || response.status >= 500)
      throw new Unavailable(`${address} answered ${response.status}`, retryAfter(response));
    if (response.status !== 200 || !response.body) throw new Error(`${address} answered ${response.status}`);
    const total = Number(response.headers.get('content-length') ?? 0);
    const counted = new Counted(maxBytes, (done) => {
      heard();
      onBytes?.(done, total);
    });
    await pipeline(Readable.fromWeb(response.body as ReadableStream), counted, createWriteStream(file), {
      signal: silence.signal,
    });
    return {
      etag: response.headers.get('etag') ?? undefined,
      lastModified: response.headers.get('last-modified') ?? undefined,
    };
  } catch (error) {
    throw reasonOf(error, address, silence.signal);
  } finally {
    clearTimeout(timer);
  }
}

class Counted extends Transform {
  private done = 0;

  constructor(maxBytes: number, onBytes: (done: number) => void) {
    super({
      transform: (chunk: Buffer, _encoding, callback) => {
        this.done += chunk.length;
        if (this.done > maxBytes) return callback(new Error(`More than ${maxBytes} bytes came`));
        onBytes(this.done);
        callback(null, chunk);
      },
    });
  }
}

const conditions = ({ etag, lastModified }: Validators): Record<string, string> => ({
  'user-agent': 'stocktake',
  ...(etag ? { 'if-none-match': etag } : {}),
  ...(lastModified ? { 'if-modified-since': lastModified } : {}),
});

/** Seconds; a date is looked at as well (RFC 9110, 10.2.3). */
function retryAfter({ headers }: Response): number | null {
  const said = headers.get('retry-after');
  if (said === null) return null;
  const seconds = /^\d{1,9}$/.test(said) ? Number(said) : (Date.parse(said) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

/** Refused, reset and cut connections are worth another attempt; what the server or we decided is not. */
function reasonOf(error: unknown, address: string, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof Unavailable) return error;
  const broken = error instanceof TypeError || /terminated|aborted|premature/i.test(String((error as Error).message));
  return broken ? new Unavailable(`${address} cannot be reached, or broke off`) : error;
}
