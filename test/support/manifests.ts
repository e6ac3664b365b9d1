import { folderOf } from '../../src/manifests/paths.js';
import { manifestFor, readManifest } from '../../src/manifests/index.js';
import type { ManifestComponent, ManifestContents } from '../../src/manifests/manifest.js';
import type { SourceTree } from '../../src/manifests/manifest-kind.js';

/** A source tree in memory: path to content. */
export function treeOf(files: Readonly<Record<string, string | Uint8Array>>): SourceTree {
  const paths = new Map(Object.entries(files));
  return {
    read: (path) => Promise.resolve(paths.has(path) ? Buffer.from(paths.get(path)!) : null),
    inFolder: (folder) => [...paths.keys()].filter((path) => folderOf(path) === folder),
    named: (baseName) => [...paths.keys()].filter((path) => path === baseName || path.endsWith(`/${baseName}`)),
  };
}

/** What the first of the files says, read among the others. */
export async function readFirst(files: Readonly<Record<string, string>>): Promise<ManifestContents> {
  const [path, text] = Object.entries(files)[0]!;
  const kind = manifestFor(path);
  if (!kind) throw new Error(`${path} is no manifest`);
  return readManifest(kind, { path, bytes: Buffer.from(text), tree: treeOf(files) });
}

/** `purl relation scope line` of each component: what most tests look at. */
export const summaryOf = (contents: ManifestContents): string[] =>
  contents.components.map((one) => `${one.purl ?? one.ref} ${one.relation} ${one.scope} ${one.place.line}`);

/** `from -> to` of each edge. */
export const edgesOf = (contents: ManifestContents): string[] =>
  contents.dependencies.flatMap(({ from, to }) => to.map((target) => `${from} -> ${target}`));

export const componentOf = (contents: ManifestContents, name: string): ManifestComponent => {
  const found = contents.components.find((one) => one.name === name);
  if (!found) throw new Error(`No component ${name}`);
  return found;
};
