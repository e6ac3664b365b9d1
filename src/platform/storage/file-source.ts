import { createReadStream } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';

/** What a parser makes of one piece lives until it is handed on: larger pieces outlive the young garbage collector. */
const pieceSize = 64 * 1024;

/** A file's bytes for the pure parsers: as a stream from the start, or any stretch of them. */
export class FileSource {
  private constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
    readonly size: number,
  ) {}

  static async open(path: string): Promise<FileSource> {
    const handle = await open(path, 'r');
    return new FileSource(path, handle, (await stat(path)).size);
  }

  stream(): AsyncIterable<Uint8Array> {
    return createReadStream(this.path, { highWaterMark: pieceSize });
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
