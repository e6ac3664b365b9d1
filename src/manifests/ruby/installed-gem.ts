import type { ContentsBuilder, ManifestEntry } from '../contents-builder.js';
import { groupBy } from '../../model/group-by.js';
import { joinLicenses } from '../../model/license.js';
import { selectVersion } from '../../model/requirements/select-version.js';
import type { ManifestFile, ManifestKind, SourceTree } from '../manifest-kind.js';
import { folderOf } from '../paths.js';
import { perPath } from '../reading/per-tree.js';
import { manifestText } from '../reading/text-file.js';

/** The specification of an installed gem. It is a program and is not run: RubyGems writes what it is into a comment. */
export const installedGem: ManifestKind = {
  id: 'gem-installed',
  ecosystem: 'gem',
  nature: 'locked',
  files: ['specifications/*.gemspec', 'specifications/default/*.gemspec'],
  matches: (path) => /(?:^|\/)specifications\/(?:default\/)?[^/]+\.gemspec$/.test(path),
  read,
};

/** `# stub: name version platform folders` (rubygems, stub_specification.rb). */
const stub = /^# stub: (\S{1,200}) (\d\S{0,200}) (\S{1,200}) /m;
const maxHead = 65_536;
const space = 0x20;

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const gem = await gemOf(file.bytes);
  if (gem === null) return out.addLoss(1, 'A specification of a gem has no "# stub:" line, so its gem is left out');
  const ref = out.addComponent(gem.entry);
  if (gem.needs === null) return;
  out.addNeeds(ref, gem.needs.length);
  const gems = await gemsIn(file.tree, folderOf(file.path).replace(/\/default$/, ''));
  for (const need of gem.needs) for (const one of needed(need, gems)) out.addDependency(ref, out.refElsewhere(one));
}

interface Need {
  readonly name: string;
  readonly requirement: string;
}

interface Gem {
  readonly entry: ManifestEntry;
  /** Null where it is not known what the gem needs. */
  readonly needs: readonly Need[] | null;
}

async function gemOf(bytes: Uint8Array): Promise<Gem | null> {
  // RubyGems puts NUL between several folders, and between several extensions.
  const text = await manifestText(bytes.map((byte) => byte || space));
  const head = text.slice(0, maxHead);
  const [, name, version = '', platform] = stub.exec(head) ?? [];
  if (name === undefined) return null;
  const written = /^ {1,8}s\.licenses = \[([^\]\n]{0,2000})\]/m.exec(head)?.[1] ?? '';
  const license = joinLicenses([...written.matchAll(/"([^"#\\]{1,200})"/g)].map((match) => match[1]!), 'AND'); // prettier-ignore
  const qualifiers = { platform: platform === 'ruby' ? '' : platform! };
  const purl = { type: 'gem', name, version, qualifiers };
  return {
    entry: { ecosystem: 'gem', name, version, license, purl, line: 1 },
    needs: text.length > maxHead ? null : needsOf(head),
  };
}

/** Older ones have each of them several times, for the versions of RubyGems. */
const request = /^ {1,8}s\.add_(?:runtime_)?dependency\(? ?%q<([^<>\s]{1,200})>(?:\.freeze)?, \[([^\]\n]{0,1000})\]/gm;

/** Null where a request is not written as RubyGems writes it. */
function needsOf(head: string): Need[] | null {
  const found = [...head.matchAll(request)];
  if (found.length < [...head.matchAll(/\badd_(?:runtime_)?dependency\b/g)].length) return null;
  const needs = found.map(([, name = '', requirements = '']): [string, Need] => [
    name,
    { name, requirement: [...requirements.matchAll(/"([^"]*)"/g)].map((match) => match[1]).join(', ') },
  ]);
  return [...new Map(needs).values()];
}

/** By name, the gems that a folder of specifications and its default gems name. */
const gemsIn = perPath(async (tree: SourceTree, folder) => {
  const paths = [folder, `${folder}/default`].flatMap((one) => tree.inFolder(one).filter(installedGem.matches));
  const found: ManifestEntry[] = [];
  for (const path of paths) {
    const bytes = await tree.read(path);
    const gem = bytes && (await gemOf(bytes));
    // A part of a text keeps all of it in memory, a clone does not.
    if (gem) found.push(structuredClone(gem.entry));
  }
  return groupBy(found, ({ name }) => name);
});

/** Nobody has more of one gem installed in one place. */
const maxVersions = 20;

/** What RubyGems takes: the highest installed version that fits, of each platform. */
function needed({ name, requirement }: Need, gems: ReadonlyMap<string, readonly ManifestEntry[]>): ManifestEntry[] {
  const installed = gems.get(name) ?? [];
  if (installed.length > maxVersions) return [];
  const versions = installed.map(({ version = '' }) => ({ version, isWithdrawn: false }));
  const taken = selectVersion('gem', requirement, { versions });
  return installed.filter(({ version }) => version === taken);
}
