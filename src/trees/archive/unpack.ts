import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, type Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FormatError, type ByteSource } from '../../formats/format.js';
import { bytesSource, inflate, materialize, type SizeLimits } from '../../formats/reading/bytes.js';
import { openZip } from '../../formats/reading/zip.js';
import { FileSource } from '../../platform/storage/file-source.js';
import { archiveSeparator } from '../../manifests/archives/archive-paths.js';
import { baseName, joinPath } from '../../manifests/paths.js';
import { archiveFileName } from '../relevant-paths.js';
import { debControl, debMagic } from './deb.js';
import { inflaterOf, type Compression } from './decompression.js';
import { rpmHeader } from './rpm.js';
import { readTar } from './tar.js';
import type { UnpackedFiles, UnpackLimits } from './unpacked-files.js';

/** Nested archives: a container layer, a fat jar, a jar in it. */
const maxNesting = 6;

type ArchiveKind = Compression | 'zip' | 'tar' | 'deb' | 'rpm';

/** Magic bytes, optionally at an offset. */
const magics: readonly (readonly [ArchiveKind, string, number?])[] = [
  ['zip', 'PK\x03\x04'],
  ['zip', 'PK\x05\x06'],
  ['gzip', '\x1f\x8b\x08'],
  ['xz', '\xfd7zXZ\x00'],
  ['zstd', '\x28\xb5\x2f\xfd'],
  ['tar', 'ustar', 257],
  ['deb', debMagic],
  ['rpm', '\xed\xab\xee\xdb'],
];

/** Detects archives by content; null if it is no supported archive. */
export function archiveKindOf(head: Uint8Array): ArchiveKind | null {
  const text = Buffer.from(head).toString('latin1');
  return magics.find(([, magic, at = 0]) => text.startsWith(magic, at))?.[0] ?? null;
}

/** Layers of an image are inner archives: so many times the size of a large archive may all of them together unpack to. */
const maxInnerRatio = 10;

/** Paths of several files that are named. */
const maxRepeated = 1_000;

/** Unpacks an archive and the archives in it. Damaged or refused inner archives are warnings. */
export class Unpacker {
  readonly warnings: { path: string; message: string }[] = [];
  private readonly repeated = new Set<string>();
  private spilled = 0;
  private unread = 0;
  /** Bytes of all inner archives so far: most of them count toward no limit of the files. */
  private innerBytes = 0;
  private maxInnerBytes = 0;

  /** @param folder private; large inner archives are stored there under generated names */
  constructor(
    private readonly files: UnpackedFiles,
    private readonly folder: string,
    private readonly limits: UnpackLimits & Pick<SizeLimits, 'maxRatio' | 'ratioFrom'>,
  ) {}

  /**
   * @param path of the archive; names the content of a compressed single file
   * @param prefix of the paths of its files
   * @returns false if it is no archive
   * @throws FormatError as `openZip`, `inflate`, `readTar`, `debControl` and `rpmHeader`; `limit`
   */
  async unpack(source: ByteSource, path: string, prefix: string, nesting = 0): Promise<boolean> {
    const kind = archiveKindOf(await source.read(0, 512));
    if (kind === null) return false;
    if (nesting === 0) this.maxInnerBytes = Math.max(this.limits.maxBytes, maxInnerRatio * source.size);
    if (nesting > maxNesting) throw new FormatError('limit', `Archives are nested more than ${maxNesting} levels deep`);
    if (kind === 'zip') await this.unpackZip(source, prefix, nesting);
    else if (kind === 'tar')
      await readTar(source, {
        file: (name, bytes) => this.addFile(prefix, name, bytes, nesting),
        link: (name, target, isHard) => this.addLink(prefix, name, target, isHard),
        other: (name) => this.warnUnread(prefix + name),
      });
    else if (kind === 'deb') {
      const { name, bytes } = await debControl(source);
      await this.addFile(prefix, name, bytes, nesting);
    } else if (kind === 'rpm')
      await this.files.write(`${prefix}rpm-header`, bytesSource(await rpmHeader(source)).stream());
    else await this.unpackCompressed(inflaterOf[kind](), source, { path, prefix, nesting });
    return true;
  }

  private async unpackCompressed(
    inflater: Duplex,
    source: ByteSource,
    { path, prefix, nesting }: { path: string; prefix: string; nesting: number },
  ): Promise<void> {
    const inflated = inflate(source.stream(), inflater, this.limits);
    const name =
      baseName(path)
        .replace(/\.(?:gz|xz|zst)$/i, '')
        .replace(/\.(?:tgz|txz|tzst)$/i, '.tar') || 'content';
    // What the outermost archive unpacks to is bounded by `inflate`, once.
    await this.withInner(nesting === 0 ? inflated : this.counted(inflated), async (inner) => {
      if (!(await this.unpack(inner, name, prefix, nesting + 1))) await this.files.write(prefix + name, inner.stream());
    });
  }

  private async unpackZip(source: ByteSource, prefix: string, nesting: number): Promise<void> {
    const limits = { ...this.limits, maxArchiveEntries: this.limits.maxFiles };
    const entries = await openZip(source, limits, (name) =>
      this.warnings.push({ path: prefix + name, message: 'A symbolic link is not followed' }),
    );
    for (const entry of entries.values()) await this.addFile(prefix, entry.name, entry.stream(), nesting);
  }

  private async addFile(
    prefix: string,
    name: string,
    bytes: AsyncIterable<Uint8Array>,
    nesting: number,
  ): Promise<void> {
    const innerPath = joinPath('', name);
    if (innerPath === null || name.startsWith('/') || /^[a-z]:/i.test(name))
      throw new FormatError('invalid', 'The archive contains a path that leads out of it', name.slice(0, 120));
    if (innerPath === '') return;
    const path = prefix + innerPath;
    this.noticeRepeated(path);
    if (!archiveFileName.test(innerPath)) return this.files.write(path, bytes);
    await this.withInner(this.counted(bytes), async (inner) => {
      if (!(await this.unpackInner(inner, path, nesting))) await this.files.write(path, inner.stream());
    });
  }

  /** A tar archive may have a path again, whose last file is what unpacking it leaves. */
  private noticeRepeated(path: string): void {
    const isRepeated = this.files.sizes.has(path) || this.files.unpacked.has(path);
    if (!isRepeated || this.repeated.has(path) || this.repeated.size >= maxRepeated) return;
    this.repeated.add(path);
    this.warnings.push({ path, message: 'The archive has several files of this path: the last one counts' });
  }

  private warnUnread(path: string): void {
    if ((this.unread += 1) > maxRepeated) return;
    this.warnings.push({ path, message: 'A file of this kind, such as a sparse one, is not read' });
  }

  /** A hard link is another name of a file before it; a symbolic one is kept as what it says. */
  private addLink(prefix: string, name: string, target: string, isHard: boolean): void {
    const path = joinPath('', name);
    if (path === null || path === '' || name.startsWith('/')) return;
    const file = isHard ? joinPath('', target) : null;
    if (file === null || !this.files.addName(prefix + path, prefix + file)) this.files.addLink(prefix + path, target);
  }

  private async unpackInner(inner: ByteSource, path: string, nesting: number): Promise<boolean> {
    try {
      const isArchive = await this.unpack(inner, path, path + archiveSeparator, nesting + 1);
      if (isArchive) this.files.unpacked.add(path);
      return isArchive;
    } catch (error) {
      if (!(error instanceof FormatError) || error.reason === 'limit' || error.reason === 'ratio') throw error;
      this.warnings.push({ path, message: error.message });
      return false;
    }
  }

  /** @throws FormatError `limit` */
  private async *counted(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      this.innerBytes += chunk.length;
      if (this.innerBytes > this.maxInnerBytes)
        throw new FormatError('limit', `The files unpack to more than the limit of ${this.maxInnerBytes} bytes`);
      yield chunk;
    }
  }

  /** Calls `use` with an inner archive, which is in memory or on disk until then. */
  private async withInner(bytes: AsyncIterable<Uint8Array>, use: (inner: ByteSource) => Promise<void>): Promise<void> {
    const inner = await materialize(bytes, (large) => this.spill(large));
    try {
      await use(inner);
    } finally {
      if (inner instanceof FileSource) {
        await inner.close();
        await rm(inner.path, { force: true });
      }
    }
  }

  private async spill(bytes: AsyncIterable<Uint8Array>): Promise<FileSource> {
    const path = join(this.folder, `inner-${(this.spilled += 1)}`);
    try {
      await pipeline(Readable.from(bytes), createWriteStream(path, { mode: 0o600, flags: 'wx' }));
      return await FileSource.open(path);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }
}
