import { FormatError } from '../../formats/format.js';
import type { XmlElement } from '../../formats/reading/xml-elements.js';
import type { ContentsBuilder, ManifestEntry } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind, SourceTree } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { ifReadable } from '../reading/if-readable.js';
import { childrenOf, childText, readXmlFile } from '../reading/xml-file.js';
import { nugetComponent, nugetVersionRequest } from './nuget-component.js';
import { asciiText } from '../reading/text-file.js';

/**
 * Project files of .NET (`*.csproj`, `*.fsproj`, `*.vbproj`) with Directory.Build.props and Directory.Packages.props
 * above them. Conditions are not evaluated: conditional items count.
 */
export const dotnetProject: ManifestKind = {
  id: 'dotnet-project',
  ecosystem: 'nuget',
  nature: 'declared',
  files: ['*.csproj', '*.fsproj', '*.vbproj'],
  matches: (path) => /\.(?:cs|fs|vb)proj$/i.test(path),
  read,
};

/** Other files of MSBuild, by their content: projects of other languages, and what projects import. */
export const msbuildFile: ManifestKind = {
  ...dotnetProject,
  id: 'msbuild-file',
  files: ['*.props', '*.targets', '*.*proj'],
  matches: (path) =>
    /\.(?:props|targets|proj|\w{1,8}proj)$/i.test(path) && !/(?:^|\/)Directory\.[\w.]+\.(?:props|targets)$/.test(path),
  recognizes: (bytes) => {
    const text = asciiText(bytes);
    return /<PackageReference\s|<Sdk\s|<Project\s[^>]{0,500}\bSdk\s*=\s*["'][^"'/]{1,200}\//.test(text);
  },
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const root = await readXmlFile(file.bytes);
  if (root.name !== 'Project') throw new FormatError('invalid', 'This is no project file: its root is not "Project"');
  const folder = folderOf(file.path);
  const build = await nearest(file.tree, folder, 'Directory.Build.props');
  const central = await nearest(file.tree, folder, 'Directory.Packages.props');
  const properties = new Map<string, string>();
  for (const part of [central, build, root])
    for (const group of childrenOf(part ?? undefined, 'PropertyGroup'))
      for (const property of group.children) properties.set(property.name.toLowerCase(), property.text.trim());
  const name = baseName(file.path).replace(/\.\w+$/, '');
  const project = out.addProject(folder, properties.get('assemblyname') || name, properties.get('version'), file.path);
  const versions = versionsOf(central);
  const addOne = (item: XmlElement, name: string, line: number, ownScope?: DependencyScope): void => {
    const own = attribute(item, 'VersionOverride') || attribute(item, 'Version');
    for (const declared of own === '' ? (versions.get(name.toLowerCase()) ?? ['']) : [own]) {
      const request = nugetVersionRequest(expand(declared, properties));
      if (request.version === '' && declared.includes('$('))
        out.addWarning(line, `The version ${declared.slice(0, 80)} of ${name.slice(0, 80)} is unknown`);
      const ref = out.addComponent(nugetComponent(expand(name, properties), request, line));
      out.addDependency(project, ref, ownScope ?? scopeOf(item));
    }
  };
  const add = (item: XmlElement, line: number, ownScope?: DependencyScope): void => {
    for (const name of namesOf(item)) addOne(item, name, line, ownScope);
  };
  for (const item of itemsOf(root, 'PackageReference')) add(item, item.line);
  const targets = await nearest(file.tree, folder, 'Directory.Build.targets');
  for (const part of [build, targets]) for (const item of itemsOf(part, 'PackageReference')) add(item, 1);
  for (const sdk of sdksOf(root)) out.addDependency(project, out.addComponent(sdk), 'development');
  for (const item of itemsOf(central, 'GlobalPackageReference')) add(item, 1, 'development');
  for (const item of itemsOf(root, 'ProjectReference')) {
    const path = joinPath(folder, nameOf(item));
    if (path !== null && path !== '')
      out.addDependency(project, out.addProject(folderOf(path), baseName(path).replace(/\.\w+$/, ''), '', path));
  }
}

/** MSBuild reads only the nearest file of this name above a project. */
async function nearest(tree: SourceTree, folder: string, name: string): Promise<XmlElement | null> {
  for (let directory = folder; ; directory = folderOf(directory)) {
    const bytes = await tree.read(directory === '' ? name : `${directory}/${name}`);
    if (bytes) return ifReadable(readXmlFile(bytes));
    if (directory === '') return null;
  }
}

/** Also those of each case of `Choose`, which may lie in one another. */
function itemsOf(root: XmlElement | null, name: string, depth = 0): readonly XmlElement[] {
  const items = childrenOf(root ?? undefined, 'ItemGroup').flatMap((group) => childrenOf(group, name));
  if (depth > maxChoices) return items;
  const choices = childrenOf(root ?? undefined, 'Choose');
  const cases = choices.flatMap((one) => [...childrenOf(one, 'When'), ...childrenOf(one, 'Otherwise')]);
  return [...items, ...cases.flatMap((one) => itemsOf(one, name, depth + 1))];
}
const maxChoices = 8;
const maxVersions = 16;

/** Central versions by name; several where they depend on conditions. */
function versionsOf(central: XmlElement | null): Map<string, string[]> {
  const versions = new Map<string, string[]>();
  for (const item of itemsOf(central, 'PackageVersion'))
    for (const name of namesOf(item)) {
      const existing = versions.get(name.toLowerCase()) ?? [];
      const version = attribute(item, 'Version');
      if (existing.length < maxVersions && !existing.includes(version)) existing.push(version);
      versions.set(name.toLowerCase(), existing);
    }
  return versions;
}

/** SDKs with a version come from NuGet: `Sdk="Name/1.0"`, `<Sdk Name="…" Version="…" />`. */
function sdksOf(root: XmlElement): ManifestEntry[] {
  const written = (root.attribute('Sdk') ?? '').split(';').map((one) => one.trim().split('/', 2));
  const elements = childrenOf(root, 'Sdk').map((one) => [one.attribute('Name') ?? '', one.attribute('Version') ?? '']);
  return [...written, ...elements].flatMap(([name = '', version = '']) =>
    name === '' || version === '' ? [] : [nugetComponent(name, nugetVersionRequest(version), root.line)],
  );
}

/** Metadata is an attribute or a child element. */
const attribute = (item: XmlElement, name: string): string => (item.attribute(name) ?? childText(item, name)).trim();

const nameOf = (item: XmlElement): string => (item.attribute('Include') ?? '').trim();

/** Items may be several, separated by semicolons. */
const namesOf = (item: XmlElement): string[] =>
  nameOf(item)
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** "all": consumers of the project do not get the package (analysers, build tools). */
const scopeOf = (item: XmlElement): DependencyScope =>
  attribute(item, 'PrivateAssets').toLowerCase() === 'all' ? 'development' : 'runtime';

/** Expands `$(Name)` in a few rounds: properties may refer to each other, and to themselves. */
function expand(text: string, properties: ReadonlyMap<string, string>): string {
  let value = text.slice(0, 1_024);
  for (let round = 0; round < 8 && value.includes('$('); round += 1) {
    const next = value.replace(
      /\$\(([\w.-]{1,200})\)/g,
      (reference, name: string) => properties.get(name.toLowerCase()) ?? reference,
    );
    if (next === value || next.length > 1_024) return value;
    value = next;
  }
  return value;
}
