import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { childrenOf, readXmlFile } from '../reading/xml-file.js';
import { nugetComponent } from './nuget-component.js';
import { nugetSources } from './nuget-sources.js';

/** packages.config of NuGet: a flat list of all installed packages. */
export const packagesConfig: ManifestKind = {
  id: 'packages-config',
  ecosystem: 'nuget',
  nature: 'locked',
  files: ['packages.config'],
  matches: (path) => /^packages(?:\.[^/]+)?\.config$/i.test(baseName(path)),
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const root = await readXmlFile(file.bytes);
  const sources = await nugetSources(file.tree, folderOf(file.path));
  for (const entry of childrenOf(root, 'package')) {
    const isDevelopment = entry.attribute('developmentDependency')?.toLowerCase() === 'true';
    const version = entry.attribute('version') ?? '';
    const name = entry.attribute('id') ?? '';
    const found = nugetComponent(name, { version }, entry.line, sources(name));
    out.addComponent({ ...found, scope: isDevelopment ? 'development' : 'runtime' });
  }
}
