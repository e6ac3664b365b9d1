import { archiveSeparator } from '../../manifests/archives/archive-paths.js';
import type { SourceFiles } from '../source-files.js';
import type { UnpackedFiles } from './unpacked-files.js';

const packageFile = 'package/package.json';
const maxBytes = 4 * 1024 * 1024;

/** The version of a package as npm packs it; null for any other archive. */
export async function npmPackageVersion(name: string, files: SourceFiles): Promise<string | null> {
  const size = files.sizes.get(packageFile);
  if (!/\.tgz$/i.test(name) || size === undefined || size > maxBytes) return null;
  try {
    const manifest = JSON.parse(Buffer.from((await files.read(packageFile))!).toString('utf8')) as unknown;
    const version = (manifest as { version?: unknown } | null)?.version;
    return typeof version === 'string' ? version.slice(0, 255) : '';
  } catch {
    return '';
  }
}

/** The files of an archive under its name, as those of an archive within a tree are. */
export function filesUnder(name: string, files: UnpackedFiles): SourceFiles {
  const prefix = `${name.replace(/\.tgz$/i, '.tgz')}${archiveSeparator}`;
  return {
    sizes: new Map([...files.sizes].map(([path, size]) => [prefix + path, size])),
    unpacked: new Set([...files.unpacked].map((path) => prefix + path)),
    read: (path) => (path.startsWith(prefix) ? files.read(path.slice(prefix.length)) : Promise.resolve(null)),
    close: () => files.close(),
  };
}
