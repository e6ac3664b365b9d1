import { groupBy } from '../../model/group-by.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { folderOf } from '../paths.js';
import { normalName, parsePypiRequirement, pypiComponent } from '../python/pypi-package.js';
import { installedPackages, type InstalledRecord } from '../reading/installed-packages.js';
import { perTree } from '../reading/per-tree.js';
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

/** The folder that a package is installed in. */
const siteOf = (path: string): string => folderOf(folderOf(path));

const pathsBySite = perTree((tree) =>
  groupBy([...tree.named('METADATA'), ...tree.named('PKG-INFO')].filter(pythonMetadata.matches), siteOf),
);

const installed = installedPackages({
  recordOf,
  placeOf: siteOf,
  pathsIn: (tree, site) => pathsBySite(tree).get(site) ?? [],
});

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const { entry, needed } = (await installed(file))!;
  const ref = out.addComponent(entry);
  for (const need of needed) out.addDependency(ref, out.refElsewhere(need));
}

async function recordOf({ bytes }: ManifestFile): Promise<InstalledRecord> {
  const headers = headersOf(await manifestText(bytes));
  const first = (wanted: string): string => headers.find(([name]) => name === wanted)?.[1] ?? '';
  const license = first('license-expression');
  const component = pypiComponent({ name: first('name'), version: first('version'), line: 1 });
  const entry = { ...component, ...(license !== '' && { license }) };
  return { entry, name: normalName(entry.name), needs: needsOf(headers).map(normalName) };
}

type Headers = readonly (readonly [name: string, value: string])[];

const maxRequirement = 2_000;

/** Names of what the package needs, without its extras: whether somebody asked for one is not written down. */
const needsOf = (headers: Headers): string[] =>
  headers
    .filter(([name, value]) => name === 'requires-dist' && !/;.*\bextra\s*==/.test(value.slice(0, maxRequirement)))
    .flatMap(([, value]) => parsePypiRequirement(value.slice(0, maxRequirement))?.name ?? []);
