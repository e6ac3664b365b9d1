import { objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { readJsonFile } from '../reading/json-file.js';
import { nugetComponent } from './nuget-component.js';

/** Tools that `dotnet tool restore` installs for the build. */
export const dotnetTools: ManifestKind = {
  id: 'dotnet-tools',
  ecosystem: 'nuget',
  nature: 'locked',
  files: ['dotnet-tools.json'],
  matches: (path) => baseName(path) === 'dotnet-tools.json',
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const { root, lineOf } = await readJsonFile(file.bytes);
  const project = out.addProject(folderOf(file.path).replace(/(?:^|\/)\.config$/, ''));
  for (const [name, tool] of Object.entries(objectOf(ownMember(root, 'tools')))) {
    const version = textOf(ownMember(objectOf(tool), 'version'));
    out.addDependency(project, out.addComponent(nugetComponent(name, { version }, lineOf(tool))), 'build');
  }
}

/** global.json: SDKs of MSBuild that NuGet provides, with their versions. */
export const dotnetGlobal: ManifestKind = {
  id: 'dotnet-global',
  ecosystem: 'nuget',
  nature: 'locked',
  files: ['global.json'],
  matches: (path) => baseName(path) === 'global.json',
  read: async (file, out) => {
    const { root } = await readJsonFile(file.bytes);
    const project = out.addProject(folderOf(file.path));
    for (const [name, version] of Object.entries(objectOf(ownMember(root, 'msbuild-sdks'))))
      out.addDependency(project, out.addComponent(nugetComponent(name, { version: textOf(version) }, 1)), 'build');
  },
};
