import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { FormatError } from '../../../formats/format.js';
import { TransientError } from '../../../model/errors.js';
import { sourceLimits } from '../../../trees/source-files.js';
import { endProgram } from '../programs/program.js';
import { startGit } from './git-program.js';

/** A regular file, a link or a submodule (its id is the commit there) of a commit. */
export interface GitTreeEntry {
  readonly kind: 'file' | 'link' | 'submodule';
  readonly id: string;
  readonly size: number;
  readonly path: string;
}

const kinds: Readonly<Record<string, GitTreeEntry['kind']>> = { '120000': 'link', '160000': 'submodule' };

/** What is in a commit. @throws FormatError `limit`; TransientError if git cannot list it to its end */
export async function* gitTree(home: string, gitDir: string, commit: string): AsyncGenerator<GitTreeEntry> {
  const listing = startGit({ home, gitDir }, ['ls-tree', '-r', '-z', '-l', '--full-tree', commit]);
  listing.stderr!.resume();
  const ended = once(listing, 'close');
  ended.catch(() => undefined); // awaited only where everything was taken
  let files = 0;
  try {
    for await (const line of records(listing.stdout!)) {
      const match = /^(100(?:644|664|755)|120000|160000) (?:blob|commit) ([0-9a-f]{40,64}) +(\d+|-)\t([^]+)$/.exec(
        line,
      );
      if (!match) throw unreadable();
      const [, mode, id, size, path] = match as unknown as [string, string, string, string, string];
      if ((files += 1) > sourceLimits.maxFiles)
        throw new FormatError('limit', `The repository holds more than ${sourceLimits.maxFiles} files`);
      if (path.length > sourceLimits.maxPathLength) throw new FormatError('limit', 'A path is too long');
      yield { kind: kinds[mode] ?? 'file', id, size: Number(size) || 0, path };
    }
    const [code] = (await ended) as [number | null];
    if (code !== 0) throw unreadable();
  } finally {
    endProgram(listing);
  }
}

/** Objects are missing or broken; a tree that ends there would be taken for a smaller one. */
const unreadable = (): TransientError =>
  new TransientError('The files of the commit cannot be listed to their end', 60);

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
