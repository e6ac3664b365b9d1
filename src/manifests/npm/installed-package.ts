import type { Json, JsonObject } from '../../model/document.js';
import { isObject, listOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder, ManifestEntry } from '../contents-builder.js';
import { joinLicenses } from '../../model/license.js';
import type { ManifestFile, ManifestKind, SourceTree } from '../manifest-kind.js';
import { folderOf } from '../paths.js';
import { readJsonFile } from '../reading/json-file.js';
import { ifReadable } from '../reading/if-readable.js';
import { perTree } from '../reading/per-tree.js';
import { npmComponent } from './npm-package.js';
import { dependencyRequests } from './package-json.js';

/** The root of a package: `.pnpm` and `.bin` are none, and neither is a folder in a package. */
const packageRoot = /(?:^|\/)node_modules\/(?:@[^/!]+\/)?[^/!@.][^/!]*\/package\.json$/;
const belowProject = /(?:^|\/)node_modules\/.*$/s;

/** A package in `node_modules`, also as pnpm and Bun lay them out: what is installed, where no copy of a tree is meant. */
export const npmInstalled: ManifestKind = {
  id: 'npm-installed',
  ecosystem: 'npm',
  nature: 'locked',
  files: ['node_modules/*/package.json'],
  isInstalled: true,
  projectFolder: (path) => path.replace(belowProject, ''),
  matches: (path) => packageRoot.test(path),
  read,
};

async function read({ path, bytes, tree }: ManifestFile, out: ContentsBuilder): Promise<void> {
  const { root } = await readJsonFile(bytes);
  const [name, version] = [textOf(ownMember(root, 'name')), textOf(ownMember(root, 'version'))];
  if (name === '' || version === '')
    return out.addLoss(1, 'A package.json in node_modules has no name or no version, so its package is left out');
  const ref = out.addComponent({ ...entryOf({ name, version }), license: licenseOf(root) });
  // A package is published with what it is developed with; that is not installed with it.
  const { devDependencies: _, ...shipped } = root;
  for (const { name: needed, scope } of dependencyRequests(shipped)) {
    const target = await nearestInstalled(tree, folderOf(path), needed);
    if (target !== null) out.addDependency(ref, out.refElsewhere(entryOf(target)), scope);
  }
}

const entryOf = ({ name, version }: InstalledPackage): ManifestEntry =>
  npmComponent({ name, version, resolved: '', integrity: '', line: 1 });

/** An expression; before npm 3 also objects, one for each licence to choose from. */
function licenseOf(root: JsonObject): string {
  const written = ownMember(root, 'license') ?? ownMember(root, 'licenses');
  const texts = (Array.isArray(written) ? listOf(written) : [written]).map(licenseText).filter((text) => text !== '');
  return joinLicenses([...new Set(texts)], 'OR');
}

const licenseText = (value: Json | undefined): string =>
  isObject(value) ? textOf(ownMember(value, 'type')) : textOf(value);

interface InstalledPackage {
  readonly name: string;
  readonly version: string;
}

/** By path, those that are there: many packages need the same one. */
const packagesOf = perTree(() => new Map<string, InstalledPackage | null>());

/** Folders that are looked into, towards the root; deeper nesting does not occur in practice. */
const maxNesting = 64;

/** The package that what lies in this folder loads by this name; null if none is installed. */
export async function nearestInstalled(
  tree: SourceTree,
  folder: string,
  name: string,
): Promise<InstalledPackage | null> {
  const packages = packagesOf(tree);
  for (let [at, step] = [folder, 0]; step < maxNesting; [at, step] = [folderOf(at), step + 1]) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}/package.json`;
    const bytes = packages.has(path) ? null : await tree.read(path);
    if (bytes !== null) packages.set(path, await ifReadable(packageIn(bytes)));
    const found = packages.get(path);
    if (found) return found;
    if (at === '') break;
  }
  return null;
}

async function packageIn(bytes: Uint8Array): Promise<InstalledPackage | null> {
  const { root } = await readJsonFile(bytes);
  const [name, version] = [textOf(ownMember(root, 'name')), textOf(ownMember(root, 'version'))];
  return version === '' ? null : { name, version };
}
