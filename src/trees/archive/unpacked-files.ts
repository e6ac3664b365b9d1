import { open, type FileHandle } from 'node:fs/promises';
import { FormatError } from '../../formats/format.js';
import type { SourceFiles } from '../source-files.js';

export interface UnpackLimits {
  readonly maxBytes: number;
  readonly maxFiles: number;
  readonly maxPathLength: number;
}

/** Unpacked files, appended to a single file: a path from an archive never becomes a path of the file system. */
export class UnpackedFiles implements SourceFiles {
  readonly sizes = new Map<string, number>();
  readonly unpacked = new Set<string>();
  private readonly offsets = new Map<string, number>();
  private end = 0;

  private constructor(
    private readonly file: FileHandle,
    private readonly limits: UnpackLimits,
  ) {}

  static async open(path: string, limits: UnpackLimits): Promise<UnpackedFiles> {
    return new UnpackedFiles(await open(path, 'wx+', 0o600), limits);
  }

  /** The first file of a path counts. @throws FormatError `limit` */
  async write(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const { maxFiles, maxPathLength, maxBytes } = this.limits;
    if (path.length > maxPathLength)
      throw new FormatError('limit', `A path is longer than ${maxPathLength} characters`, path.slice(0, 120));
    if (this.sizes.size >= maxFiles) throw new FormatError('limit', `There are more than ${maxFiles} files`);
    const start = this.end;
    for await (const chunk of bytes) {
      if (this.end + chunk.length > maxBytes)
        throw new FormatError('limit', `The files unpack to more than the limit of ${maxBytes} bytes`);
      await this.file.write(chunk, 0, chunk.length, this.end);
      this.end += chunk.length;
    }
    if (this.sizes.has(path)) return;
    this.sizes.set(path, this.end - start);
    this.offsets.set(path, start);
  }

  async read(path: string): Promise<Uint8Array | null> {
    const offset = this.offsets.get(path);
    if (offset === undefined) return null;
    const bytes = Buffer.alloc(this.sizes.get(path)!);
    await this.file.read(bytes, 0, bytes.length, offset);
    return bytes;
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
