import { FormatError } from '../../formats/format.js';
import type { JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textOf, textsOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { readJsonFile } from '../reading/json-file.js';
import { registriesOfLock } from '../registries.js';
import { rPackage } from './r-package.js';

/** renv.lock of R (rstudio.github.io/renv, "Lockfiles"). The hash is that of the description, not of an archive. */
export const renvLock: ManifestKind = {
  id: 'renv-lock',
  ecosystem: 'cran',
  nature: 'locked',
  files: ['renv.lock'],
  matches: (path) => baseName(path) === 'renv.lock',
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const json = await readJsonFile(file.bytes);
  if (ownMember(json.root, 'Packages') === undefined)
    throw new FormatError('invalid', 'This is no renv.lock: it has no "Packages"');
  const refs = new Map<string, string | null>();
  const packages = Object.entries(objectOf(ownMember(json.root, 'Packages')));
  const repositoryOf = repositoriesOf(json.root);
  const addresses = packages.map(([, value]) => objectOf(value)).filter(isOfRepository).map(repositoryOf); // prettier-ignore
  const qualifierOf = registriesOfLock('cran', addresses, out);
  for (const [name, value] of packages) {
    const entry = objectOf(value);
    const registry = isOfRepository(entry) ? qualifierOf(repositoryOf(entry)) : '';
    refs.set(name, add(name, entry, { registry, line: json.lineOf(value) }, out));
  }
  // Since renv 1.1 the fields of its description stand in their place: "rlang (>= 1.1.0)".
  for (const [name, value] of packages)
    for (const list of ['Requirements', 'Depends', 'Imports', 'LinkingTo'])
      for (const need of textsOf(ownMember(objectOf(value), list)))
        out.addDependency(refs.get(name) ?? null, refs.get(need.split(/[\s(]/, 1)[0]!) ?? null);
  out.addProject(folderOf(file.path));
}

const isOfRepository = (entry: JsonObject): boolean => textOf(ownMember(entry, 'Source')) === 'Repository';

/** The address of the repository that a package names; empty for CRAN, wherever it is mirrored, and where it is not said. */
function repositoriesOf(root: JsonObject): (entry: JsonObject) => string {
  const all = listOf(ownMember(objectOf(ownMember(root, 'R')), 'Repositories')).map(objectOf);
  const urls = new Map(all.map((one) => [textOf(ownMember(one, 'Name')), textOf(ownMember(one, 'URL'))]));
  return (entry) => {
    const name = textOf(ownMember(entry, 'Repository'));
    if (name === 'CRAN') return '';
    return /^https?:/.test(name) ? name : (urls.get(name) ?? '');
  };
}

function add(
  key: string,
  entry: JsonObject,
  { registry, line }: { registry: string; line: number },
  out: ContentsBuilder,
): string | null {
  const of = (member: string): string => textOf(ownMember(entry, member)) || (member === 'Package' ? key : '');
  return out.addComponent({ ...rPackage(of, of('Source').toLowerCase(), line, registry), integrity: of('Hash') });
}
