import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { FormatError } from '../../../formats/format.js';
import { sourceLimits, type SkippedFile, type SourceFiles } from '../../../trees/source-files.js';
import { endProgram } from '../programs/program.js';
import type { GitLocation } from '../source-location.js';
import { startGit } from './git-program.js';
import { gitTree } from './git-tree.js';

/**
 * The files of a commit and of its fetched submodules, read as objects from a bare repository without checkout. Links
 * are not followed.
 *
 * @throws FormatError `limit`
 */
export async function openGitFiles(home: string, location: GitLocation): Promise<SourceFiles> {
  const { gitDir, commit } = location;
  const submodules = new Map(location.submodules);
  const lfsFiles = new Map(location.lfsFiles);
  const sizes = new Map<string, number>();
  const ids = new Map<string, string>();
  const skipped: SkippedFile[] = [];
  for (const [folder, revision] of [['', commit] as const, ...submodules])
    for await (const { kind, id, size, path: inside } of gitTree(home, gitDir, revision)) {
      const path = folder === '' ? inside : `${folder}/${inside}`;
      if (kind !== 'file') {
        if (!submodules.has(path) && skipped.length < sourceLimits.maxFiles) skipped.push({ path, reason: kind });
        continue;
      }
      if (sizes.size >= sourceLimits.maxFiles)
        throw new FormatError('limit', `The repository holds more than ${sourceLimits.maxFiles} files`);
      const fetched = lfsFiles.get(path);
      sizes.set(path, fetched === undefined ? size : (await stat(fetched)).size);
      ids.set(path, id);
    }
  const objects = new GitObjects(startGit({ home, gitDir, input: true }, ['cat-file', '--batch']));
  return {
    sizes,
    skipped,
    notFetched: new Map(location.notFetched),
    read: async (path) => {
      const fetched = lfsFiles.get(path);
      if (fetched !== undefined) return readFile(fetched);
      const id = ids.get(path);
      return id === undefined ? null : objects.read(id);
    },
    close: () => objects.close(),
  };
}

/** One `git cat-file --batch` process; objects are read one after the other. */
export class GitObjects {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly program: ChildProcess) {
    program.stderr!.resume();
    program.stdin!.on('error', () => undefined);
    this.chunks = (program.stdout as Readable)[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  read(id: string): Promise<Buffer | null> {
    const answer = this.last.then(() => this.readObject(id));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  async close(): Promise<void> {
    if (this.program.exitCode !== null) return;
    const ended = once(this.program, 'close');
    endProgram(this.program);
    await ended;
  }

  private async readObject(id: string): Promise<Buffer | null> {
    this.program.stdin!.write(`${id}\n`);
    let end = this.rest.indexOf(10);
    for (; end < 0; end = this.rest.indexOf(10)) await this.readMore();
    const header = this.rest.toString('latin1', 0, end).split(' ');
    this.rest = this.rest.subarray(end + 1);
    if (header[1] !== 'blob') return null;
    const size = Number(header[2]);
    const parts: Buffer[] = [];
    let length = 0;
    while (length < size + 1) {
      if (this.rest.length === 0) await this.readMore();
      parts.push(this.rest);
      length += this.rest.length;
      this.rest = Buffer.alloc(0);
    }
    const content = Buffer.concat(parts);
    this.rest = content.subarray(size + 1);
    return content.subarray(0, size);
  }

  private async readMore(): Promise<void> {
    const { done, value } = await this.chunks.next();
    if (done) throw new Error('git cat-file ended too early');
    this.rest = this.rest.length === 0 ? value : Buffer.concat([this.rest, value]);
  }
}
