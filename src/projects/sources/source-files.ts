import { manifestLimits } from '../manifests/limits.js';
import type { SourceTree } from '../manifests/manifest-kind.js';
import { baseName } from '../manifests/paths.js';

/** The files of a fetched source: only regular ones, by their path from its top; nothing of them is ever run. */
export interface SourceFiles {
  /** Bytes of each file by its path. */
  readonly sizes: ReadonlyMap<string, number>;
  /** The file's bytes; null for what is not there. */
  read(path: string): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

/** Most files of one source, and the longest path among them. */
export const sourceLimits = { maxFiles: 1_000_000, maxPathLength: 4_096 };

/** The files as manifests look at them: one that is larger than a manifest may be is not there. */
export function sourceTree(files: SourceFiles): SourceTree {
  const byName = new Map<string, string[]>();
  for (const path of files.sizes.keys()) {
    const name = baseName(path);
    const paths = byName.get(name);
    if (paths) paths.push(path);
    else byName.set(name, [path]);
  }
  return {
    read: async (path) => ((files.sizes.get(path) ?? Infinity) > manifestLimits.maxBytes ? null : files.read(path)),
    named: (name) => byName.get(name) ?? [],
  };
}
