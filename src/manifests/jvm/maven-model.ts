import type { XmlElement } from '../../formats/reading/xml-elements.js';
import type { SourceTree } from '../manifest-kind.js';
import { folderOf, joinPath } from '../paths.js';
import { ifReadable } from '../reading/if-readable.js';
import { perTree } from '../reading/per-tree.js';
import { childrenOf, childText, readXmlFile } from '../reading/xml-file.js';
import { interpolate } from './maven-properties.js';

/** A pom.xml with its parents in the tree, nearest first: [itself, parent, grandparent …]. */
export interface PomLineage {
  readonly poms: readonly XmlElement[];
  /** "group:artifact:version" of a parent that is not in the tree; null if all are. */
  readonly missingParent: string | null;
  readonly properties: ReadonlyMap<string, string>;
}

/** The next one counts as missing; the deepest known projects have six. */
export const maxParents = 20;

/** Size of the cache: each child reads its parents. */
const maxCachedPoms = 200;
/** Limit of poms searched for coordinates. */
export const maxPoms = 5_000;

/** Begins the paths of poms that are not in the tree. */
const outside = 'outside:';
export const outsidePath = (group: string, artifact: string, version: string): string =>
  `${outside}${group}:${artifact}:${version}`;
export const maxWanted = 200;
/** No part of it between dots is empty: a repository would take it for another folder. */
const coordinate = /^(?=.{1,200}$)[\w-]+(?:\.[\w-]+)*$/;
const coordinateNames = ['groupId', 'artifactId', 'version'];

/**
 * Reads the poms of one tree and finds parents in it. One reader serves the whole tree, so that it is searched once.
 */
export class PomReader {
  private readonly cache = new Map<string, Promise<XmlElement | null>>();
  private paths: Promise<Map<string, string>> | undefined;
  /** Poms of the tree that nothing is found in. */
  unsearched = 0;
  /** Coordinates of poms that the repository outside was not asked for. */
  readonly unasked = new Set<string>();

  static readonly of = perTree((tree) => new PomReader(tree));

  private constructor(private readonly tree: SourceTree) {}

  /** The root element of a pom; null if there is none or it cannot be read. */
  pomAt(path: string): Promise<XmlElement | null> {
    const pom = this.cache.get(path) ?? this.load(path);
    this.cache.delete(path);
    this.cache.set(path, pom);
    if (this.cache.size > maxCachedPoms) this.cache.delete(this.cache.keys().next().value!);
    return pom;
  }

  async lineage(path: string, pom: XmlElement): Promise<PomLineage> {
    const poms = [pom];
    const seen = new Set([path]);
    let missingParent: string | null = null;
    for (let at = path, child = pom; ;) {
      const parent = child.child('parent');
      if (!parent) break;
      const properties = propertiesOf(poms);
      const [group = '', artifact = '', version = ''] = coordinateNames.map((name) => interpolate(childText(parent, name), properties)); // prettier-ignore
      const inTree = await this.parentPath(at, parent);
      const found = inTree ?? outsidePath(group, artifact, version);
      const next = seen.has(found) || poms.length >= maxParents ? null : inTree === null ? await this.outsidePom(group, artifact, version) : await this.pomAt(inTree); // prettier-ignore
      if (!next) {
        missingParent = `${group}:${artifact}:${version}`;
        break;
      }
      seen.add(found);
      poms.push(next);
      [at, child] = [found, next];
    }
    return { poms, missingParent, properties: propertiesOf(poms) };
  }

  /** The pom with these coordinates in the tree, for parents and imported BOMs. */
  async find(group: string, artifact: string): Promise<{ path: string; pom: XmlElement } | null> {
    this.paths ??= this.pathsByCoordinates();
    const path = (await this.paths).get(`${group}:${artifact}`);
    const pom = path === undefined ? null : await this.pomAt(path);
    return pom && { path: path!, pom };
  }

  /** A pom of the repository outside of the tree; null where it is not there, which is noted as wanted. */
  async outsidePom(group: string, artifact: string, version: string): Promise<XmlElement | null> {
    const coordinates = `${group}:${artifact}:${version}`;
    const { poms } = this.tree;
    if (!poms || ![group, artifact, version].every((text) => coordinate.test(text))) return null;
    const bytes = poms.get(coordinates);
    if (bytes) return rootOf(bytes);
    if (poms.wanted.size < maxWanted) poms.wanted.add(coordinates);
    else if (!poms.wanted.has(coordinates)) this.unasked.add(coordinates);
    return null;
  }

  /** The path of a module of the tree, if that is the version that is asked for. */
  async module(group: string, artifact: string, version: string): Promise<string | null> {
    return (await this.findVersion(group, artifact, version))?.path ?? null;
  }

  /** As `find`, where that is the version that is asked for: the tree may hold another one than is in use. */
  async findVersion(
    group: string,
    artifact: string,
    version: string,
  ): Promise<{ path: string; pom: XmlElement } | null> {
    const found = await this.find(group, artifact);
    return found && isVersion(found.pom, version) ? found : null;
  }

  private async pathsByCoordinates(): Promise<Map<string, string>> {
    const paths = new Map<string, string>();
    const all = this.tree.named('pom.xml');
    this.unsearched = Math.max(0, all.length - maxPoms);
    for (const path of all.slice(0, maxPoms)) {
      const pom = await this.load(path);
      const key = pom && `${groupOf(pom)}:${childText(pom, 'artifactId')}`;
      if (key !== null && !paths.has(key)) paths.set(key, path);
    }
    return paths;
  }

  /**
   * In the order of Maven: `relativePath` (default ../pom.xml) if it has the coordinates, else anywhere in the tree.
   * Examples and tests may have a parent that was released before.
   */
  private async parentPath(path: string, parent: XmlElement): Promise<string | null> {
    const declared = parent.child('relativePath');
    const relative = declared ? declared.text.trim() : '../pom.xml';
    const group = childText(parent, 'groupId');
    const artifact = childText(parent, 'artifactId');
    const version = childText(parent, 'version');
    if (relative !== '' && !path.startsWith(outside)) {
      const file = relative.endsWith('.xml') ? relative : `${relative}/pom.xml`;
      const candidate = joinPath(folderOf(path), file);
      const pom = candidate === null ? null : await this.pomAt(candidate);
      const isOfGroup = pom !== null && (groupOf(pom) === group || `${groupOf(pom)}${group}`.includes('${'));
      if (isOfGroup && childText(pom, 'artifactId') === artifact && isVersion(pom, version)) return candidate;
    }
    return (await this.findVersion(group, artifact, version))?.path ?? null;
  }

  private async load(path: string): Promise<XmlElement | null> {
    const bytes = await this.tree.read(path);
    return bytes && rootOf(bytes);
  }
}

async function rootOf(bytes: Uint8Array): Promise<XmlElement | null> {
  const root = await ifReadable(readXmlFile(bytes));
  return root?.name === 'project' ? root : null;
}

const groupOf = (pom: XmlElement): string => childText(pom, 'groupId') || childText(pom.child('parent'), 'groupId');

/** Where properties and ranges name a version, it may be any. */
function isVersion(pom: XmlElement, version: string): boolean {
  const own = childText(pom, 'version') || childText(pom.child('parent'), 'version');
  return version === '' || own === version || `${own}${version}`.includes('${') || /^[[(]/.test(version);
}

const isDefault = (profile: XmlElement): boolean =>
  childText(profile.child('activation'), 'activeByDefault') === 'true';

const ownProperties = (element: XmlElement): [string, string][] =>
  (element.child('properties')?.children ?? []).map((property) => [property.name, property.text.trim()]);

/** What only profiles set, which are active in some builds; null where they differ. */
function profileProperties(poms: readonly XmlElement[]): Map<string, string | null> {
  const found = new Map<string, string | null>();
  const profiles = poms.flatMap((pom) => childrenOf(pom.child('profiles'), 'profile'));
  for (const [name, value] of profiles.flatMap(ownProperties))
    found.set(name, (found.get(name) ?? value) === value && found.get(name) !== null ? value : null);
  return found;
}

/** Properties of a pom and its parents, nearest first, with those of profiles and those that Maven defines. */
function propertiesOf(poms: readonly XmlElement[]): Map<string, string> {
  const properties = new Map<string, string>();
  for (const [name, value] of profileProperties(poms)) if (value !== null) properties.set(name, value);
  for (const pom of [...poms].reverse()) {
    const defaults = childrenOf(pom.child('profiles'), 'profile').filter(isDefault);
    for (const [name, value] of [pom, ...defaults].flatMap(ownProperties)) properties.set(name, value);
  }
  const [own] = poms;
  const parent = own!.child('parent');
  const inherited = (name: string): string => childText(own, name) || childText(parent, name);
  for (const prefix of ['project', 'pom']) {
    properties.set(`${prefix}.groupId`, inherited('groupId'));
    properties.set(`${prefix}.version`, inherited('version'));
    properties.set(`${prefix}.artifactId`, childText(own, 'artifactId'));
    for (const name of ['groupId', 'artifactId', 'version'])
      if (parent) properties.set(`${prefix}.parent.${name}`, childText(parent, name));
  }
  for (const name of ['project.version', 'project.groupId']) {
    const value = properties.get(name)!;
    if (!value.includes(`\${${name}}`)) properties.set(name, interpolate(value, properties));
  }
  return properties;
}

/** The version that a pom or its parent element says, as far as that is known without other poms; else empty. */
export function versionOfPom(pom: XmlElement): string {
  const version = propertiesOf([pom]).get('project.version')!;
  return version.includes('${') ? '' : version;
}

/** `<dependency>` elements under `<dependencies>` of an element. */
export const dependenciesOf = (element: XmlElement | undefined): readonly XmlElement[] =>
  childrenOf(element?.child('dependencies'), 'dependency');
