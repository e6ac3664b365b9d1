import type { ByteSource } from '../formats/format.js';
import { manifestLimits } from '../manifests/limits.js';
import type { SourceTree } from '../manifests/manifest-kind.js';
import { baseName, folderOf } from '../manifests/paths.js';
import { groupBy } from '../model/group-by.js';

/** The regular files of a fetched source by path. Nothing is executed. */
export interface SourceFiles {
  /** Size in bytes by path. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Archives that were unpacked, also those without any regular file. */
  readonly unpacked?: ReadonlySet<string>;
  /** Files that begin as programs do; where it is not known, none are looked at. */
  readonly executables?: ReadonlySet<string>;
  /** A file in pieces; present with `executables`. */
  sourceOf?(path: string): ByteSource;
  /** What is no regular file. */
  readonly skipped?: readonly SkippedFile[];
  /** Why a submodule or a file of Git LFS could not be fetched, by path. */
  readonly notFetched?: ReadonlyMap<string, string>;
  /** Where a path that is no file leads to through links; undefined if nowhere. */
  follow?(path: string): string | undefined;
  /** The bytes of the file; null if it does not exist. */
  read(path: string): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

export interface SkippedFile {
  readonly path: string;
  readonly reason: 'submodule' | 'link';
}

/** Limits of one source. */
export const sourceLimits = { maxFiles: 1_000_000, maxPathLength: 4_096 };

/** The files as manifest parsers see them; files larger than a manifest may be are hidden. */
export function sourceTree(
  files: SourceFiles,
  { poms, isArtifact = false }: Pick<SourceTree, 'poms' | 'isArtifact'> = {},
): SourceTree {
  const paths = [...files.sizes.keys()];
  const byName = groupBy(paths, baseName);
  let byFolder: ReadonlyMap<string, string[]> | undefined;
  return {
    read: async (path) => {
      const file = files.sizes.has(path) ? path : (files.follow?.(path) ?? path);
      return (files.sizes.get(file) ?? Infinity) > manifestLimits.maxBytes ? null : files.read(file);
    },
    named: (name) => byName.get(name) ?? [],
    inFolder: (folder) => (byFolder ??= groupBy(paths, folderOf)).get(folder) ?? [],
    isArtifact,
    ...(poms && { poms }),
  };
}

/** The jar of a wrapper is a loader of what the properties beside it name. */
export const isWrapperOf = ({ sizes }: SourceFiles, path: string): boolean =>
  /(?:^|\/)(?:gradle|maven)-wrapper\.jar$/.test(path) && sizes.has(path.replace(/jar$/, 'properties'));
