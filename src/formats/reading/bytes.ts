import type { ByteSource } from '../format.js';

const pieceSize = 64 * 1024;

/** A document that is in memory already: an unpacked archive member, a small upload, a test. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    async *stream() {
      for (let offset = 0; offset < bytes.length; offset += pieceSize) yield bytes.subarray(offset, offset + pieceSize);
    },
    read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)),
  };
}

/** The same for text, as UTF-8. */
export const textSource = (text: string): ByteSource => bytesSource(Buffer.from(text, 'utf8'));
