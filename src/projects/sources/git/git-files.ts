import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { FormatError } from '../../../formats/format.js';
import { sourceLimits, type SkippedFile, type SourceFiles } from '../../../trees/source-files.js';
import { endProgram } from '../programs/program.js';
import { startGit } from './git-program.js';

/**
 * The files of a commit, read as objects from a bare repository without checkout. Links and submodules are not followed.
 *
 * @throws FormatError `limit`
 */
export async function openGitFiles(home: string, gitDir: string, commit: string): Promise<SourceFiles> {
  const sizes = new Map<string, number>();
  const ids = new Map<string, string>();
  const skipped: SkippedFile[] = [];
  const listing = startGit({ home, gitDir }, ['ls-tree', '-r', '-z', '-l', '--full-tree', commit]);
  listing.stderr!.resume();
  try {
    for await (const line of records(listing.stdout!)) {
      const match = /^100(?:644|664|755) blob ([0-9a-f]{40,64}) +(\d+)\t([^]+)$/.exec(line);
      if (!match) {
        const [, mode, path] = /^(120000|160000) [^\t]+\t([^]+)$/.exec(line) ?? [];
        if (path !== undefined && skipped.length < sourceLimits.maxFiles)
          skipped.push({ path, reason: mode === '160000' ? 'submodule' : 'link' });
        continue;
      }
      const [, id, size, path] = match as unknown as [string, string, string, string];
      if (sizes.size >= sourceLimits.maxFiles)
        throw new FormatError('limit', `The repository holds more than ${sourceLimits.maxFiles} files`);
      if (path.length > sourceLimits.maxPathLength) throw new FormatError('limit', 'A path is too long');
      sizes.set(path, Number(size));
      ids.set(path, id);
    }
  } finally {
    endProgram(listing);
  }
  const objects = new GitObjects(startGit({ home, gitDir, input: true }, ['cat-file', '--batch']));
  return {
    sizes,
    skipped,
    read: async (path) => {
      const id = ids.get(path);
      return id === undefined ? null : objects.read(id);
    },
    close: () => objects.close(),
  };
}

const maxRecordLength = 64 * 1024;

async function* records(stream: Readable): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, start)) {
      yield bytes.toString('utf8', start, end);
      start = end + 1;
    }
    rest = bytes.subarray(start);
    if (rest.length > maxRecordLength) throw new FormatError('limit', 'A path is too long');
  }
}

/** One `git cat-file --batch` process; objects are read one after the other. */
class GitObjects {
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
