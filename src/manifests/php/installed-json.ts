import { FormatError } from '../../formats/format.js';
import { listOf, objectOf, ownMember, textOf, textsOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { readJsonFile } from '../reading/json-file.js';
import { addPackage, connectPackages, connectProject, foreignPackages } from './composer-lock.js';

/** The folder of packages is `vendor`, or what a project calls it (`config.vendor-dir`). */
const inVendor = /(?:^|(?:^|\/)[^/]+\/)composer\/installed\.json$/;

/** vendor/composer/installed.json: what Composer has installed. */
export const composerInstalled: ManifestKind = {
  id: 'composer-installed',
  ecosystem: 'composer',
  nature: 'locked',
  files: ['composer/installed.json'],
  coveredBy: ['composer-lock'],
  projectFolder: (path) => path.replace(inVendor, ''),
  matches: (path) => inVendor.test(path),
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const json = await readJsonFile(file.bytes);
  const named = ownMember(json.root, 'packages');
  // Composer 1 has the list alone.
  const packages = Array.isArray(named) ? listOf(named) : json.items;
  if (!Array.isArray(named) && packages.length === 0)
    throw new FormatError('invalid', 'This is no installed.json of Composer: it has no "packages"');
  const development = ownMember(json.root, 'dev-package-names');
  const names = development === undefined ? null : new Set(textsOf(development));
  const isForeign = foreignPackages(packages.map(objectOf));
  const folder = file.path.replace(inVendor, '');
  const entries = packages.map((value) => {
    const entry = objectOf(value);
    const scope = names === null ? undefined : names.has(textOf(ownMember(entry, 'name'))) ? 'development' : 'runtime';
    return { entry, ref: addPackage(entry, { scope, line: json.lineOf(value), folder, isForeign }, out) };
  });
  await connectProject({ tree: file.tree, folder }, connectPackages(entries, out), out);
}
