import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind, SourceTree } from '../manifest-kind.js';
import { joinLicenses } from '../licenses.js';
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

const providersByTree = new WeakMap<SourceTree, Map<string, Promise<ReadonlyMap<string, Sections>>>>();

/** Packages by what they are named and provide, once for each root of a tree. */
function providersOf({ path, tree }: ManifestFile): Promise<ReadonlyMap<string, Sections>> {
  const root = path.slice(0, path.length - inRoot.exec(path)![0].length);
  const roots = providersByTree.get(tree) ?? providersByTree.set(tree, new Map()).get(tree)!;
  return roots.get(root) ?? roots.set(root, readProviders(tree, root)).get(root)!;
}

async function readProviders(tree: SourceTree, root: string): Promise<ReadonlyMap<string, Sections>> {
  const providers = new Map<string, Sections>();
  const provided: [name: string, of: Sections][] = [];
  for (const path of tree.named('desc')) {
    if (path.replace(inRoot, '') !== root) continue;
    const sections = await sectionsOf((await tree.read(path)) ?? new Uint8Array());
    providers.set(sections.get('NAME')?.[0] ?? '', sections);
    for (const name of sections.get('PROVIDES') ?? []) provided.push([withoutVersion(name), sections]);
  }
  for (const [name, sections] of provided) if (!providers.has(name)) providers.set(name, sections);
  return providers;
}

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const distribution = await distributionOf(file, inRoot);
  if (distribution === null) out.addWarning(1, unknownDistribution);
  const sections = await sectionsOf(file.bytes);
  const ref = out.addComponent(entryOf(sections, distribution));
  const providers = await providersOf(file);
  for (const need of (sections.get('DEPENDS') ?? []).slice(0, 2_000)) {
    const provider = providers.get(withoutVersion(need));
    if (provider && provider.get('NAME')?.[0] !== sections.get('NAME')?.[0]) out.addDependency(ref, out.addComponent(entryOf(provider, distribution))); // prettier-ignore
  }
}
