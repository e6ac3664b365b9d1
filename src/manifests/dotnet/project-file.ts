import { FormatError } from '../../formats/format.js';
import type { XmlElement } from '../../formats/reading/xml-elements.js';
import type { ContentsBuilder, ManifestEntry } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind, SourceTree } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { ifReadable } from '../reading/if-readable.js';
import { childrenOf, childText, readXmlFile } from '../reading/xml-file.js';
import { nugetComponent, nugetVersionRequest } from './nuget-component.js';
import { nugetSources } from './nuget-sources.js';
import { asciiText } from '../reading/text-file.js';

/**
 * Project files of .NET (`*.csproj`, `*.fsproj`, `*.vbproj`) with Directory.Build.props and Directory.Packages.props
 * above them, and what these import by literal paths. Conditions are not evaluated: conditional items count.
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
  const build = await above(file.tree, folder, 'Directory.Build.props');
  const central = await above(file.tree, folder, 'Directory.Packages.props');
  const targets = await above(file.tree, folder, 'Directory.Build.targets');
  const properties = new Map<string, string>();
  for (const part of [...central, ...build, ...(await withImports(file.tree, file.path, root))])
    for (const group of childrenOf(part, 'PropertyGroup'))
      for (const property of group.children) properties.set(property.name.toLowerCase(), property.text.trim());
  const name = baseName(file.path).replace(/\.\w+$/, '');
  const project = out.addProject(folder, properties.get('assemblyname') || name, properties.get('version'), file.path);
  const versions = versionsOf(central, 'PackageVersion', ['Include', 'Update']);
  const updates = versionsOf([...build, root, ...targets], 'PackageReference', ['Update']);
  const sources = await nugetSources(file.tree, folder);
  const late = lateVersions([root, ...targets]);
  const declaredVersions = (item: XmlElement, name: string): readonly string[] => {
    const key = name.toLowerCase();
    const [override, own] = [attribute(item, 'VersionOverride'), attribute(item, 'Version')];
    if (override !== '') return [override];
    if (own === '') return versions.get(key) ?? updates.get(key) ?? [''];
    return late.get(key) ?? [own];
  };
  const addOne = (item: XmlElement, name: string, line: number, ownScope?: DependencyScope): void => {
    for (const declared of declaredVersions(item, name)) {
      const request = nugetVersionRequest(expand(declared, properties));
      if (request.version === '' && declared.includes('$('))
        out.addWarning(line, `The version ${declared.slice(0, 80)} of ${name.slice(0, 80)} is unknown`);
      const known = expand(name, properties);
      const ref = out.addComponent(nugetComponent(known, request, line, sources(known)));
      out.addDependency(project, ref, ownScope ?? scopeOf(item));
    }
  };
  const add = (item: XmlElement, line: number, ownScope?: DependencyScope, after: readonly XmlElement[] = []): void => {
    const removed = removedIn(after);
    for (const name of namesOf(item)) if (!removed.has(name.toLowerCase())) addOne(item, name, line, ownScope);
  };
  for (const item of itemsOf(root, 'PackageReference')) add(item, item.line, undefined, targets);
  for (const part of build) for (const item of itemsOf(part, 'PackageReference')) add(item, 1, undefined, [root, ...targets]); // prettier-ignore
  for (const part of targets) for (const item of itemsOf(part, 'PackageReference')) add(item, 1);
  for (const item of itemsOf(root, 'DotNetCliToolReference')) add(item, item.line, 'development');
  for (const one of [...sdksOf(root), ...downloadsOf(root)])
    out.addDependency(project, out.addComponent(one), 'development');
  for (const part of central) for (const item of itemsOf(part, 'GlobalPackageReference')) add(item, 1, 'development');
  for (const item of itemsOf(root, 'ProjectReference')) {
    const path = joinPath(folder, nameOf(item));
    if (path !== null && path !== '')
      out.addDependency(project, out.addProject(folderOf(path), baseName(path).replace(/\.\w+$/, ''), '', path));
  }
}

const maxImported = 16;

/**
 * The files of this name that a project has: MSBuild reads the nearest one above it, and those further up only where it
 * imports them. The outermost first: what is nearer holds.
 */
async function above(tree: SourceTree, folder: string, name: string): Promise<XmlElement[]> {
  const found: XmlElement[] = [];
  for (let directory = folder; found.length < maxImported; directory = folderOf(directory)) {
    const path = directory === '' ? name : `${directory}/${name}`;
    const bytes = await tree.read(path);
    const root = bytes && (await ifReadable(readXmlFile(bytes)));
    if (root) found.unshift(...(await withImports(tree, path, root)));
    if (directory === '' || (bytes && !(root && importsAbove(root, name)))) break;
  }
  return found;
}

const importsOf = (root: XmlElement): string[] =>
  [root, ...childrenOf(root, 'ImportGroup')]
    .flatMap((one) => childrenOf(one, 'Import'))
    .map((one) => one.attribute('Project') ?? '');

/** A file after those that it imports by literal paths. */
async function withImports(
  tree: SourceTree,
  path: string,
  root: XmlElement,
  seen = new Set<string>([path]),
): Promise<XmlElement[]> {
  const found: XmlElement[] = [];
  for (const written of importsOf(root)) {
    const at = joinPath(folderOf(path), written.replace(/^\$\(MSBuildThisFileDirectory\)[\\/]?/i, ''));
    if (at === null || at.includes('$(') || seen.has(at) || seen.size > maxImported) continue;
    seen.add(at);
    const bytes = await tree.read(at);
    const imported = bytes && (await ifReadable(readXmlFile(bytes)));
    if (imported) found.push(...(await withImports(tree, at, imported, seen)));
  }
  return [...found, root];
}

function importsAbove(root: XmlElement, name: string): boolean {
  const paths = importsOf(root).map((path) => path.toLowerCase());
  return paths.some(
    (path) => path.includes(name.toLowerCase()) && /getpathoffileabove|getdirectorynameoffileabove|\.\./.test(path),
  );
}

/** Also those of each case of `Choose`, which may lie in one another. */
function itemsOf(root: XmlElement, name: string, depth = 0): readonly XmlElement[] {
  const items = childrenOf(root, 'ItemGroup').flatMap((group) => childrenOf(group, name));
  if (depth > maxChoices) return items;
  const choices = childrenOf(root, 'Choose');
  const cases = choices.flatMap((one) => [...childrenOf(one, 'When'), ...childrenOf(one, 'Otherwise')]);
  return [...items, ...cases.flatMap((one) => itemsOf(one, name, depth + 1))];
}
const maxChoices = 8;
const maxVersions = 16;

/** Versions of items by name, of the innermost file that has any; several where they depend on conditions. */
function versionsOf(
  parts: readonly XmlElement[],
  item: string,
  members: readonly ('Include' | 'Update')[],
): Map<string, string[]> {
  const versions = new Map<string, string[]>();
  for (const part of parts) {
    const own = new Map<string, string[]>();
    for (const one of itemsOf(part, item))
      for (const name of members.flatMap((member) => namesOf(one, member))) {
        const existing = own.get(name.toLowerCase()) ?? [];
        const version = attribute(one, 'Version');
        if (version !== '' && existing.length < maxVersions && !existing.includes(version)) existing.push(version);
        if (existing.length > 0) own.set(name.toLowerCase(), existing);
      }
    for (const [name, some] of own) versions.set(name, some);
  }
  return versions;
}

/** Versions of `Update`, which replace what an item itself has, where no condition says when. */
function lateVersions(parts: readonly XmlElement[]): Map<string, string[]> {
  const versions = new Map<string, string[]>();
  const isSure = (element: XmlElement): boolean => element.attribute('Condition') === undefined;
  for (const item of parts
    .flatMap((part) => childrenOf(part, 'ItemGroup').filter(isSure))
    .flatMap((group) => childrenOf(group, 'PackageReference').filter(isSure))) {
    // prettier-ignore
    const version = attribute(item, 'Version');
    if (version !== '') for (const name of namesOf(item, 'Update')) versions.set(name.toLowerCase(), [version]);
  }
  return versions;
}

/** Names of packages that these files take out of what others before them have, under no condition. */
function removedIn(parts: readonly XmlElement[]): ReadonlySet<string> {
  const isSure = (element: XmlElement): boolean => element.attribute('Condition') === undefined;
  const items = parts
    .flatMap((part) => childrenOf(part, 'ItemGroup').filter(isSure))
    .flatMap((group) => childrenOf(group, 'PackageReference').filter(isSure));
  return new Set(items.flatMap((item) => namesOf(item, 'Remove')).map((name) => name.toLowerCase()));
}

/** Packages that are only fetched: `Version="[1.0];[2.0]"`. */
function downloadsOf(root: XmlElement): ManifestEntry[] {
  return itemsOf(root, 'PackageDownload').flatMap((item) =>
    namesOf(item).flatMap(
      (name) =>
      attribute(item, 'Version').split(';').map((one) => nugetComponent(name, nugetVersionRequest(one.trim()), item.line)), // prettier-ignore
    ),
  );
}

/** SDKs with a version come from NuGet: `Sdk="Name/1.0"`, `<Sdk Name="…" Version="…" />`, `<Import Sdk="…" …>`. */
function sdksOf(root: XmlElement): ManifestEntry[] {
  const written = (root.attribute('Sdk') ?? '').split(';').map((one) => one.trim().split('/', 2));
  const elements = childrenOf(root, 'Sdk').map((one) => [one.attribute('Name') ?? '', one.attribute('Version') ?? '']);
  const imports = childrenOf(root, 'Import').map((one) => [one.attribute('Sdk') ?? '', one.attribute('Version') ?? '']);
  return [...written, ...elements, ...imports].flatMap(([name = '', version = '']) =>
    name === '' || version === '' ? [] : [nugetComponent(name, nugetVersionRequest(version), root.line)],
  );
}

/** Metadata is an attribute or a child element. */
const attribute = (item: XmlElement, name: string): string => (item.attribute(name) ?? childText(item, name)).trim();

const nameOf = (item: XmlElement, member = 'Include'): string => (item.attribute(member) ?? '').trim();

/** Items may be several, separated by semicolons. */
const namesOf = (item: XmlElement, member = 'Include'): string[] =>
  nameOf(item, member)
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
