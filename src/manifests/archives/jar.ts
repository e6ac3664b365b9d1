import { parseArchiveName } from '../../formats/shared/archive-names.js';
import { groupBy } from '../../model/group-by.js';
import type { ContentsBuilder, ManifestEntry } from '../contents-builder.js';
import { mavenComponent } from '../jvm/maven-component.js';
import type { ManifestFile, ManifestKind, SourceTree } from '../manifest-kind.js';
import { perTree } from '../reading/per-tree.js';
import { manifestText } from '../reading/text-file.js';
import { archiveNameOfPrefix, archivePrefix, outerPrefix } from './archive-paths.js';
import { readHeaders } from './header-lines.js';

/** A jar, war or ear names itself in META-INF. It is a dependency of the archive that contains it. */
export const jar: ManifestKind = {
  id: 'jar',
  ecosystem: 'maven',
  nature: 'locked',
  files: ['*.jar', '*.war', '*.ear'],
  matches: (path) => /(?:^|!\/)META-INF\/MANIFEST\.MF$/.test(path),
  read,
};

async function read({ path, bytes, tree }: ManifestFile, out: ContentsBuilder): Promise<void> {
  const prefix = archivePrefix(path);
  const identity = await identityOf(tree, prefix, bytes);
  const ref = identity && out.addComponent(identity.itself);
  for (const embedded of identity?.embedded ?? []) out.addDependency(ref, out.addComponent(embedded));
  const outer = outerPrefix(prefix);
  const container =
    outer === null ? null : await identityOf(tree, outer, await tree.read(`${outer}META-INF/MANIFEST.MF`));
  if (container) out.addDependency(out.addComponent(container.itself), ref);
}

interface Identity {
  readonly itself: ManifestEntry;
  /** Artifacts whose classes were copied into the archive, according to the copied coordinates. */
  readonly embedded: readonly ManifestEntry[];
}

/** From Maven coordinates, else the manifest, else the file name. */
async function identityOf(tree: SourceTree, prefix: string, bytes: Uint8Array | null): Promise<Identity | null> {
  const named = fromFileName(archiveNameOfPrefix(prefix));
  const coordinates = await mavenCoordinates(tree, prefix);
  const declared = bytes && fromManifest(readHeaders(await manifestText(bytes), ''), named);
  const itself = coordinates.find(({ name }) => name === (named ?? declared)?.name) ?? coordinates[0];
  if (itself) return { itself, embedded: coordinates.filter((one) => one !== itself) };
  const found = declared ?? named;
  return found && { itself: { ecosystem: 'maven', ...found, line: 1 }, embedded: [] };
}

/** Paths of the pom.properties of each archive, by prefix. */
const propertiesIn = perTree((tree) => {
  const paths = [...tree.named('pom.properties')].sort();
  return groupBy(
    paths.filter((path) => propertiesPath.test(path.slice(archivePrefix(path).length))),
    archivePrefix,
  );
});

const propertiesPath = /^META-INF\/maven\/[^/]+\/[^/]+\/pom\.properties$/;

async function mavenCoordinates(tree: SourceTree, prefix: string): Promise<ManifestEntry[]> {
  const found: ManifestEntry[] = [];
  for (const path of propertiesIn(tree).get(prefix) ?? []) {
    const properties = propertiesOf(await manifestText((await tree.read(path)) ?? new Uint8Array()));
    const [group, artifact, version] = ['groupId', 'artifactId', 'version'].map((key) => properties.get(key) ?? '');
    if (group && artifact && version) found.push(mavenComponent({ group, artifact, version, line: 1 }));
  }
  return found;
}

/** Lines `key=value` of a properties file, as Maven writes them. */
function propertiesOf(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(/\r\n|\n|\r/).flatMap((line): [string, string][] => {
    const at = line.indexOf('=');
    return at > 0 && !line.startsWith('#') ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()]] : [];
  });
  return new Map(pairs);
}

interface Named {
  readonly name: string;
  readonly group?: string;
  readonly version: string;
}

/** Bundle headers (OSGi Core), else those of the JAR File Specification. */
function fromManifest(headers: ReadonlyMap<string, string>, named: Named | null): Named | null {
  const value = (...keys: string[]): string =>
    keys.map((key) => headers.get(key) ?? '').find((one) => one !== '') ?? '';
  const bundle = value('bundle-symbolicname').split(';')[0]!.trim();
  const name = named?.name ?? (bundle || value('implementation-title', 'automatic-module-name', 'specification-title'));
  const version = named?.version || value('implementation-version', 'bundle-version', 'specification-version');
  return name === '' ? null : { name, group: value('implementation-vendor-id'), version };
}

/** `commons-io-2.11.0.jar` */
function fromFileName(fileName: string): Named | null {
  const stem = /^(.+)\.(?:jar|war|ear|aar)$/i.exec(fileName)?.[1];
  if (stem === undefined) return null;
  const { name, version } = parseArchiveName(stem);
  return { name, version };
}
