import type { Response } from 'express';
import { EventEmitter } from 'node:events';
import { writeChunk } from '../../../src/platform/http/envelope.js';

/** A connection whose client has read nothing yet. */
class StalledResponse extends EventEmitter {
  destroyed = false;
  readonly written: Buffer[] = [];

  write(part: Uint8Array): boolean {
    this.written.push(Buffer.from(part));
    return false;
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

describe('a chunk of an answer', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const start = (text: string): { response: StalledResponse; writing: Promise<void> } => {
    const response = new StalledResponse();
    return { response, writing: writeChunk(response as unknown as Response, text) };
  };

  it('disconnects a client that reads nothing for two minutes', async () => {
    const { response, writing } = start('x'.repeat(70_000));
    const failed = expect(writing).rejects.toThrow('disconnected');
    jest.advanceTimersByTime(119_000);
    expect(response.destroyed).toBe(false);
    jest.advanceTimersByTime(1_000);
    expect(response.destroyed).toBe(true);
    await failed;
    expect(response.eventNames()).toEqual([]);
  });

  it('reaches a slow client in parts, however long the whole takes', async () => {
    const text = 'ä€😀'.repeat(30_000);
    const { response, writing } = start(text);
    for (let part = 0; part < 5; part += 1) {
      await jest.advanceTimersByTimeAsync(100_000);
      response.emit('drain');
    }
    await writing;
    expect(response.destroyed).toBe(false);
    expect(response.written).toHaveLength(5);
    expect(Buffer.concat(response.written).toString()).toBe(text);
    expect(jest.getTimerCount()).toBe(0);
  });
});
