import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/** What a parser makes of one piece lives until it is handed on: larger pieces outlive the young garbage collector. */
const pieceSize = 64 * 1024;

/** What is read comes from outside, and a link could lead to any file. */
const withoutLinks = constants.O_RDONLY | constants.O_NOFOLLOW;

/** A file's bytes for the pure parsers: as a stream from the start, or any stretch of them. */
export class FileSource {
  private constructor(
    readonly path: string,
    private readonly handle: FileHandle,
    readonly size: number,
  ) {}

  /** @throws ELOOP where the path is a link */
  static async open(path: string): Promise<FileSource> {
    const handle = await open(path, withoutLinks);
    return new FileSource(path, handle, (await handle.stat()).size);
  }

  async *stream(): AsyncGenerator<Uint8Array> {
    const handle = await open(this.path, withoutLinks);
    yield* handle.createReadStream({ highWaterMark: pieceSize }) as AsyncIterable<Buffer>;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const buffer = Buffer.alloc(Math.max(0, Math.min(length, this.size - offset)));
    const { bytesRead } = await this.handle.read(buffer, 0, buffer.length, offset);
    return buffer.subarray(0, bytesRead);
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}
