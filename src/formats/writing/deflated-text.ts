import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, type ZlibOptions } from 'node:zlib';

const deflate = promisify<Uint8Array, ZlibOptions, Buffer>(deflateRaw);

const blockLength = 512 * 1024;
const maxPendingBlocks = 4;
/** Texts are added up so far, then written down: a longer one would not stay in the processor's nearest memory. */
const pieceLength = 32 * 1024;
/** UTF-16 code units take no more in UTF-8. */
const maxBytesPerUnit = 3;
/**
 * Level 1 takes half the time of the default and an eighth more room. A block ends at a byte, for more to follow, and
 * comes out in one go.
 */
const options = { level: 1, finishFlush: constants.Z_SYNC_FLUSH, chunkSize: blockLength / 4 };
/** An empty block that says it is the last (RFC 1951, 3.2.3). */
const lastBlock = Uint8Array.of(3, 0);

/**
 * A text as one deflated stream, made by other threads block by block while the text comes. Where the blocks end depends
 * on nothing but the text and the pieces that it is added in. What is not taken yet is kept in memory, deflated.
 */
export class DeflatedText {
  /** CRC-32 and bytes of what was given to be deflated. */
  crc = 0;
  size = 0;
  private readonly blocks: Promise<Uint8Array>[] = [];
  private pendingText = '';
  private block: Buffer | undefined;
  private blockSize = 0;

  add(text: string): void {
    this.pendingText += text;
    if (this.pendingText.length > pieceLength) this.flushText();
  }

  /** After the last `add`. */
  end(): void {
    this.flushText();
    this.closeBlock();
    this.blocks.push(Promise.resolve(lastBlock));
  }

  /** To be awaited now and then where nothing is taken: resolves when few blocks are waiting to be deflated. */
  async waitForSpace(): Promise<void> {
    await this.blocks.at(-maxPendingBlocks);
  }

  /** Blocks in order, each once: all that there are, or those that others are in the queue behind. */
  async *take(which: 'all' | 'first'): AsyncIterable<Uint8Array> {
    while (this.blocks.length > (which === 'all' ? 0 : maxPendingBlocks)) yield await this.blocks.shift()!;
  }

  private flushText(): void {
    const maxBytes = this.pendingText.length * maxBytesPerUnit;
    if (maxBytes > blockLength - this.blockSize) this.closeBlock();
    if (maxBytes > blockLength) this.deflateBlock(Buffer.from(this.pendingText));
    else {
      this.block ??= Buffer.allocUnsafeSlow(blockLength);
      this.blockSize += this.block.write(this.pendingText, this.blockSize);
    }
    this.pendingText = '';
  }

  private closeBlock(): void {
    if (this.block && this.blockSize > 0) this.deflateBlock(this.block.subarray(0, this.blockSize));
    this.block = undefined;
    this.blockSize = 0;
  }

  private deflateBlock(bytes: Buffer): void {
    this.crc = crc32(bytes, this.crc);
    this.size += bytes.length;
    const block = deflate(bytes, options);
    block.catch(() => undefined); // told by `take`, if it is still wanted
    this.blocks.push(block);
  }
}
