import type { JsonObject } from '../../model/document.js';
import { objectOf, ownMember, textOf } from '../../model/json.js';
import { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { type JsonFile, readJsonFile } from '../reading/json-file.js';
import { ifReadable } from '../reading/if-readable.js';
import { RefsByName } from '../refs-by-name.js';
import { nugetComponent } from './nuget-component.js';
import { nugetSources, type NugetSources } from './nuget-sources.js';
import { dotnetProject } from './project-file.js';
import { warnOfNewerLock } from '../reading/lock-version.js';

/** packages.lock.json of NuGet (learn.microsoft.com, "Lock dependencies"): one graph per target framework. */
export const packagesLock: ManifestKind = {
  id: 'packages-lock',
  ecosystem: 'nuget',
  nature: 'locked',
  files: ['packages.lock.json'],
  matches: (path) => /^packages(?:\.[^/]+)?\.lock\.json$/.test(baseName(path)),
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const json = await readJsonFile(file.bytes);
  warnOfNewerLock(ownMember(json.root, 'version'), 3, out);
  const project = out.addProject(folderOf(file.path));
  const sources = await nugetSources(file.tree, folderOf(file.path));
  const development = await developmentOnly(file);
  for (const framework of Object.values(objectOf(ownMember(json.root, 'dependencies'))))
    readFramework(objectOf(framework), { json, project, sources, development, out });
}

const maxProjects = 16;

/** What all project files beside the lock file ask for with private assets only: the lock file does not say so. */
async function developmentOnly({ path, tree }: ManifestFile): Promise<ReadonlySet<string>> {
  const scopes = new Map<string, boolean>();
  for (const at of tree.inFolder(folderOf(path)).filter(dotnetProject.matches).slice(0, maxProjects)) {
    const bytes = await tree.read(at);
    const asked = new ContentsBuilder(at);
    if (bytes) await ifReadable(dotnetProject.read({ path: at, bytes, tree }, asked));
    for (const { name, scope } of asked.finish().components)
      scopes.set(name.toLowerCase(), scope === 'development' && (scopes.get(name.toLowerCase()) ?? true));
  }
  return new Set([...scopes].filter(([, isDevelopment]) => isDevelopment).map(([name]) => name));
}

interface Lock {
  readonly json: JsonFile;
  readonly project: string;
  readonly sources: NugetSources;
  /** Names in lower case. */
  readonly development: ReadonlySet<string>;
  readonly out: ContentsBuilder;
}

function readFramework(packages: JsonObject, { json, project, sources, development, out }: Lock): void {
  const byName = new RefsByName();
  const refs = Object.entries(packages).map(([name, value]) => {
    const entry = objectOf(value);
    const isProject = textOf(ownMember(entry, 'type')) === 'Project';
    const version = textOf(ownMember(entry, 'resolved'));
    const found = nugetComponent(name, { version }, json.lineOf(value), sources(name));
    // The hash excludes the signature of the package, so it is not the hash of the downloaded file.
    const ref = isProject
      ? out.addProject(folderOf(out.file), name, version, `${folderOf(out.file)}#${name.toLowerCase()}`)
      : out.addComponent({ ...found, integrity: textOf(ownMember(entry, 'contentHash')) });
    byName.add(name.toLowerCase(), '', ref);
    return { name, entry, ref };
  });
  for (const { name, entry, ref } of refs) {
    const scope = development.has(name.toLowerCase()) ? 'development' : 'runtime';
    if (textOf(ownMember(entry, 'type')) === 'Direct') out.addDependency(project, ref, scope);
    const needs = Object.keys(objectOf(ownMember(entry, 'dependencies')));
    out.addNeeds(ref, needs.length);
    for (const name of needs) for (const to of byName.find(name.toLowerCase())) out.addDependency(ref, to);
  }
}
