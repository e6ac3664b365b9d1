import { parseArchiveName } from '../../formats/shared/archive-names.js';
import { groupBy } from '../../model/group-by.js';
import type { ContentsBuilder, ManifestEntry } from '../contents-builder.js';
import { mavenComponent } from '../jvm/maven-component.js';
import { PomReader, versionOfPom } from '../jvm/maven-model.js';
import type { ManifestFile, ManifestKind, SourceTree } from '../manifest-kind.js';
import { folderOf } from '../paths.js';
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
  const coordinates = await mavenCoordinates(tree, prefix, named);
  const declared = bytes && fromManifest(readHeaders(await manifestText(bytes), ''), named);
  const itself = coordinates.find(({ name }) => name === (named ?? declared)?.name) ?? coordinates[0];
  if (itself) return { itself, embedded: coordinates.filter((one) => one !== itself) };
  const found = declared ?? named;
  return found && { itself: { ecosystem: 'maven', ...found, line: 1 }, embedded: [] };
}

/** Folders that Maven writes an artifact's coordinates to, of each archive, by prefix. */
const coordinateFolders = perTree((tree) => {
  const folders = ['pom.properties', 'pom.xml'].flatMap((name) => tree.named(name).map(folderOf));
  const ofMaven = folders.filter((folder) => coordinatesFolder.test(folder.slice(archivePrefix(folder).length)));
  return groupBy([...new Set(ofMaven)].sort(), archivePrefix);
});

const coordinatesFolder = /^META-INF\/maven\/([^/]+)\/([^/]+)$/;

/** Gradle and other tools write the pom alone; its version may be known to the build only. */
async function mavenCoordinates(tree: SourceTree, prefix: string, named: Named | null): Promise<ManifestEntry[]> {
  const found: ManifestEntry[] = [];
  for (const folder of coordinateFolders(tree).get(prefix) ?? []) {
    const [, ownGroup = '', ownArtifact = ''] = coordinatesFolder.exec(folder.slice(prefix.length)) ?? [];
    const bytes = await tree.read(`${folder}/pom.properties`);
    const properties = propertiesOf(bytes ? await manifestText(bytes) : '');
    const [group, artifact] = [properties.get('groupId') || ownGroup, properties.get('artifactId') || ownArtifact];
    const pom = properties.get('version') ? null : await PomReader.of(tree).pomAt(`${folder}/pom.xml`);
    const own = artifact === named?.name ? named.version : '';
    const version = properties.get('version') || (pom && versionOfPom(pom)) || own;
    found.push(mavenComponent({ group, artifact, version, line: 1 }));
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
