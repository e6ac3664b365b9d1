import { folderOf, joinPath } from '../manifests/paths.js';
import type { SourceFiles } from './source-files.js';

/** A larger `.gitmodules` is not read. */
export const maxGitmodulesBytes = 1024 * 1024;
const maxSubmodules = 10_000;

/** `path = value` of git-config. */
const pathLine = /^[ \t]*path[ \t]*=[ \t]*(\S[^\r\n]{0,4000})/gim;

/**
 * Folders that `.gitmodules` names and of which there is no file: archives of a repository do not contain its
 * submodules. Those of a repository itself are in its tree.
 */
export async function absentSubmodules(files: SourceFiles): Promise<string[]> {
  if ((files.skipped ?? []).some(({ reason }) => reason === 'submodule')) return [];
  const absent: string[] = [];
  for (const [file, size] of files.sizes) {
    if (!/(?:^|\/)\.gitmodules$/.test(file) || size > maxGitmodulesBytes) continue;
    const text = Buffer.from((await files.read(file)) ?? []).toString('utf8');
    const paths = [...text.matchAll(pathLine)]
      .slice(0, maxSubmodules)
      .flatMap((match) => joinPath(folderOf(file), match[1]!.trim().replace(/^"(.*)"$/, '$1')) ?? []);
    absent.push(...withoutFiles(paths, files));
  }
  return absent;
}

function withoutFiles(paths: readonly string[], files: SourceFiles): string[] {
  const empty = new Set(paths);
  for (const path of files.sizes.keys())
    for (let end = path.indexOf('/'); end > 0 && empty.size > 0; end = path.indexOf('/', end + 1)) empty.delete(path.slice(0, end)); // prettier-ignore
  return [...empty];
}
