import { FormatError } from '../../formats/format.js';
import type { JsonObject } from '../../model/document.js';
import { objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { readJsonFile } from '../reading/json-file.js';
import { RefsByName } from '../refs-by-name.js';
import { nugetComponent } from './nuget-component.js';
import { nugetSources, type NugetSources } from './nuget-sources.js';

/** obj/project.assets.json: what `dotnet restore` chose. */
export const projectAssets: ManifestKind = {
  id: 'project-assets',
  ecosystem: 'nuget',
  nature: 'locked',
  files: ['project.assets.json'],
  coveredBy: ['packages-lock'],
  projectFolder: (path) => withoutObj(folderOf(path)),
  matches: (path) => baseName(path) === 'project.assets.json',
  read: readLibraries,
};

/** NAME.deps.json: what a built program of .NET loads. */
export const depsJson: ManifestKind = {
  id: 'deps-json',
  ecosystem: 'nuget',
  nature: 'locked',
  files: ['*.deps.json'],
  matches: (path) => /[^/]\.deps\.json$/.test(path),
  read: readLibraries,
};

const withoutObj = (folder: string): string => folder.replace(/(?:^|\/)obj$/, '');

interface Library {
  readonly ref: string | null;
  readonly name: string;
  readonly isProject: boolean;
}

/** Both have `libraries` by `name/version`, and a graph of them for each target. */
async function readLibraries(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const json = await readJsonFile(file.bytes);
  const libraries = objectOf(ownMember(json.root, 'libraries'));
  const targets = Object.values(objectOf(ownMember(json.root, 'targets'))).map(objectOf);
  if (ownMember(json.root, 'libraries') === undefined || targets.length === 0)
    throw new FormatError('invalid', 'This file has no "libraries" and "targets"');
  const folder = withoutObj(folderOf(file.path));
  const sources = await nugetSources(file.tree, folder);
  const found = new Map<string, Library>();
  for (const [key, value] of Object.entries(libraries)) found.set(key.toLowerCase(), add(key, json.lineOf(value), { entry: objectOf(value), folder, sources, out })); // prettier-ignore
  for (const target of targets) connect(target, found, out);
  connectProject(objectOf(ownMember(json.root, 'project')), { folder, found, out });
}

function add(
  key: string,
  line: number,
  { entry, folder, sources, out }: { entry: JsonObject; folder: string; sources: NugetSources; out: ContentsBuilder },
): Library {
  const [name = '', version = ''] = key.split('/', 2);
  const type = textOf(ownMember(entry, 'type'));
  const isProject = type === 'project';
  const isFile = type === 'reference' || type === 'referenceassembly';
  // The hash excludes the signature of the package, so it is not the hash of the downloaded file.
  const integrity = textOf(ownMember(entry, 'sha512'));
  const ref = isProject
    ? out.addProject(folder, name, version, `${folder}#${name.toLowerCase()}`)
    : isFile
      ? out.addComponent({ ecosystem: 'nuget', name, version, line })
      : out.addComponent({
          ...nugetComponent(name.replace(/^runtimepack\./i, ''), { version }, line, sources(name)),
          integrity,
        });
  return { ref, name: name.toLowerCase(), isProject };
}

/** Dependencies are names; a target has one version of each. */
function connect(target: JsonObject, found: ReadonlyMap<string, Library>, out: ContentsBuilder): void {
  const byName = new Map<string, string | null>();
  for (const key of Object.keys(target)) {
    const library = found.get(key.toLowerCase());
    if (library) byName.set(library.name, library.ref);
  }
  for (const [key, value] of Object.entries(target)) {
    const from = found.get(key.toLowerCase())?.ref ?? null;
    const needs = Object.keys(objectOf(ownMember(objectOf(value), 'dependencies')));
    out.addNeeds(from, needs.length);
    for (const name of needs) out.addDependency(from, byName.get(name.toLowerCase()) ?? null);
  }
}

/** What the project itself asks for; consumers do not get what is suppressed whole. */
function connectProject(
  project: JsonObject,
  { folder, found, out }: { folder: string; found: ReadonlyMap<string, Library>; out: ContentsBuilder },
): void {
  const frameworks = Object.values(objectOf(ownMember(project, 'frameworks'))).map(objectOf);
  const requests = frameworks.flatMap((one) => Object.entries(objectOf(ownMember(one, 'dependencies'))));
  if (requests.length === 0) return;
  const name = textOf(ownMember(objectOf(ownMember(project, 'restore')), 'projectName'));
  const ref = out.addProject(folder, name, textOf(ownMember(project, 'version')));
  // Each framework has a version of its own, and what it is called here says not which target is its.
  const byName = new RefsByName();
  for (const { name, ref } of found.values()) byName.add(name, '', ref);
  for (const [requested, value] of requests) {
    const isPrivate = textOf(ownMember(objectOf(value), 'suppressParent')).toLowerCase() === 'all';
    const scope: DependencyScope = isPrivate ? 'development' : 'runtime';
    for (const to of byName.find(requested.toLowerCase())) out.addDependency(ref, to, scope);
  }
}
