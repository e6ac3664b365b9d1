import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { terminalSafe } from '../terminal-safe.js';
import { UsageError } from '../usage.js';

/** A file, and the SBOM that it is for. */
export interface NamedFile {
  readonly file: string;
  readonly name: string;
}

/**
 * Files and those of folders.
 *
 * @param given the name of the only file; without it files are named after themselves
 * @throws UsageError where two would be one SBOM, which the second would replace
 */
export async function namedFiles(paths: readonly string[], given: string | undefined): Promise<NamedFile[]> {
  const files = await filesOf(paths);
  if (files.length > 1 && given) throw new UsageError('--name is for one FILE; several are named after themselves');
  const byName = new Map<string, string>();
  for (const file of files) {
    const name = given ?? basename(file).replace(/(\.(cdx|spdx|bom|sbom))?\.\w+$/i, '');
    const other = byName.get(name);
    if (other !== undefined)
      throw new UsageError(
        terminalSafe(`${other} and ${file} would both be the SBOM "${name}": upload each by itself, with --name`),
      );
    byName.set(name, file);
  }
  return [...byName].map(([name, file]) => ({ file, name }));
}

/** Where an upload of several files ended, and what it has not come to. */
export function notUploaded([last, ...others]: readonly NamedFile[]): string {
  const lines = others.map(({ file }) => `not uploaded: ${file}`);
  return [`Ended at ${last!.file}: it is not known whether it arrived`, ...lines]
    .map((line) => `${terminalSafe(line)}\n`)
    .join('');
}

const isHidden = (path: string): boolean => path.split(sep).some((part) => part.startsWith('.'));

/** The files of folders too, at any depth, without hidden ones; links are followed only where the caller names them. */
async function filesOf(paths: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) {
    if (!(await stat(path)).isDirectory()) {
      files.push(path);
      continue;
    }
    const entries = (await readdir(path, { recursive: true, withFileTypes: true })).filter(
      (entry) => !isHidden(relative(path, join(entry.parentPath, entry.name))),
    );
    const named = (of: readonly Dirent[]): string[] => of.map((one) => join(one.parentPath, one.name)).sort();
    for (const link of named(entries.filter((entry) => entry.isSymbolicLink())))
      process.stderr.write(`${terminalSafe(link)}: left out, because it is a link; name it to upload it\n`);
    const shown = named(entries.filter((entry) => entry.isFile()));
    if (shown.length === 0) throw new UsageError(`There is no file in ${terminalSafe(path)}`);
    files.push(...shown);
  }
  return files;
}
