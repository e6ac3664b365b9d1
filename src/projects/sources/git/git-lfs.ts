import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { CallerError } from '../../../model/errors.js';
import { filledObjectsOf, objectOf, textEntries, textOf } from '../../../model/json.js';
import type { EgressClient } from '../../../platform/egress/egress-client.js';
import { EgressUnavailableError } from '../../../platform/egress/egress-timer.js';
import { manifestFor } from '../../../manifests/index.js';
import { manifestLimits } from '../../../manifests/limits.js';
import { PathSelection } from '../../../trees/path-selection.js';
import { hasBomName } from '../../../trees/relevant-paths.js';
import type { FetchRequest } from '../source-fetcher.js';
import type { GitLocation } from '../source-location.js';
import { GitObjects } from './git-files.js';
import { startGit } from './git-program.js';
import { gitTree } from './git-tree.js';
import type { FetchedRepository } from './git-submodules.js';

const maxFiles = 1_000;
const batchSize = 100;
const silenceSeconds = 30;
const mediaType = 'application/vnd.git-lfs+json';

/** A pointer file (git-lfs, docs/spec.md). */
interface Pointer {
  /** In the whole. */
  readonly path: string;
  readonly oid: string;
  readonly size: number;
}

/**
 * The content of manifests and SBOMs that are pointers of Git LFS, by the batch API of the repository's own host
 * (git-lfs, docs/api/batch.md). What `.lfsconfig` says of other hosts is not followed.
 */
export async function fetchLfs(
  location: GitLocation,
  repositories: readonly FetchedRepository[],
  { home, egress }: { readonly home: string; readonly egress: EgressClient },
): Promise<GitLocation> {
  const folder = join(home, 'lfs');
  await mkdir(folder, { mode: 0o700 });
  const download = new LfsDownload(egress, folder);
  const objects = new GitObjects(startGit({ home, gitDir: location.gitDir, input: true }, ['cat-file', '--batch']));
  try {
    for (const repository of repositories) {
      const pointers: Pointer[] = [];
      for (const { path, id } of await candidates(repository, location.gitDir, home)) {
        const pointer = pointerOf(path, await objects.read(id));
        if (pointer) pointers.push(pointer);
      }
      await download.fetch(repository.request, pointers);
    }
  } finally {
    await objects.close();
  }
  const notFetched = [...(location.notFetched ?? []), ...download.notFetched];
  return { ...location, lfsFiles: download.files, notFetched };
}

/** Files that are read where they have a content, and are as small as pointers are. */
async function candidates({ path: folder, commit, request }: FetchedRepository, gitDir: string, home: string) {
  const { include_paths: include, exclude_paths: exclude } = request.project;
  const selection = new PathSelection({ include, exclude });
  const found: { path: string; id: string }[] = [];
  for await (const { kind, id, size, path: inside } of gitTree(home, gitDir, commit)) {
    if (kind !== 'file' || size >= 1024) continue;
    const path = folder === '' ? inside : `${folder}/${inside}`;
    const manifest = manifestFor(path);
    const wanted = manifest ?? (hasBomName(path) ? 'content' : null);
    if (wanted !== null && selection.takes(path, wanted)) found.push({ path, id });
  }
  return found;
}

function pointerOf(path: string, bytes: Uint8Array | null): Pointer | null {
  const content = Buffer.from(bytes ?? []).toString('latin1');
  const match =
    /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:.*\n)*?oid sha256:([0-9a-f]{64})\n(?:.*\n)*?size (\d{1,15})\n/.exec(
      content,
    );
  return match && { path, oid: match[1]!, size: Number(match[2]) };
}

/** Downloads under the limits of the source: also those that fail count toward them. */
export class LfsDownload {
  readonly files: (readonly [path: string, file: string])[] = [];
  readonly notFetched: (readonly [path: string, message: string])[] = [];
  private readonly stored = new Map<string, string>();
  private bytes = 0;
  private attempts = 0;

  constructor(
    private readonly egress: EgressClient,
    private readonly folder: string,
  ) {}

  async fetch(request: FetchRequest, pointers: readonly Pointer[]): Promise<void> {
    for (let from = 0; from < pointers.length; from += batchSize) {
      const batch = pointers.slice(from, from + batchSize);
      try {
        const actions = await this.actions(request, batch);
        for (const pointer of batch) await this.fetchOne(request, pointer, actions.get(pointer.oid));
      } catch (error) {
        for (const { path } of batch) this.refuse(request, path, error);
      }
    }
  }

  private async fetchOne(request: FetchRequest, pointer: Pointer, action: DownloadAction | undefined): Promise<void> {
    try {
      this.files.push([pointer.path, this.stored.get(pointer.oid) ?? (await this.download(request, pointer, action))]);
    } catch (error) {
      this.refuse(request, pointer.path, error);
    }
  }

  private refuse({ signal }: FetchRequest, path: string, error: unknown): void {
    signal.throwIfAborted();
    if (!(error instanceof CallerError || error instanceof EgressUnavailableError)) throw error;
    this.notFetched.push([path, `The file of Git LFS could not be fetched: ${error.message}`]);
  }

  /** Asks the server where the objects are. */
  private async actions(
    { project, secrets, signal, seconds }: FetchRequest,
    pointers: readonly Pointer[],
  ): Promise<ReadonlyMap<string, DownloadAction>> {
    if (!project.source.startsWith('https:')) throw refused('only repositories at https addresses are asked for them');
    const objects = pointers.map(({ oid, size }) => ({ oid, size }));
    const asked = { operation: 'download', transfers: ['basic'], objects, hash_algo: 'sha256' };
    const base = project.source.replace(/\/+$/, '');
    const { status, body } = await this.egress.send(
      `${base}${base.endsWith('.git') ? '' : '.git'}/info/lfs/objects/batch`,
      {
        method: 'POST',
        body: Buffer.from(JSON.stringify(asked)),
        headers: { accept: mediaType, 'content-type': mediaType },
        ...credentialsOf(project.username, secrets.password),
        limits: { maxBytes: 4 * 1024 * 1024, seconds, silenceSeconds },
        signal,
      },
    );
    if (status !== 200) {
      body.destroy();
      throw refused(`the server answered ${status} to the question where it is`);
    }
    return actionsOf(await text(body));
  }

  private async download(request: FetchRequest, pointer: Pointer, action: DownloadAction | undefined): Promise<string> {
    const { oid, size } = pointer;
    if (action?.href === undefined) throw refused(`the server does not have it${action ? ` (${action.error})` : ''}`);
    if (size > manifestLimits.maxBytes)
      throw refused(`it is larger than the limit of ${manifestLimits.maxBytes} bytes`);
    if (this.bytes + size > request.maxBytes || this.attempts >= maxFiles)
      throw refused(
        `the files of Git LFS are more than ${maxFiles}, or larger than ${request.maxBytes} bytes together`,
      );
    this.bytes += size;
    this.attempts += 1;
    const file = join(this.folder, oid);
    try {
      await this.save(request, pointer, { href: action.href, action, file });
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
    this.stored.set(oid, file);
    return file;
  }

  private async save(
    request: FetchRequest,
    { oid, size }: Pointer,
    { href, action, file }: { readonly href: string; readonly action: DownloadAction; readonly file: string },
  ): Promise<void> {
    const isOwn = new URL(href).origin === new URL(request.project.source).origin;
    const { status, body } = await this.egress.send(href, {
      headers: action.headers,
      ...(isOwn && !action.isAuthorized && credentialsOf(request.project.username, request.secrets.password)),
      limits: { maxBytes: size + 1, seconds: request.seconds, silenceSeconds },
      signal: request.signal,
    });
    if (status !== 200) {
      body.destroy();
      throw refused(`the server answered ${status}`);
    }
    const hash = createHash('sha256');
    const hashed = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    await pipeline(body, hashed, createWriteStream(file, { mode: 0o600 }));
    if (hash.digest('hex') !== oid) throw refused('what the server sent is not what the pointer names (SHA-256)');
  }
}

const refused = (message: string): CallerError => new CallerError(422, message, { reason: 'source' });

const credentialsOf = (username: string, password: string | null) =>
  username === '' && password === null ? {} : { credentials: { username, password: password ?? '' } };

interface DownloadAction {
  readonly href?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isAuthorized: boolean;
  /** Code of the server's refusal. */
  readonly error: number;
}

/** Headers with which a server would change the request itself, instead of saying who asks. */
const ownHeaders = /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|accept-encoding)$/i;

/** The answer of a batch: any value of it may be anything. */
function actionsOf(answer: string): Map<string, DownloadAction> {
  const actions = new Map<string, DownloadAction>();
  for (const object of filledObjectsOf(objectOf(parsed(answer)).objects)) {
    const action = objectOf(objectOf(object.actions).download);
    const href = textOf(action.href);
    const headers = textEntries(action.header).filter(
      ([name, value]) => /^[\w-]{1,100}$/.test(name) && /^[\x20-\x7e]{0,8000}$/.test(value) && !ownHeaders.test(name),
    );
    actions.set(textOf(object.oid), {
      ...(URL.canParse(href) && { href }),
      headers: Object.fromEntries(headers),
      isAuthorized: headers.some(([name]) => /^authorization$/i.test(name)),
      error: Number(objectOf(object.error).code) || 404,
    });
  }
  return actions;
}

function parsed(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    throw refused('the answer of the server is no JSON');
  }
}
