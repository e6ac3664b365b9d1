import type { Response } from 'express';

/** `meta` of every answer; lists add `limit`, some endpoints add members of their own (warnings, job_id, losses …). */
export interface Meta {
  total_count: number;
  offset: number;
  limit?: number;
  [member: string]: unknown;
}

export interface Envelope<T> {
  data: T;
  meta: Meta;
}

/** The common answer (specification, "Common response envelope") for one thing; `total_count` of one thing is 1. */
export function envelope<T>(data: T, meta: Partial<Meta> = {}): Envelope<T> {
  return { data, meta: { total_count: 1, offset: 0, ...meta } };
}

/** The answer for one page of a list. */
export function listEnvelope<T>(
  page: { rows: T[]; total: number },
  paging: { offset: number; limit: number },
): Envelope<T[]> {
  return { data: page.rows, meta: { total_count: page.total, offset: paging.offset, limit: paging.limit } };
}

/** Writes with back-pressure; a client that has gone away ends the work. */
export async function writeChunk(response: Response, text: string | Uint8Array): Promise<void> {
  if (response.destroyed) throw new Error('The client has gone away');
  if (!response.write(text)) await waitForDrain(response);
}

/** Leaves no listener behind: a long answer waits thousands of times. */
function waitForDrain(response: Response): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}

/**
 * Writes `{ data: { …head, [listName]: [elements] }, meta }` without ever holding the list.
 *
 * @param elements batches of elements, each already JSON text
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
