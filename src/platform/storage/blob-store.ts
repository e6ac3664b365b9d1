import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { CallerError, TransientError } from '../../model/errors.js';
import { Configuration } from '../configuration/configuration.js';
import { syncFolder } from './sync-folder.js';

export interface Blob {
  /** SHA-256 of the content in lower-case hexadecimal; its name in the store. */
  readonly sha256: string;
  readonly size: number;
}

const abandonedMs = 6 * 3_600_000;

/** A file is written before the row that names it, so young files may have no row yet. */
const youngMs = 24 * 3_600_000;

/** Uploaded files by the SHA-256 of their content; equal content is stored once. */
@Injectable()
export class BlobStore implements OnApplicationBootstrap {
  private readonly folder: string;
  private readonly markerFile: string;

  constructor(configuration: Configuration) {
    this.folder = join(configuration.dataDir, 'blobs');
    this.markerFile = join(this.folder, 'marker');
  }

  /**
   * Streams into the store; nothing remains if the stream breaks or exceeds the limit.
   *
   * @throws CallerError 413 over `maxBytes`; TransientError when the disk is full
   */
  async put(content: Readable, maxBytes: number): Promise<Blob> {
    const draft = join(this.folder, 'drafts', randomUUID());
    try {
      await mkdir(dirname(draft), { recursive: true, mode: 0o700 });
      const blob = await this.write(content, draft, maxBytes);
      const place = this.pathOf(blob.sha256);
      const made = await mkdir(dirname(place), { recursive: true, mode: 0o700 });
      await rename(draft, place);
      await syncFolders(dirname(place), made === undefined ? dirname(place) : dirname(made));
      return blob;
    } catch (error) {
      await rm(draft, { force: true });
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'ENOSPC' || code === 'EDQUOT')
        throw new TransientError('There is no room left to store files', 60, { cause: error });
      throw error;
    }
  }

  private async write(content: Readable, draft: string, maxBytes: number): Promise<Blob> {
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

  pathOf(sha256: string): string {
    return join(this.folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  }

  async open(sha256: string): Promise<ReadStream> {
    await stat(this.pathOf(sha256));
    return createReadStream(this.pathOf(sha256));
  }

  /** What marks this folder among others; null: nothing does. */
  async findMarker(): Promise<string | null> {
    return readFile(this.markerFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
  }

  /** @returns the marker of the folder: the given one, or that of another process which was first */
  async makeMarker(marker: string): Promise<string> {
    const draft = join(this.folder, 'drafts', randomUUID());
    await mkdir(dirname(draft), { recursive: true, mode: 0o700 });
    await writeFile(draft, marker, { mode: 0o600, flush: true });
    await link(draft, this.markerFile).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(draft);
    await syncFolder(this.folder);
    return (await this.findMarker())!;
  }

  /** A private folder for temporary files; `removeScratch` deletes it. */
  scratchFolder(): string {
    return join(this.folder, 'drafts', randomUUID());
  }

  async removeScratch(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true });
  }

  /** Every file of the store, by its name. */
  async *all(): AsyncIterable<string> {
    for (const one of await names(this.folder))
      if (one.length === 2)
        for (const two of await names(join(this.folder, one))) yield* await names(join(this.folder, one, two));
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

  /** Whether the content was last stored so long ago that a row would name it, if one did. */
  async isOld(sha256: string): Promise<boolean> {
    const found = await stat(this.pathOf(sha256)).catch(() => null);
    return found !== null && Date.now() - found.mtimeMs > youngMs;
  }

  /**
   * Deletes an unreferenced file. The same content may be stored again at this moment; a file that turns out to be
   * young is put back.
   *
   * @returns whether it is gone
   */
  async removeOld(sha256: string): Promise<boolean> {
    const place = this.pathOf(sha256);
    const aside = join(this.folder, 'drafts', randomUUID());
    await mkdir(dirname(aside), { recursive: true, mode: 0o700 });
    const isThere = await rename(place, aside).then(
      () => true,
      () => false,
    );
    if (!isThere) return false;
    const isYoung = Date.now() - (await stat(aside)).mtimeMs <= youngMs;
    await (isYoung ? rename(aside, place) : rm(aside));
    return !isYoung;
  }
}

/** From the deepest folder up to the last that got a new name. */
async function syncFolders(from: string, to: string): Promise<void> {
  for (let folder = from; ; folder = dirname(folder)) {
    await syncFolder(folder);
    if (folder === to || folder === dirname(folder)) return;
  }
}

const names = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
