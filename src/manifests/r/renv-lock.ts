import { FormatError } from '../../formats/format.js';
import type { JsonObject } from '../../model/document.js';
import { objectOf, ownMember, textOf, textsOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { readJsonFile } from '../reading/json-file.js';
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
  for (const [name, value] of packages) refs.set(name, add(name, objectOf(value), json.lineOf(value), out));
  for (const [name, value] of packages)
    for (const need of textsOf(ownMember(objectOf(value), 'Requirements')))
      out.addDependency(refs.get(name) ?? null, refs.get(need) ?? null);
  out.addProject(folderOf(file.path));
}

function add(key: string, entry: JsonObject, line: number, out: ContentsBuilder): string | null {
  const of = (member: string): string => textOf(ownMember(entry, member)) || (member === 'Package' ? key : '');
  return out.addComponent({ ...rPackage(of, of('Source').toLowerCase(), line), integrity: of('Hash') });
}
