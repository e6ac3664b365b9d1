import { MessageChannel } from 'node:worker_threads';
import { TransientError } from '../../../src/model/errors.js';
import { receiveFromPort, sendToPort } from '../../../src/platform/process/port-stream.js';

describe('a stream between threads', () => {
  let given = 0;
  let isClosed = false;
  async function* numbers(count: number): AsyncIterable<string> {
    try {
      for (given = 0; given < count; given += 1) yield String(given);
    } finally {
      isClosed = true;
    }
  }
  beforeEach(() => (isClosed = false));

  const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

  it('gives every item in its order, texts and bytes', async () => {
    const { port1, port2 } = new MessageChannel();
    async function* items(): AsyncIterable<string | Uint8Array> {
      yield 'ä';
      yield new Uint8Array([1, 2]);
    }
    const sent = sendToPort(port1, items());
    const received: unknown[] = [];
    for await (const item of receiveFromPort(port2)) received.push(item);
    await sent;
    expect(received).toEqual(['ä', new Uint8Array([1, 2])]);
  });

  it('is never more than a few items ahead of the one that reads', async () => {
    const { port1, port2 } = new MessageChannel();
    const sent = sendToPort(port1, numbers(50));
    let taken = 0;
    for await (const _ of receiveFromPort(port2)) {
      taken += 1;
      await after(2);
      expect(given - taken).toBeLessThanOrEqual(3);
    }
    await sent;
    expect(taken).toBe(50);
  });

  it('closes what it reads from when the reader leaves', async () => {
    const { port1, port2 } = new MessageChannel();
    const sent = sendToPort(port1, numbers(1_000));
    for await (const item of receiveFromPort(port2)) if (item === '3') break;
    await sent;
    expect(isClosed).toBe(true);
    expect(given).toBeLessThan(10);
  });

  it('passes on what went wrong', async () => {
    const { port1, port2 } = new MessageChannel();
    async function* failing(): AsyncIterable<string> {
      yield 'one';
      throw new Error('no more of it');
    }
    const sent = sendToPort(port1, failing());
    const read = async (): Promise<void> => {
      for await (const _ of receiveFromPort(port2));
    };
    await expect(read()).rejects.toThrow('no more of it');
    await sent;
  });

  it('is over for the reader when the other end dies', async () => {
    const { port1, port2 } = new MessageChannel();
    const reader = receiveFromPort(port2)[Symbol.asyncIterator]();
    const next = reader.next();
    port1.close();
    await expect(next).rejects.toBeInstanceOf(TransientError);
  });
});
