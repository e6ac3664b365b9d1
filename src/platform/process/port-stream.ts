import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { TransientError } from '../../model/errors.js';

/** Items of a stream: text and bytes, because copying objects between threads costs more than parsing them. */
export type PortItem = string | Uint8Array;

/** Messages of the sender; the receiver only asks for the next. */
type PortMessage = { readonly item: PortItem } | { readonly end: { readonly error?: string } };

/** Items in transit while the receiver works on another. */
const prefetch = 2;

/**
 * Sends what `items` gives to the thread at the other end of the port, no faster than it is taken there. Where that
 * thread wants no more, or has died, `items` is closed. Never rejects: the other end is told of an error.
 */
export async function sendToPort(port: MessagePort, items: AsyncIterable<PortItem>): Promise<void> {
  let wanted = 0;
  let isClosed = false;
  let wake = (): void => undefined;
  port.on('message', () => {
    wanted += 1;
    wake();
  });
  port.on('close', () => {
    isClosed = true;
    wake();
  });
  const send = (message: PortMessage): void => port.postMessage(message);
  try {
    for await (const item of items) {
      while (wanted === 0 && !isClosed) await new Promise<void>((resolve) => (wake = resolve));
      if (isClosed) break;
      wanted -= 1;
      send({ item });
    }
    send({ end: {} });
  } catch (error) {
    send({ end: { error: error instanceof Error ? (error.stack ?? error.message) : String(error) } });
  }
}

/**
 * What `sendOver` sends at the other end of the port. Whoever leaves early closes the stream at both ends.
 *
 * @throws Error what went wrong there; TransientError where that thread has died
 */
export async function* receiveFromPort<Item extends PortItem>(port: MessagePort): AsyncIterable<Item> {
  const arrived: PortMessage[] = [];
  let isClosed = false;
  let wake = (): void => undefined;
  port.on('message', (message: PortMessage) => {
    arrived.push(message);
    wake();
  });
  port.on('close', () => {
    isClosed = true;
    wake();
  });
  for (let count = 0; count < prefetch; count += 1) port.postMessage(null);
  try {
    for (;;) {
      const message = arrived.shift();
      if (message === undefined) {
        if (isClosed) throw new TransientError('a thread of this process ended');
        await new Promise<void>((resolve) => (wake = resolve));
      } else if ('end' in message) {
        if (message.end.error !== undefined) throw new Error(message.end.error);
        return;
      } else {
        yield message.item as Item;
        port.postMessage(null);
      }
    }
  } finally {
    if (!isClosed) {
      port.close();
      await once(port, 'close');
    }
  }
}
