import type { OnApplicationBootstrap } from '@nestjs/common';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { CallerError, TransientError } from '../../model/errors.js';
import { syncFolders } from './sync-folder.js';

export interface Blob {
  /** SHA-256 of the content in lower-case hexadecimal; its name in the store. */
  readonly sha256: string;
  readonly size: number;
}

/** No such file in the store. */
export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError';
}

/** The store holds other bytes under this name than were put there. */
export class BlobDamagedError extends Error {
  override readonly name = 'BlobDamagedError';
}

const abandonedMs = 6 * 3_600_000;

/** A file is written before the row that names it, so young files may have no row yet. */
const youngMs = 24 * 3_600_000;

export const isYoung = (storedAt: number): boolean => Date.now() - storedAt <= youngMs;

/**
 * Uploaded files by the SHA-256 of their content; equal content is stored once. A draft is on a disk of this process
 * until it is whole; where it is kept then, in a folder or an object store, is the subclass's matter.
 */
export abstract class BlobStore implements OnApplicationBootstrap {
  /** The setting that says where it is. */
  abstract readonly place: 'DATA_DIR' | 'BLOB_STORE_URL';

  constructor(protected readonly folder: string) {}

  /** Keeps a whole draft under its name; the draft may be gone afterwards. */
  protected abstract keep(draft: string, blob: Blob): Promise<void>;

  /** @throws BlobMissingError */
  abstract open(sha256: string): Promise<Readable>;

  /**
   * Work with the file on a local disk, its content checked.
   *
   * @throws BlobMissingError, BlobDamagedError
   */
  abstract withFile<T>(sha256: string, work: (path: string) => Promise<T>): Promise<T>;

  /** Every file of the store, by its name. */
  abstract all(): AsyncIterable<string>;

  /** Those that were stored so long ago that a row would name them, if one did. */
  abstract old(): AsyncIterable<string>;

  /**
   * Deletes an unreferenced file. The same content may be stored again at this moment; a file that turns out to be young
   * stays.
   *
   * @returns whether it is gone
   */
  abstract removeOld(sha256: string): Promise<boolean>;

  /** What marks this store among others; null: nothing does. */
  abstract findMarker(): Promise<string | null>;

  /** @returns the marker of the store: the given one, or that of another process which was first */
  abstract makeMarker(marker: string): Promise<string>;

  /**
   * Streams into the store; nothing remains if the stream breaks or exceeds the limit.
   *
   * @throws CallerError 413 over `maxBytes`; TransientError when the disk is full
   */
  async put(content: Readable, maxBytes: number): Promise<Blob> {
    const draft = await this.newDraft();
    try {
      const blob = await this.write(content, draft, maxBytes);
      await this.keep(draft, blob);
      return blob;
    } catch (error) {
      throw asStorageError(error);
    } finally {
      await rm(draft, { force: true });
    }
  }

  /** The path of a new file in the drafts. */
  protected async newDraft(): Promise<string> {
    const draft = join(this.folder, 'drafts', randomUUID());
    const made = await mkdir(dirname(draft), { recursive: true, mode: 0o700 });
    if (made !== undefined) await syncFolders(dirname(draft), dirname(made));
    return draft;
  }

  protected async write(content: Readable, draft: string, maxBytes: number): Promise<Blob> {
    const hash = createHash('sha256');
    let size = 0;
    const file = await open(draft, 'wx', 0o600);
    try {
      // The stream stays open if writing fails early: the caller decides about the rest.
      for await (const chunk of content.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > maxBytes) throw new CallerError(413, `The file is larger than ${maxBytes} bytes`);
        hash.update(chunk);
        await file.writeFile(chunk);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return { sha256: hash.digest('hex'), size };
  }

  /** A private folder for temporary files; `removeScratch` deletes it. */
  scratchFolder(): string {
    return join(this.folder, 'drafts', randomUUID());
  }

  async removeScratch(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.removeAbandoned();
  }

  /** Files of killed processes; nothing in use is older than this. */
  async removeAbandoned(): Promise<void> {
    const drafts = join(this.folder, 'drafts');
    for (const name of await readdir(drafts).catch(() => [])) {
      const found = await stat(join(drafts, name)).catch(() => null);
      if (found && Date.now() - found.mtimeMs > abandonedMs) await this.removeScratch(join(drafts, name));
    }
  }
}

export function asStorageError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new TransientError('There is no room left to store files', 60, { cause: error });
}
