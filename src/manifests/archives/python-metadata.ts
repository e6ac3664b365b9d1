import { FormatError } from '../../formats/format.js';
import type { ContentsBuilder, ManifestEntry } from '../contents-builder.js';
import type { ManifestFile, ManifestKind, SourceTree } from '../manifest-kind.js';
import { folderOf } from '../paths.js';
import { normalName, parsePypiRequirement, pypiComponent } from '../python/pypi-package.js';
import { manifestText } from '../reading/text-file.js';
import { headersOf } from './header-lines.js';

/** Core metadata of a wheel, egg, source archive or installed package of Python. */
export const pythonMetadata: ManifestKind = {
  id: 'python-metadata',
  ecosystem: 'pypi',
  nature: 'locked',
  files: ['*.dist-info/METADATA', '*.egg-info/PKG-INFO', 'EGG-INFO/PKG-INFO'],
  matches: (path) => /\.dist-info\/METADATA$|\.egg-info\/PKG-INFO$|(?:^|\/)EGG-INFO\/PKG-INFO$/.test(path),
  read,
};

async function read({ path, bytes, tree }: ManifestFile, out: ContentsBuilder): Promise<void> {
  const headers = headersOf(await manifestText(bytes));
  const license = firstOf(headers, 'license-expression');
  const ref = out.addComponent({ ...entryOf(headers), ...(license !== '' && { license }) });
  const beside = (await installedIn(tree)).get(folderOf(folderOf(path)));
  if (beside === undefined) return;
  for (const need of needsOf(headers)) {
    const installed = beside.get(normalName(need));
    if (installed) out.addDependency(ref, out.refElsewhere(installed));
  }
}

type Headers = readonly (readonly [name: string, value: string])[];

const firstOf = (headers: Headers, wanted: string): string => headers.find(([name]) => name === wanted)?.[1] ?? '';

const entryOf = (headers: Headers): ManifestEntry =>
  pypiComponent({ name: firstOf(headers, 'name'), version: firstOf(headers, 'version'), line: 1 });

const maxRequirement = 2_000;

/** Names of what the package needs, without its extras: whether somebody asked for one is not written down. */
const needsOf = (headers: Headers): string[] =>
  headers
    .filter(([name, value]) => name === 'requires-dist' && !/;.*\bextra\s*==/.test(value.slice(0, maxRequirement)))
    .flatMap(([, value]) => parsePypiRequirement(value.slice(0, maxRequirement))?.name ?? []);

/** By the folder that they are installed in, and there by their normal name. */
type Installed = ReadonlyMap<string, ReadonlyMap<string, ManifestEntry>>;

const installations = new WeakMap<SourceTree, Promise<Installed>>();

function installedIn(tree: SourceTree): Promise<Installed> {
  return installations.get(tree) ?? installations.set(tree, readInstalled(tree)).get(tree)!;
}

async function readInstalled(tree: SourceTree): Promise<Installed> {
  const folders = new Map<string, Map<string, ManifestEntry>>();
  for (const path of [...tree.named('METADATA'), ...tree.named('PKG-INFO')]) {
    const bytes = pythonMetadata.matches(path) ? await tree.read(path) : null;
    if (bytes === null) continue;
    const entry = await installedEntry(bytes);
    if (entry === null) continue;
    const folder = folderOf(folderOf(path));
    const installed = folders.get(folder) ?? folders.set(folder, new Map()).get(folder)!;
    installed.set(normalName(entry.name), entry);
  }
  return folders;
}

async function installedEntry(bytes: Uint8Array): Promise<ManifestEntry | null> {
  try {
    return entryOf(headersOf(await manifestText(bytes)));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return null; // the reader of the package says so
  }
}
