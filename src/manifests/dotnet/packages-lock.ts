import type { JsonObject } from '../../model/document.js';
import { objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { type JsonFile, readJsonFile } from '../reading/json-file.js';
import { RefsByName } from '../refs-by-name.js';
import { nugetComponent } from './nuget-component.js';
import { nugetSources, type NugetSources } from './nuget-sources.js';
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
  for (const framework of Object.values(objectOf(ownMember(json.root, 'dependencies'))))
    readFramework(objectOf(framework), { json, project, sources, out });
}

function readFramework(
  packages: JsonObject,
  { json, project, sources, out }: { json: JsonFile; project: string; sources: NugetSources; out: ContentsBuilder },
): void {
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
    return { entry, ref };
  });
  for (const { entry, ref } of refs) {
    if (textOf(ownMember(entry, 'type')) === 'Direct') out.addDependency(project, ref);
    const needs = Object.keys(objectOf(ownMember(entry, 'dependencies')));
    out.addNeeds(ref, needs.length);
    for (const name of needs) for (const to of byName.find(name.toLowerCase())) out.addDependency(ref, to);
  }
}
