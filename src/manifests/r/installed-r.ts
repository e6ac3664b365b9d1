import { FormatError } from '../../formats/format.js';
import { readHeaders } from '../archives/header-lines.js';
import type { ContentsBuilder, ManifestEntry } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { installedPackages, type InstalledRecord } from '../reading/installed-packages.js';
import { asciiText } from '../reading/text-file.js';
import { rPackage } from './r-package.js';

/** An installed package of R ("Writing R Extensions", "The DESCRIPTION file"): a folder of its own in a library. */
export const installedR: ManifestKind = {
  id: 'r-installed',
  ecosystem: 'cran',
  nature: 'locked',
  files: ['library/*/DESCRIPTION', 'site-library/*/DESCRIPTION'],
  matches: (path) => inLibrary.test(path),
  read,
};

const inLibrary = /(?:^|\/)(?:site-)?library\/[^/]+\/DESCRIPTION$/;

type Fields = (name: string) => string;

/** Names of authors come in any encoding; the fields that are read are ASCII. */
const fieldsOf = (bytes: Uint8Array): Fields => {
  const headers = readHeaders(asciiText(bytes));
  return (name) => headers.get(name.toLowerCase()) ?? '';
};

const isPartOfR = (of: Fields): boolean => of('Priority') === 'base' || of('License').startsWith('Part of R ');
/** Translations of R are not built. */
const isInstalled = (of: Fields): boolean => of('Built') !== '' || isPartOfR(of);

/** Packages that are part of R are on no server and have its version: they stand for R. */
function entryOf(of: Fields): ManifestEntry {
  const version = of('Version');
  if (isPartOfR(of))
    return { ecosystem: 'generic', name: 'R', version, purl: { type: 'generic', name: 'R', version }, line: 1 };
  const origin = /bioconductor\.org/.test(of('git_url')) ? 'bioconductor' : '';
  const license = of('License');
  return { ...rPackage(of, origin, 1), ...(license !== '' && { license }) };
}

/** Names in `Depends` and `Imports`: what is loaded with the package. R itself is none. */
const needsOf = (of: Fields): string[] =>
  `${of('Depends')},${of('Imports')}`
    .slice(0, maxNeeds)
    .split(',')
    .map((need) => /^\s*([A-Za-z][\w.]{0,100})/.exec(need)?.[1] ?? '')
    .filter((name) => name !== '' && name !== 'R');

const maxNeeds = 65_536;

/** Packages of one library need those of another. */
const installed = installedPackages({
  recordOf,
  placeOf: () => '',
  // The first of one name counts.
  pathsIn: (tree) => tree.named('DESCRIPTION').filter(installedR.matches).reverse(),
});

async function recordOf({ bytes }: ManifestFile): Promise<InstalledRecord> {
  const of = fieldsOf(bytes);
  if (!isInstalled(of))
    throw new FormatError('invalid', 'This DESCRIPTION has no field "Built": it is that of a source, not of a package that is installed'); // prettier-ignore
  return { entry: entryOf(of), name: of('Package'), needs: needsOf(of) };
}

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const { entry, needed } = (await installed(file))!;
  const ref = out.addComponent(entry);
  for (const need of needed) out.addDependency(ref, out.refElsewhere(need));
}
