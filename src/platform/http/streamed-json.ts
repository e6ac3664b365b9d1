import type { Response } from 'express';

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
