import { FormatError } from '../../formats/format.js';
import type { Json, JsonObject } from '../../model/document.js';
import { isObject, listOf, objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import { joinLicenses } from '../licenses.js';
import type { ManifestFile, ManifestKind, SourceTree } from '../manifest-kind.js';
import { folderOf } from '../paths.js';
import { readJsonFile } from '../reading/json-file.js';
import { npmComponent } from './npm-package.js';

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

async function read({ bytes }: ManifestFile, out: ContentsBuilder): Promise<void> {
  const { root } = await readJsonFile(bytes);
  const [name, version] = [textOf(ownMember(root, 'name')), textOf(ownMember(root, 'version'))];
  if (name === '' || version === '')
    return out.addWarning(1, 'A package.json in node_modules has no name or no version, so its package is left out');
  const found = npmComponent({ name, version, resolved: '', integrity: '', line: 1 });
  out.addComponent({ ...found, license: licenseOf(root) });
}

/** An expression; before npm 3 also objects, one for each licence to choose from. */
function licenseOf(root: JsonObject): string {
  const written = ownMember(root, 'license') ?? ownMember(root, 'licenses');
  const texts = (Array.isArray(written) ? listOf(written) : [written]).map(licenseText).filter((text) => text !== '');
  return joinLicenses([...new Set(texts)], 'OR');
}

const licenseText = (value: Json | undefined): string =>
  isObject(value) ? textOf(ownMember(value, 'type')) : textOf(value);

/** The version of a package that a project in this folder loads; empty if none is installed. */
export async function installedVersion(tree: SourceTree, folder: string, name: string): Promise<string> {
  for (let at = folder; ; at = folderOf(at)) {
    const bytes = await tree.read(`${at === '' ? '' : `${at}/`}node_modules/${name}/package.json`);
    const version = bytes === null ? '' : await versionIn(bytes);
    if (version !== '' || at === '') return version;
  }
}

async function versionIn(bytes: Uint8Array): Promise<string> {
  try {
    return textOf(ownMember(objectOf((await readJsonFile(bytes)).root), 'version'));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return ''; // the reader of the package says so
  }
}
