import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { EgressClient } from '../../platform/egress/egress-client.js';
import { download, type DownloadOptions } from './download.js';
import type { Feed, FetchedFile, FetchOptions } from './feed.js';
import { deleteDownload, sidecar } from './partial-file.js';

export interface SourceFeedOptions {
  /** Where the source's files lie; it has the folder for itself. */
  readonly folder: string;
  /** What stands for an address: the same, or that of a mirror. */
  readonly mirrored: (address: string) => string;
  readonly patience?: DownloadOptions['patience'];
  readonly signal?: AbortSignal;
  readonly onBytes: (done: number, total: number) => void;
  /** Messages name the file, where a source has several. */
  readonly namesFiles: boolean;
}

const maxTextBytes = 16 * 1024 * 1024;

/** The files of one source's publisher, or of its mirror. */
export class SourceFeed implements Feed {
  private readonly wanted = new Set<string>();

  constructor(
    private readonly client: EgressClient,
    private readonly options: SourceFeedOptions,
  ) {}

  get signal(): AbortSignal | undefined {
    return this.options.signal;
  }

  async open(): Promise<void> {
    await mkdir(this.options.folder, { recursive: true });
  }

  path(name: string): string {
    const file = join(this.options.folder, name.replace(/[^\w.-]/g, '_'));
    this.wanted.add(file);
    return file;
  }

  async file(address: string, { name, maxBytes, accept, validators }: FetchOptions): Promise<FetchedFile | null> {
    const file = this.path(name);
    const said = await this.download(address, file, { maxBytes, accept, validators });
    return said === null ? null : { file, validators: said };
  }

  async text(address: string, maxBytes = maxTextBytes): Promise<string> {
    const file = this.path(`text-${createHash('sha256').update(address).digest('hex').slice(0, 24)}`);
    try {
      await deleteDownload(file);
      await this.download(address, file, { maxBytes });
      return await readFile(file, 'utf8');
    } finally {
      await deleteDownload(file);
      this.wanted.delete(file);
    }
  }

  /** Takes away what former syncs left and this one did not ask for. */
  async tidy(): Promise<void> {
    const { folder } = this.options;
    const kept = new Set([...this.wanted].flatMap((file) => [file, sidecar(file)]));
    for (const name of await readdir(folder))
      if (!kept.has(join(folder, name))) await rm(join(folder, name), { force: true });
  }

  /** Takes the folder away where nothing is left in it. */
  async close(): Promise<void> {
    await rmdir(this.options.folder).catch(() => undefined);
  }

  private async download(
    address: string,
    file: string,
    asked: Pick<DownloadOptions, 'maxBytes' | 'accept' | 'validators'>,
  ): Promise<FetchedFile['validators'] | null> {
    const { mirrored, patience, signal, onBytes, namesFiles } = this.options;
    try {
      return await download(this.client, mirrored(address), file, { ...asked, onBytes, patience, signal });
    } catch (error) {
      if (namesFiles && error instanceof Error)
        error.message = `${basename(new URL(address).pathname)}: ${error.message}`;
      throw error;
    }
  }
}
