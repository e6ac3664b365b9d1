import { createHash } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BlobDamagedError, BlobMissingError, BlobStore, isYoung, type Blob } from './blob-store.js';
import { syncFolder, syncFolders } from './sync-folder.js';

/** Files in a folder, which all processes must have in common. */
export class FolderBlobStore extends BlobStore {
  readonly place = 'DATA_DIR';

  private get markerFile(): string {
    return join(this.folder, 'marker');
  }

  protected async keep(draft: string, { sha256 }: Blob): Promise<void> {
    const place = this.pathOf(sha256);
    const made = await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    await rename(draft, place);
    await syncFolders(dirname(place), made === undefined ? dirname(place) : dirname(made));
  }

  pathOf(sha256: string): string {
    return join(this.folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  }

  async open(sha256: string): Promise<ReadStream> {
    await stat(this.pathOf(sha256)).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new BlobMissingError(`${sha256} is missing`, { cause: error }) : error;
    });
    return createReadStream(this.pathOf(sha256));
  }

  async withFile<T>(sha256: string, work: (path: string) => Promise<T>): Promise<T> {
    const hash = createHash('sha256');
    await pipeline(await this.open(sha256), hash);
    if (hash.digest('hex') !== sha256) throw new BlobDamagedError(`${sha256} is damaged`);
    return work(this.pathOf(sha256));
  }

  async findMarker(): Promise<string | null> {
    return readFile(this.markerFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
  }

  async makeMarker(marker: string): Promise<string> {
    const draft = await this.newDraft();
    await writeFile(draft, marker, { mode: 0o600, flush: true });
    await link(draft, this.markerFile).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(draft);
    await syncFolder(this.folder);
    return (await this.findMarker())!;
  }

  async *all(): AsyncIterable<string> {
    for (const one of await names(this.folder))
      if (one.length === 2)
        for (const two of await names(join(this.folder, one))) yield* await names(join(this.folder, one, two));
  }

  async *old(): AsyncIterable<string> {
    for await (const sha256 of this.all()) {
      const found = await stat(this.pathOf(sha256)).catch(() => null);
      if (found && !isYoung(found.mtimeMs)) yield sha256;
    }
  }

  async removeOld(sha256: string): Promise<boolean> {
    const place = this.pathOf(sha256);
    const aside = await this.newDraft();
    const isThere = await rename(place, aside).then(
      () => true,
      () => false,
    );
    if (!isThere) return false;
    const stays = isYoung((await stat(aside)).mtimeMs);
    if (!stays) await rm(aside);
    else {
      await rename(aside, place);
      await syncFolder(dirname(place));
    }
    return !stays;
  }
}

const names = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
