import { createWriteStream } from 'node:fs';
import { rm, truncate, writeFile } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EgressClient } from '../../platform/egress/egress-client.js';
import type { EgressResponse } from '../../platform/egress/egress-request.js';
import { EgressUnavailableError } from '../../platform/egress/egress-timer.js';
import { retryAfterSeconds } from '../../platform/http/retry-after.js';
import { HttpStatusError } from './http-status.js';
import { readPartialFile, sidecar, type PartialFile, type Validators } from './partial-file.js';

export interface DownloadOptions {
  readonly maxBytes: number;
  /** The media type to ask for. */
  readonly accept?: string | undefined;
  /** Of the current data: the result is null where the server has nothing newer. */
  readonly validators?: Validators;
  readonly onBytes?: (done: number, total: number) => void;
  /** Seconds. */
  readonly patience?: { readonly silence: number; readonly betweenAttempts: number };
  readonly signal?: AbortSignal;
}

const maxAttempts = 4;
const maxWait = 120;
const maxDownload = 6 * 3600;
const patient = { silence: 60, betweenAttempts: 2 };

/** A retry may help, possibly after the time that the server gives. */
class Unavailable extends Error {
  constructor(
    message: string,
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message);
  }
}

/**
 * Downloads an address into a file; null where it is unchanged by the validators. Retries with back-off or after
 * `Retry-After`. An interrupted download is resumed, in this call or the next one (RFC 9110, 14: only where the server
 * identifies the version).
 */
export async function download(
  client: EgressClient,
  address: string,
  file: string,
  options: DownloadOptions,
): Promise<Validators | null> {
  const { betweenAttempts } = options.patience ?? patient;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await downloadOnce({ client, address, file }, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      const unavailable = error instanceof Unavailable || error instanceof EgressUnavailableError;
      const seconds = waitAfter(error) ?? betweenAttempts * 2 ** (attempt - 1);
      if (!unavailable || attempt === maxAttempts || seconds > maxWait) throw error;
      await sleep(seconds * 1000, undefined, { signal: options.signal });
    }
  }
}

const waitAfter = (error: unknown): number | null => (error instanceof Unavailable ? error.retryAfterSeconds : null);

interface DownloadTarget {
  readonly client: EgressClient;
  readonly address: string;
  readonly file: string;
}

async function downloadOnce(
  { client, address, file }: DownloadTarget,
  { maxBytes, accept, validators = {}, onBytes, patience = patient, signal }: DownloadOptions,
): Promise<Validators | null> {
  const part = await readPartialFile(file);
  const answer = await client.send(address, {
    headers: { ...(accept && { accept }), ...(part ? rangeHeaders(part) : conditionalHeaders(validators)) },
    limits: { maxBytes, seconds: maxDownload, silenceSeconds: patience.silence },
    signal,
  });
  try {
    const { status, headers } = answer;
    if (status === 304 && !part) return null;
    if (status === 416 && part) return await endOf(file, part, headers['content-range']);
    const start = status === 206 && part ? checkedStart(part, answer) : 0;
    if (status === 429 || status >= 500)
      throw new Unavailable(`the server answered ${status}`, retryAfterSeconds(headers['retry-after']));
    if (status !== 200 && start === 0) throw new HttpStatusError(status);
    const received = start > 0 ? part!.validators : await startFile(file, answer);
    const total = start + Number(headers['content-length'] ?? 0);
    await pipeline(
      answer.body,
      countBytes(start, maxBytes, (done) => onBytes?.(done, total)),
      createWriteStream(file, { flags: 'a' }),
    );
    return received;
  } finally {
    answer.body.destroy();
  }
}

/** Empties the file and stores the validators of the answer. */
async function startFile(file: string, { headers }: EgressResponse): Promise<Validators> {
  const validators = { etag: headers.etag, lastModified: headers['last-modified'] };
  await rm(sidecar(file), { force: true });
  await writeFile(file, '');
  // Compressed in transit, byte offsets differ from those of the file.
  if (headers['content-encoding'] === undefined) await writeFile(sidecar(file), JSON.stringify(validators));
  return validators;
}

/** 416: either the file is complete, or it has changed and is downloaded from the start. */
async function endOf(file: string, part: PartialFile, range: string | undefined): Promise<Validators> {
  if (range === `bytes */${part.bytes}`) return part.validators;
  await truncate(file);
  throw new Unavailable('the server does not have the rest of the file');
}

/** The offset of the answer. @throws where offset or version are not those of the part */
function checkedStart(part: PartialFile, { headers }: EgressResponse): number {
  const continues = headers['content-range']?.startsWith(`bytes ${part.bytes}-`) ?? false;
  const other = headers.etag !== undefined && headers.etag !== part.validators.etag;
  if (!continues || other) throw new Error('the server answered with another part of the file');
  return part.bytes;
}

function countBytes(start: number, maxBytes: number, onBytes: (done: number) => void): Transform {
  let done = start;
  return new Transform({
    transform: (chunk: Buffer, _encoding, callback) => {
      done += chunk.length;
      if (done > maxBytes) return callback(new Error(`the file has more than ${maxBytes} bytes`));
      onBytes(done);
      callback(null, chunk);
    },
  });
}

const conditionalHeaders = ({ etag, lastModified }: Validators): Record<string, string> => ({
  ...(etag ? { 'if-none-match': etag } : {}),
  ...(lastModified ? { 'if-modified-since': lastModified } : {}),
});

const rangeHeaders = ({ bytes, version }: PartialFile): Record<string, string> => ({
  range: `bytes=${bytes}-`,
  'if-range': version,
});
