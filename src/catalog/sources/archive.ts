import type { Readable } from 'node:stream';
import yauzl, { type Entry, type ZipFile } from 'yauzl';

/** A file in a zip archive that a publisher renews. */
export interface ArchiveFile {
  readonly name: string;
  /** Bytes, unpacked. */
  readonly size: number;
  /** Place in the archive, from 1, and how many files it holds. */
  readonly index: number;
  readonly total: number;
  open(): Promise<Readable>;
}

/** The files of a zip archive in its order, directories left out; only its directory is held in memory. */
export async function* filesOf(file: string): AsyncIterable<ArchiveFile> {
  const archive = await yauzl.openPromise(file, { autoClose: false });
  try {
    let place = 0;
    for await (const entry of archive.eachEntry()) {
      place += 1;
      if (!entry.fileName.endsWith('/')) yield archiveFile(archive, entry, place);
    }
  } finally {
    archive.close();
  }
}

const archiveFile = (archive: ZipFile, entry: Entry, place: number): ArchiveFile => ({
  name: entry.fileName,
  size: entry.uncompressedSize,
  ...{ index: place, total: archive.entryCount },
  open: () => archive.openReadStreamPromise(entry),
});
