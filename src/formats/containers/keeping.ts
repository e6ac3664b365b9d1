import type { ByteSource } from '../format.js';
import { bytesSource } from '../reading/bytes.js';

/** Writes bytes to where they can be read more than once (a temporary file) and says how. Removal is the caller's. */
export type Spill = (bytes: AsyncIterable<Uint8Array>) => Promise<ByteSource>;

/** What is unpacked stays in memory up to this size. */
const memoryLimit = 4 * 1024 * 1024;

/** Keeps bytes in memory while they are few, and gives them to `spill` when they are many. */
export async function materializeBytes(bytes: AsyncIterable<Uint8Array>, spill: Spill): Promise<ByteSource> {
  const held: Uint8Array[] = [];
  let size = 0;
  const iterator = bytes[Symbol.asyncIterator]();
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    held.push(next.value);
    size += next.value.length;
    if (size > memoryLimit) return spill(remainingBytes(held, iterator));
  }
  return bytesSource(Buffer.concat(held));
}

async function* remainingBytes(
  buffered: Uint8Array[],
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    while (buffered.length > 0) yield buffered.shift()!;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
