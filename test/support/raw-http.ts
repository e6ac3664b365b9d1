import { connect } from 'node:net';

export interface RawAnswer {
  /** 0: the connection ended without an answer. */
  readonly status: number;
  readonly text: string;
  /** Seconds until the answer, or the end. */
  readonly seconds: number;
}

type Piece = Buffer | string;

/**
 * Sends these bytes as they are, over a connection of their own, and reads until the answer is there.
 *
 * @param pieces what is sent, one after the other; a number waits so many milliseconds
 * @param how `end`: our side is closed behind the last one; `untilClosed`: the answer is not enough, the seconds are
 *   those until the other side closes
 */
export async function sendRaw(
  url: string,
  pieces: Iterable<Piece | number>,
  how: { end?: boolean; untilClosed?: boolean } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const start = performance.now();
  let text = '';
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (!how.untilClosed && /^HTTP\/1\.1 [2-5]\d\d[^]*\r\n\r\n/.test(text)) resolve();
    });
    for (const event of ['end', 'close', 'error']) socket.on(event, () => resolve());
  });
  const sending = (async () => {
    for (const piece of pieces) {
      if (socket.destroyed) return;
      if (typeof piece === 'number') await new Promise((resolve) => setTimeout(resolve, piece));
      else if (!socket.write(piece))
        await Promise.race([answered, new Promise((resolve) => socket.once('drain', resolve))]);
    }
    if (how.end) socket.end();
  })();
  await answered;
  const seconds = (performance.now() - start) / 1000;
  await new Promise((resolve) => setTimeout(resolve, 50)); // the rest of the body
  socket.destroy();
  await sending;
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text, seconds };
}

/** The head of a request with these headers besides those that everyone sends. */
export const rawHead = (line: string, headers: readonly string[]): string =>
  [`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n');
