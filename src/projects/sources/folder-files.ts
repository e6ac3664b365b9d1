import { constants } from 'node:fs';
import { lstat, open, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { FormatError } from '../../formats/format.js';
import type { PathTexts } from './source-location.js';
import { sourceLimits, type SkippedFile, type SourceFiles } from '../../trees/source-files.js';

/**
 * The regular files of a folder; links are not followed.
 *
 * @param notFetched what belongs in it, and why it is not there
 * @throws FormatError `limit`
 */
export async function openFolderFiles(folder: string, notFetched: PathTexts = []): Promise<SourceFiles> {
  const sizes = new Map<string, number>();
  const skipped = notFetched.map(([path]): SkippedFile => ({ path, reason: 'submodule' }));
  const open = [''];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for await (const entry of await opendir(join(folder, next))) {
      const path = next === '' ? entry.name : `${next}/${entry.name}`;
      if (path.length > sourceLimits.maxPathLength) throw new FormatError('limit', 'A path is too long');
      if (entry.isDirectory()) open.push(path);
      if (entry.isSymbolicLink() && skipped.length < sourceLimits.maxFiles) skipped.push({ path, reason: 'link' });
      if (!entry.isFile()) continue;
      if (sizes.size >= sourceLimits.maxFiles)
        throw new FormatError('limit', `The source holds more than ${sourceLimits.maxFiles} files`);
      sizes.set(path, (await lstat(join(folder, path))).size);
    }
  return {
    sizes,
    skipped,
    notFetched: new Map(notFetched),
    read: async (path) => (sizes.has(path) ? readRegular(join(folder, path)) : null),
    close: () => Promise.resolve(),
  };
}

async function readRegular(path: string): Promise<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}
