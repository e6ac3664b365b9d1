import { retryAfterSeconds } from '../../platform/http/retry-after.js';
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { UploadView } from '../../sboms/uploading/upload.view.js';
import { fetchThere, instanceAddress } from './instance-address.js';
import { UsageError } from '../usage.js';
import { keySource, type KeySource } from './pipeline-key.js';
import { ResponseTrailers } from './response-trailers.js';

/** Environment of the commands that speak to a service; the key is no option, because options are seen by others. */
const ciVariables = { url: 'STOCKTAKE_URL', key: 'STOCKTAKE_API_KEY' } as const;

/** The service refused the request; its message is shown as it is. */
export class ServiceRefusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** An answer of the service: `{ data, meta }`. */
export interface ServiceAnswer<T> {
  /** 202: something is not finished. */
  readonly status: number;
  readonly data: T;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** A file of the service. */
export interface Download {
  readonly bytes: Readable;
  /** A header or, once all bytes are read, a trailer; undefined: none arrived. */
  readonly field: (name: string) => string | undefined;
}

type Query = Readonly<Record<string, string>>;

/** A client for pipelines: retries what may pass by itself. */
export class CiClient {
  private readonly url: string;
  private readonly key: KeySource;

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    const { [ciVariables.url]: url } = environment;
    if (!url) throw new UsageError(`Set ${ciVariables.url} and ${ciVariables.key} (an API key)`);
    this.url = instanceAddress(ciVariables.url, url, 'https://stocktake.example.org');
    this.key = keySource(environment, url, async (path, body) => {
      const send = () => this.fetchOnce('POST', path, JSON.stringify(body), null);
      return (await answerOf<unknown>(await this.repeat(send))).data;
    });
  }

  async upload(file: string, query: Query): Promise<ServiceAnswer<UploadView>> {
    return this.uploadBytes(await openAsBlob(file), basename(file), query);
  }

  uploadBytes(file: Blob, fileName: string, query: Query): Promise<ServiceAnswer<UploadView>> {
    const form = new FormData();
    form.append('file', file, fileName);
    return this.answer('POST', 'v1/project/uploadSBOM', query, form);
  }

  check(query: Query): Promise<ServiceAnswer<UploadView>> {
    return this.get<UploadView>('v1/project/checkSBOM', query);
  }

  get<T>(path: string, query: Query): Promise<ServiceAnswer<T>> {
    return this.answer<T>('GET', path, query);
  }

  post<T>(path: string, body: object): Promise<ServiceAnswer<T>> {
    return this.answer<T>('POST', path, {}, JSON.stringify(body));
  }

  /** @param body of a POST; without it the request is a GET */
  async download(path: string, query: Query, body?: object): Promise<Download> {
    const trailers = new ResponseTrailers();
    try {
      const response = await this.send(body ? 'POST' : 'GET', path, query, body && JSON.stringify(body));
      if (!response.body) throw new ServiceRefusal(response.status, 'The service answered without a file');
      const bytes = Readable.fromWeb(response.body as ReadableStream).once('close', () => trailers.stop());
      return { bytes, field: (name) => response.headers.get(name) ?? trailers.get(response.url, name) };
    } catch (error) {
      trailers.stop();
      throw error;
    }
  }

  private async answer<T>(
    method: string,
    path: string,
    query: Query,
    body?: FormData | string,
  ): Promise<ServiceAnswer<T>> {
    const response = await this.send(method, path, query, body);
    const { data, meta = {} } = await answerOf<T>(response);
    if (data === undefined) throw new ServiceRefusal(response.status, 'The service answered without data');
    return { status: response.status, data, meta };
  }

  private send(method: string, path: string, query: Query, body?: FormData | string): Promise<Response> {
    const target = `${path}?${new URLSearchParams(query).toString()}`;
    return this.repeat(async () => this.fetchOnce(method, target, body, await this.key()));
  }

  private async repeat(send: () => Promise<Response>): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await send();
      if (response.ok) return response;
      const isPassing = response.status === 429 || response.status === 503;
      if (!isPassing || attempt === maxAttempts)
        throw new ServiceRefusal(response.status, refusalOf(response, await answerOf(response)));
      const seconds = pauseSeconds(response.headers.get('retry-after'), Date.now());
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    }
  }

  private fetchOnce(
    method: string,
    path: string,
    body: FormData | string | undefined,
    key: string | null,
  ): Promise<Response> {
    return fetchThere(ciVariables.url, `${this.url}/${path}`, {
      method,
      headers: {
        ...(key !== null && { Authorization: `Bearer ${key}` }),
        ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    });
  }
}

const maxAttempts = 5;
const maxPauseSeconds = 30;

export const pauseSeconds = (retryAfter: string | null, now: number): number =>
  Math.min(Math.max(retryAfterSeconds(retryAfter ?? undefined, now) ?? 1, 1), maxPauseSeconds);

interface Answer<T> {
  readonly data?: T;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly message?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

async function answerOf<T>(response: Response): Promise<Answer<T>> {
  try {
    return (await response.json()) as Answer<T>;
  } catch {
    return {};
  }
}

function refusalOf(response: Response, { message, fields }: Answer<unknown>): string {
  const details = Object.entries(fields ?? {}).map(([name, complaint]) => `\n  ${name} ${complaint}`);
  return `The service answered ${response.status}: ${message ?? response.statusText}${details.join('')}`;
}
