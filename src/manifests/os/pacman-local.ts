import { groupBy } from '../../model/group-by.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { joinLicenses } from '../../model/license.js';
import { installedPackages, type InstalledRecord } from '../reading/installed-packages.js';
import { perTree } from '../reading/per-tree.js';
import { manifestText } from '../reading/text-file.js';
import { distributionOf, unknownDistribution } from './distribution.js';

/** An installed package of pacman (libalpm, be_local.c): a file of its own for each. */
export const pacmanLocal: ManifestKind = {
  id: 'pacman-local',
  ecosystem: 'alpm',
  nature: 'locked',
  files: ['var/lib/pacman/local/*/desc'],
  matches: (path) => inRoot.test(path),
  read,
};

const inRoot = /(?:^|(?<=\/))var\/lib\/pacman\/local\/[^/]+\/desc$/;

type Sections = ReadonlyMap<string, readonly string[]>;

/** `%NAME%`, the lines below it, and an empty one. */
async function sectionsOf(bytes: Uint8Array): Promise<Sections> {
  const sections = new Map<string, string[]>();
  let open: string[] | null = null;
  for (const line of (await manifestText(bytes)).split('\n')) {
    const name = /^%([A-Z0-9]{1,40})%$/.exec(line)?.[1];
    if (name !== undefined && !sections.has(name)) sections.set(name, (open = []));
    else if (line === '') open = null;
    else open?.push(line);
  }
  return sections;
}

/** Refs are made of the package alone, so that each file can name those of the others. */
const entryOf = (sections: Sections, distribution: { id: string; name: string } | null) => {
  const text = (name: string): string => sections.get(name)?.[0] ?? '';
  const [name, version] = [text('NAME'), text('VERSION')];
  const license = joinLicenses(sections.get('LICENSE') ?? [], 'AND');
  const upstream = text('BASE') === name ? '' : text('BASE');
  const qualifiers = { arch: text('ARCH'), upstream, distro: distribution?.name ?? '' };
  const namespace = distribution?.id ?? 'arch';
  return {
    ecosystem: 'alpm',
    name,
    version,
    line: 1,
    scope: 'runtime' as const,
    purl: { type: 'alpm', namespace, name, version, qualifiers },
    ...(license !== '' && { license }),
  };
};

const withoutVersion = (need: string): string => need.split(/[<>=:]/, 1)[0]!;

const rootOf = (path: string): string => path.replace(inRoot, '');

const pathsByRoot = perTree((tree) => groupBy(tree.named('desc').filter(pacmanLocal.matches), rootOf));

const installed = installedPackages({
  recordOf,
  placeOf: rootOf,
  pathsIn: (tree, root) => pathsByRoot(tree).get(root) ?? [],
});

async function recordOf(file: ManifestFile): Promise<InstalledRecord> {
  const sections = await sectionsOf(file.bytes);
  const entry = entryOf(sections, await distributionOf(file, inRoot));
  const names = (section: string): string[] => (sections.get(section) ?? []).map(withoutVersion);
  return { entry, name: entry.name, provides: names('PROVIDES'), needs: names('DEPENDS').slice(0, 2_000) };
}

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  if ((await distributionOf(file, inRoot)) === null) out.addWarning(1, unknownDistribution);
  const { entry, needed } = (await installed(file))!;
  const ref = out.addComponent(entry);
  for (const need of needed) out.addDependency(ref, out.addComponent(need));
}
