import { FormatError } from '../../formats/format.js';
import { listOf, objectOf, ownMember, textOf, textsOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { readJsonFile } from '../reading/json-file.js';
import { RefsByName } from '../refs-by-name.js';
import { addPackage, connectRequests, foreignPackages } from './composer-lock.js';

const inVendor = /(?:^|\/)vendor\/composer\/installed\.json$/;

/** vendor/composer/installed.json of Composer 2: what is installed. */
export const composerInstalled: ManifestKind = {
  id: 'composer-installed',
  ecosystem: 'composer',
  nature: 'locked',
  files: ['vendor/composer/installed.json'],
  coveredBy: ['composer-lock'],
  projectFolder: (path) => path.replace(inVendor, ''),
  matches: (path) => inVendor.test(path),
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const json = await readJsonFile(file.bytes);
  if (!Array.isArray(ownMember(json.root, 'packages')))
    throw new FormatError('invalid', 'This is no installed.json of Composer 2: it has no "packages"');
  const development = new Set(textsOf(ownMember(json.root, 'dev-package-names')));
  const byName = new RefsByName();
  const isForeign = foreignPackages(listOf(ownMember(json.root, 'packages')).map(objectOf));
  const entries = listOf(ownMember(json.root, 'packages')).map((value) => {
    const entry = objectOf(value);
    const name = textOf(ownMember(entry, 'name'));
    const scope = development.has(name) ? 'development' : 'runtime';
    const folder = file.path.replace(inVendor, '');
    const ref = addPackage(entry, { scope, line: json.lineOf(value), folder, isForeign }, out);
    byName.add(name.toLowerCase(), '', ref);
    return { entry, ref };
  });
  for (const { entry, ref } of entries) connectRequests(ref, ownMember(entry, 'require'), byName, out);
}
