import { FormatError } from '../../formats/format.js';
import type { XmlElement } from '../../formats/reading/xml-elements.js';
import type { ContentsBuilder, ManifestEntry } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { childrenOf, childText, readXmlFile } from '../reading/xml-file.js';
import { mavenComponent } from './maven-component.js';
import {
  dependenciesOf,
  maxParents,
  maxPoms,
  maxWanted,
  outsidePath,
  PomReader,
  type PomLineage,
} from './maven-model.js';
import { interpolate } from './maven-properties.js';

/** pom.xml (maven.apache.org/pom.html) with the parents, properties and BOMs in the tree. */
export const pom: ManifestKind = {
  id: 'pom',
  ecosystem: 'maven',
  nature: 'declared',
  files: ['pom.xml', '*.pom'],
  matches: (path) => baseName(path) === 'pom.xml' || /\.pom$/.test(path),
  read: async (file, out) => new Pom(file, out).read(),
};

/** BOMs that import each other; each is read once. */
const maxImports = 200;

/** Managed dependency by "group:artifact:type:classifier". */
interface Managed {
  readonly version: string;
  readonly scope: string;
  readonly optional: string;
}

class Pom {
  private readonly poms: PomReader;
  private readonly managed = new Map<string, Managed>();
  private readonly imported = new Set<string>();
  private readonly leftOut = new Set<string>();

  constructor(
    private readonly file: ManifestFile,
    private readonly out: ContentsBuilder,
  ) {
    this.poms = PomReader.of(file.tree);
  }

  async read(): Promise<void> {
    const root = await readXmlFile(this.file.bytes);
    if (root.name !== 'project') throw new FormatError('invalid', 'This is no pom.xml: its root is not "project"');
    const lineage = await this.poms.lineage(this.file.path, root);
    const text = (name: string): string => interpolate(`\${project.${name}}`, lineage.properties);
    const project = this.out.addProject(
      folderOf(this.file.path),
      `${text('groupId')}:${text('artifactId')}`,
      text('version'),
    );
    if (lineage.missingParent !== null) {
      const parent = interpolate(lineage.missingParent, lineage.properties).slice(0, 200);
      this.out.addWarning(
        root.child('parent')?.line ?? 1,
        `The parent ${parent} is ${lineage.poms.length < maxParents ? 'not in the tree' : `above ${maxParents} others`}: its settings are unknown`,
      );
    }
    await this.manage(lineage);
    for (const one of lineage.poms) {
      const isOwn = one === root;
      if (isOwn) this.addBuild(root, lineage, project);
      for (const part of isOwn ? withProfiles(root) : [one])
        for (const dependency of dependenciesOf(part))
          await this.add(dependency, lineage, project, isOwn ? dependency.line : 1);
    }
    this.warnOfLimits();
  }

  private warnOfLimits(): void {
    const { unsearched, unasked } = this.poms;
    if (this.leftOut.size > 0)
      this.out.addLoss(1, `It imports more BOMs than the limit of ${maxImports}: the versions of ${this.leftOut.size} of them are unknown (the first is ${[...this.leftOut][0]!.slice(0, 200)})`); // prettier-ignore
    if (unasked.size > 0)
      this.out.addLoss(1, `The poms of the source need more others than the limit of ${maxWanted}: the repository was not asked for ${unasked.size} of them or more, so what they set is unknown`); // prettier-ignore
    if (unsearched > 0)
      this.out.addLoss(1, `The source has more poms than the limit of ${maxPoms}: ${unsearched} of them were not searched for parents, BOMs and modules, so a module among them counts as a package from elsewhere, unless a pattern of internal names says what it is`); // prettier-ignore
  }

  /** Plugins and extensions of the build, with what they depend on; without a version Maven chooses one. */
  private addBuild(root: XmlElement, lineage: PomLineage, project: string): void {
    const text = (element: XmlElement, name: string): string =>
      interpolate(childText(element, name), lineage.properties);
    const groupOf = (plugin: XmlElement): string => text(plugin, 'groupId') || 'org.apache.maven.plugins';
    const keyOfPlugin = (plugin: XmlElement): string => `${groupOf(plugin)}:${text(plugin, 'artifactId')}`;
    const managed = new Map<string, string>();
    for (const one of lineage.poms.flatMap(withProfiles))
      for (const plugin of childrenOf(one.child('build')?.child('pluginManagement')?.child('plugins'), 'plugin'))
        managed.set(keyOfPlugin(plugin), managed.get(keyOfPlugin(plugin)) || text(plugin, 'version'));
    const parts = withProfiles(root).flatMap((one) => [one.child('build'), one.child('reporting')]);
    const plugins = parts.flatMap((part) => childrenOf(part?.child('plugins'), 'plugin'));
    const extensions = parts.flatMap((part) => childrenOf(part?.child('extensions'), 'extension'));
    for (const element of [...plugins, ...extensions]) {
      const [group, artifact] = [groupOf(element), text(element, 'artifactId')];
      const found = text(element, 'version') || (managed.get(keyOfPlugin(element)) ?? '');
      const version = found.includes('${') ? '' : found;
      const ref = this.out.addComponent(mavenComponent({ group, artifact, version, line: element.line }));
      this.out.addDependency(project, ref, 'build');
      for (const path of processorPaths(element)) {
        const key = `${text(path, 'groupId')}:${text(path, 'artifactId')}`;
        const declared = text(path, 'version') || (this.managed.get(`${key}:jar:`)?.version ?? '');
        const own = {
          group: text(path, 'groupId'),
          artifact: text(path, 'artifactId'),
          ...parseVersionRequest(declared),
        };
        this.out.addDependency(project, this.out.addComponent(mavenComponent({ ...own, line: path.line })), 'build');
      }
      for (const one of dependenciesOf(element)) {
        const own = { group: text(one, 'groupId'), artifact: text(one, 'artifactId'), ...parseVersionRequest(text(one, 'version')) }; // prettier-ignore
        this.out.addDependency(ref, this.out.addComponent(mavenComponent({ ...own, line: one.line })), 'build');
      }
    }
  }

  /** The nearest declaration wins; imported BOMs count last. */
  private async manage(lineage: PomLineage): Promise<void> {
    const imports: XmlElement[] = [];
    for (const one of lineage.poms.flatMap(withProfiles))
      for (const dependency of dependenciesOf(one.child('dependencyManagement'))) {
        const text = (name: string): string => interpolate(childText(dependency, name), lineage.properties);
        if (text('scope') === 'import') imports.push(dependency);
        const key = keyOf(dependency, lineage);
        if (!this.managed.has(key))
          this.managed.set(key, { version: text('version'), scope: text('scope'), optional: text('optional') });
      }
    for (const dependency of imports) {
      const [group = '', artifact = ''] = keyOf(dependency, lineage).split(':');
      const name = `${group}:${artifact}`;
      if (this.imported.has(name)) continue;
      if (this.imported.size >= maxImports) {
        this.leftOut.add(name);
        continue;
      }
      this.imported.add(name);
      const version = interpolate(childText(dependency, 'version'), lineage.properties);
      const found = await this.bom(group, artifact, version);
      if (found) await this.manage(await this.poms.lineage(found.path, found.pom));
      else
        this.out.addWarning(
          1,
          `The bill of materials ${name.slice(0, 200)} is not in the tree: its versions are unknown`,
        );
    }
  }

  private async bom(
    group: string,
    artifact: string,
    version: string,
  ): Promise<{ path: string; pom: XmlElement } | null> {
    const inTree = await this.poms.findVersion(group, artifact, version);
    if (inTree) return inTree;
    const pom = await this.poms.outsidePom(group, artifact, version);
    return pom && { path: outsidePath(group, artifact, version), pom };
  }

  private async add(dependency: XmlElement, lineage: PomLineage, project: string, line: number): Promise<void> {
    const text = (name: string): string => interpolate(childText(dependency, name), lineage.properties);
    const managed = this.managed.get(keyOf(dependency, lineage));
    const group = text('groupId');
    const artifact = text('artifactId');
    const declared = text('version') || managed?.version || '';
    const { version, requirement } = parseVersionRequest(declared);
    if (declared.includes('${'))
      this.out.addWarning(line, `The version ${declared.slice(0, 80)} of ${artifact.slice(0, 80)} is unknown`);
    if (group === '' || group.includes('${')) {
      this.out.addWarning(line, `The dependency ${artifact.slice(0, 80)} has no known groupId`);
      return;
    }
    const module = await this.poms.module(group, artifact, declared);
    if (module !== null) {
      this.out.addDependency(project, this.out.addProject(folderOf(module), `${group}:${artifact}`));
      return;
    }
    const type = text('type');
    const isOptional = (text('optional') || managed?.optional) === 'true';
    const declaredScope = text('scope') || managed?.scope || 'compile';
    const found = mavenComponent({
      group,
      artifact,
      version,
      requirement,
      type: type === 'test-jar' ? 'jar' : type,
      classifier: text('classifier'),
      line,
    });
    const entry = declaredScope === 'system' ? localEntry(found, text('systemPath')) : found;
    this.out.addDependency(project, this.out.addComponent(entry), scopeOf(declaredScope, isOptional));
  }
}

/** A file of the machine or the tree, which may be anything: no artifact of a repository, whatever its coordinates. */
function localEntry({ purl: _purl, ...entry }: ManifestEntry, path: string): ManifestEntry {
  return { ...entry, source: path || 'system' };
}

/** A pom, and then its profiles: which of them are active is known to a build only, so all count. */
const withProfiles = (pom: XmlElement): XmlElement[] => [pom, ...childrenOf(pom.child('profiles'), 'profile')];

/** Artifacts that the compiler runs (maven-compiler-plugin, "annotationProcessorPaths"), of any execution. */
function processorPaths(plugin: XmlElement): XmlElement[] {
  const parts = [plugin, ...childrenOf(plugin.child('executions'), 'execution')];
  return parts.flatMap((part) => {
    const paths = part.child('configuration')?.child('annotationProcessorPaths');
    return (paths?.children ?? []).filter((one) => childText(one, 'artifactId') !== '');
  });
}

function keyOf(dependency: XmlElement, { properties }: PomLineage): string {
  const text = (name: string): string => interpolate(childText(dependency, name), properties);
  return [text('groupId'), text('artifactId'), text('type') || 'jar', text('classifier')].join(':');
}

/** "1.2" is the version that Maven prefers, "[1.2]" is exact, and a range is a requirement. */
function parseVersionRequest(text: string): { version: string; requirement?: string } {
  if (text.includes('${') || text === '') return { version: '', ...(text === '' ? {} : { requirement: text }) };
  const exact = /^\[([^,[\]()]+)\]$/.exec(text)?.[1];
  if (exact !== undefined) return { version: exact.trim() };
  return /^[[(]/.test(text) || /^(?:LATEST|RELEASE)$/.test(text)
    ? { version: '', requirement: text }
    : { version: text };
}

function scopeOf(scope: string, isOptional: boolean): DependencyScope {
  if (scope === 'test') return 'test';
  if (scope === 'provided' || scope === 'system') return 'provided';
  return isOptional ? 'optional' : 'runtime';
}
