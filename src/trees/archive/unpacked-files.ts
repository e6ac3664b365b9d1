import { open, type FileHandle } from 'node:fs/promises';
import { FormatError, type ByteSource } from '../../formats/format.js';
import { isExecutable } from '../../manifests/binaries/executable.js';
import { linkTarget } from './link-target.js';
import type { SkippedFile, SourceFiles } from '../source-files.js';

export interface UnpackLimits {
  readonly maxBytes: number;
  readonly maxFiles: number;
  readonly maxPathLength: number;
}

const pieceSize = 64 * 1024;

/** Unpacked files, appended to a single file: a path from an archive never becomes a path of the file system. */
export class UnpackedFiles implements SourceFiles {
  readonly sizes = new Map<string, number>();
  readonly unpacked = new Set<string>();
  /** Files that begin as programs do. */
  readonly executables = new Set<string>();
  /** Targets of symbolic links, as the archive has them, by path. */
  readonly links = new Map<string, string>();
  private readonly offsets = new Map<string, number>();
  private end = 0;

  private constructor(
    private readonly file: FileHandle,
    private readonly limits: UnpackLimits,
  ) {}

  static async open(path: string, limits: UnpackLimits): Promise<UnpackedFiles> {
    return new UnpackedFiles(await open(path, 'wx+', 0o600), limits);
  }

  /** The last file of a path counts, as where an archive is unpacked. @throws FormatError `limit` */
  async write(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const { maxBytes } = this.limits;
    this.checkLimits(path);
    const start = this.end;
    this.executables.delete(path);
    for await (const chunk of bytes) {
      if (this.end === start && isExecutable(chunk)) this.executables.add(path);
      if (this.end + chunk.length > maxBytes)
        throw new FormatError('limit', `The files unpack to more than the limit of ${maxBytes} bytes`);
      await this.file.write(chunk, 0, chunk.length, this.end);
      this.end += chunk.length;
    }
    this.sizes.set(path, this.end - start);
    this.offsets.set(path, start);
    this.links.delete(path);
  }

  get skipped(): readonly SkippedFile[] {
    return [...this.links.keys()].map((path) => ({ path, reason: 'link' as const }));
  }

  /** Where packages are linked, as pnpm does, others find them through the links. */
  follow(path: string): string | undefined {
    return linkTarget(path, this.links);
  }

  /** @throws FormatError `limit` */
  addLink(path: string, target: string): void {
    this.checkLimits(path);
    if (target.length <= this.limits.maxPathLength && !this.sizes.has(path)) this.links.set(path, target);
  }

  /** Another name of a file; false if there is no such file. @throws FormatError `limit` */
  addName(path: string, file: string): boolean {
    const offset = this.offsets.get(file);
    if (offset === undefined) return this.unpacked.has(file);
    this.checkLimits(path);
    if (this.sizes.has(path)) return true;
    this.sizes.set(path, this.sizes.get(file)!);
    this.offsets.set(path, offset);
    return true;
  }

  private checkLimits(path: string): void {
    const { maxFiles, maxPathLength } = this.limits;
    if (path.length > maxPathLength)
      throw new FormatError('limit', `A path is longer than ${maxPathLength} characters`, path.slice(0, 120));
    if (this.sizes.size + this.links.size >= maxFiles) throw new FormatError('limit', `There are more than ${maxFiles} files`); // prettier-ignore
  }

  /** A file in pieces, for what needs parts of it only. */
  sourceOf(path: string): ByteSource {
    const [offset = 0, size = 0] = [this.offsets.get(path), this.sizes.get(path)];
    const read = async (at: number, length: number): Promise<Uint8Array> => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - at)));
      if (bytes.length > 0) await this.file.read(bytes, 0, bytes.length, offset + at);
      return bytes;
    };
    return {
      size,
      read,
      async *stream() {
        for (let at = 0; at < size; at += pieceSize) yield read(at, pieceSize);
      },
    };
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
