import type { Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';

/** A file in a publisher's zip archive. */
export interface ArchiveFile {
  readonly name: string;
  /** Uncompressed bytes. */
  readonly size: number;
  /** From 1, and the number of files in the archive. */
  readonly index: number;
  readonly total: number;
  open(): Promise<Readable>;
}

/** The files of a zip archive, without folders; only the central directory is held in memory. */
export async function* filesOf(file: string): AsyncIterable<ArchiveFile> {
  const archive = await yauzl.openPromise(file, { autoClose: false });
  try {
    let index = 0;
    for await (const entry of archive.eachEntry()) {
      index += 1;
      if (!entry.fileName.endsWith('/')) yield archiveFile(archive, entry, index);
    }
  } finally {
    archive.close();
  }
}

const archiveFile = (archive: ZipFile, entry: Entry, index: number): ArchiveFile => ({
  name: entry.fileName,
  size: entry.uncompressedSize,
  index,
  total: archive.entryCount,
  open: () => archive.openReadStreamPromise(entry),
});
