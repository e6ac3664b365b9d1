import { FormatError } from '../../formats/format.js';
import { groupBy } from '../../model/group-by.js';
import { ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { folderOf } from '../paths.js';
import { installedPackages, type InstalledRecord } from '../reading/installed-packages.js';
import { perTree } from '../reading/per-tree.js';
import { readTomlFile } from '../reading/toml-file.js';
import { juliaNeeds, juliaPurl } from './julia-manifest.js';

/** A package in a depot of Julia (pkgdocs.julialang.org, "Depots"), or of its standard library. */
export const installedJulia: ManifestKind = {
  id: 'julia-installed',
  ecosystem: 'julia',
  nature: 'locked',
  files: ['julia/packages/*/*/Project.toml', 'share/julia/stdlib/*/*/Project.toml'],
  matches: (path) =>
    /(?:^|\/)(?:\.?julia\/packages\/[^/]+\/[A-Za-z0-9]{1,8}|share\/julia\/stdlib\/[^/]+\/[^/]+)\/(?:Julia)?Project\.toml$/.test(
      path,
    ),
  read,
};

/** The folder of all packages. */
const depotOf = (path: string): string => path.replace(/(?:\/[^/]+){3}$/, '');

const pathsByDepot = perTree((tree) =>
  groupBy([...tree.named('Project.toml'), ...tree.named('JuliaProject.toml')].filter(installedJulia.matches), depotOf),
);

const installed = installedPackages({
  recordOf,
  placeOf: depotOf,
  pathsIn: (tree, depot) => pathsByDepot(tree).get(depot) ?? [],
});

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const { entry, needed } = (await installed(file))!;
  const ref = out.addComponent(entry);
  for (const need of needed) out.addDependency(ref, out.refElsewhere(need));
}

async function recordOf({ path, bytes }: ManifestFile): Promise<InstalledRecord> {
  const { root } = await readTomlFile(bytes);
  const [name, version, uuid] = ['name', 'version', 'uuid'].map((key) => textOf(ownMember(root, key))) as [string, string, string]; // prettier-ignore
  if (name === '') throw new FormatError('invalid', 'This is no package of Julia: it has no name', folderOf(path));
  const entry = { ecosystem: 'julia', name, version, ...juliaPurl(name, version, { uuid }), line: 1 };
  return { entry, name: uuid, needs: juliaNeeds(ownMember(root, 'deps')) };
}
