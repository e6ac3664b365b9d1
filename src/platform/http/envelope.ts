import type { Response, Request } from 'express';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { tap, type Observable } from 'rxjs';

/** `meta` of every response. */
export interface Meta {
  total_count: number;
  offset: number;
  limit?: number;
}

/** The response envelope of the specification; some endpoints have `More` in `meta`. */
export interface Envelope<T, More extends object = object> {
  data: T;
  meta: Meta & More;
}

/** `meta` of an answer that started a job. */
export interface JobMeta {
  /** The job, for getJob. */
  job_id: string;
}

/**
 * Return type of a route that writes its answer itself: what it answers with 200, and with 202. openapi.json is made from
 * it.
 */
export type Streamed<_Ok, _Accepted = never> = void;

/** The response envelope of the specification, for one thing: its `total_count` is 1. */
export function envelope<T>(data: T): Envelope<T>;
export function envelope<T, More extends object>(
  data: T,
  meta: More & Partial<Meta>,
): Envelope<T, Omit<More, keyof Meta>>;
export function envelope<T>(data: T, meta: Partial<Meta> = {}): Envelope<T> {
  return { data, meta: { total_count: 1, offset: 0, ...meta } };
}

/** The response envelope for one page of a list. */
export function listEnvelope<T>(
  page: { rows: T[]; total: number },
  paging: { offset: number; limit: number },
): Envelope<T[]> {
  return { data: page.rows, meta: { total_count: page.total, offset: paging.offset, limit: paging.limit } };
}

/** Bytes that a client has `maxStallMs` for: a large chunk takes a slow but honest one longer. */
const partSize = 65_536;

/** The kernel reports progress only after megabytes, so less would end slow lines. */
const maxStallMs = 120_000;

/**
 * Writes with back-pressure. Who reads nothing for too long is disconnected: an answer may hold a connection to the
 * database, and a place that others wait for.
 *
 * @param mayGoOn asked before each part; what it throws ends the answer before its end
 * @throws Error when the client has disconnected
 */
export async function writeChunk(
  response: Response,
  text: string | Uint8Array,
  mayGoOn?: () => Promise<void>,
): Promise<void> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  for (let start = 0; start < bytes.length; start += partSize) {
    if (mayGoOn) await mayGoOn();
    if (response.destroyed) throw new Error('The client has disconnected');
    if (!response.write(bytes.subarray(start, start + partSize))) await waitForDrain(response);
  }
}

/** Removes its listeners: a long response waits thousands of times. */
function waitForDrain(response: Response): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(limit);
      response.off('drain', done).off('close', done);
      resolve();
    };
    const limit = setTimeout(() => response.destroy(), maxStallMs);
    response.on('drain', done).on('close', done);
  });
}

/**
 * Writes `{ data: { …head, [listName]: [elements] }, meta }` without holding the whole list.
 *
 * @param elements batches of elements as JSON text
 */
export async function streamEnvelope(
  response: Response,
  head: object,
  list: { name: string; elements: AsyncIterable<readonly string[]> },
  meta: object,
): Promise<void> {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  const opening = JSON.stringify(head).slice(0, -1);
  await writeChunk(response, `{"data":${opening}${opening === '{' ? '' : ','}${JSON.stringify(list.name)}:[`);
  let separator = '';
  for await (const batch of list.elements) {
    if (batch.length === 0) continue;
    await writeChunk(response, separator + batch.join(','));
    separator = ',';
  }
  await writeChunk(response, `]},"meta":${JSON.stringify(meta)}}`);
  response.end();
}

/** Content security policy of a page that needs no script: blocks one that foreign text in it might inject. Its icon is data. */
export const pagePolicy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";

/** Adds to pages of lists the header `Link` (RFC 8288) with the addresses of the other pages. */
export class PageLinksInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (request.method !== 'GET') return next.handle();
    return next.handle().pipe(
      tap((body: unknown) => {
        const links = linksOf(request.originalUrl, (body as { meta?: Partial<Meta> } | undefined)?.meta);
        if (links !== '') http.getResponse<Response>().setHeader('Link', links);
      }),
    );
  }
}

/** Empty for what is no page of a list. */
export function linksOf(url: string, meta: Partial<Meta> = {}): string {
  const { total_count: total, offset, limit } = meta;
  if (total === undefined || offset === undefined || !limit) return '';
  const [path = '', query = ''] = url.split('?', 2);
  const pages: [string, number | null][] = [
    ['first', 0],
    ['prev', offset > 0 ? Math.max(0, offset - limit) : null],
    ['next', offset + limit < total ? offset + limit : null],
    ['last', Math.max(0, Math.ceil(total / limit) - 1) * limit],
  ];
  return pages
    .filter((page): page is [string, number] => page[1] !== null)
    .map(([name, start]) => {
      const parameters = new URLSearchParams(query);
      parameters.set('offset', String(start));
      parameters.set('limit', String(limit));
      return `<${path}?${parameters}>; rel="${name}"`;
    })
    .join(', ');
}
