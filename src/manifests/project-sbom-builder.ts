import type { BomEvent } from '../model/document.js';
import { FormatError } from '../formats/format.js';
import { strongerScope } from './scope-propagation.js';
import { manifestLimits } from './limits.js';
import type { ManifestComponent, ManifestContents, ManifestPlace } from './manifest.js';
import type { ManifestKind } from './manifest-kind.js';
import { manifestComponent } from './manifest-to-bom.js';
import { folderOf } from './paths.js';

interface MergedComponent {
  component: ManifestComponent;
  readonly places: ManifestPlace[];
  /** Number of further places, which are only counted. */
  morePlaces: number;
  /** Folders whose manifests only declare it, and whether lock files above count; null once a lock file locks it. */
  declaredIn: Map<string, boolean> | null;
  /** Folders of the projects that it is installed in; null once another manifest names this very version. */
  installedIn: Set<string> | null;
}

type KindOfManifest = Pick<ManifestKind, 'nature' | 'coveredBy' | 'isInstalled' | 'projectFolder'>;

/** Of one component; further ones are counted. */
const maxPlaces = 50;

function addPlaces(to: MergedComponent, { places, morePlaces }: Pick<MergedComponent, 'places' | 'morePlaces'>): void {
  const taken = places.slice(0, Math.max(0, maxPlaces - to.places.length));
  to.places.push(...taken);
  to.morePlaces += morePlaces + places.length - taken.length;
}

const dependsOn = (from: string, to: readonly string[]): BomEvent => ({
  type: 'dependency',
  dependency: { from, to, kind: 'depends-on' },
});

const packageKey = ({ ecosystem, group, name }: ManifestComponent): string => JSON.stringify([ecosystem, group, name]);

/**
 * Merges all manifests of a tree into one SBOM. A package in several manifests is one component with its most exposed
 * scope and all places. A declared package is replaced by the one that a lock file of the same folder has selected;
 * one without a version, of a kind that has no lock files of its own, by that of a lock file above too. Projects of the
 * tree become the subject.
 */
export class ProjectSbomBuilder {
  private readonly components = new Map<string, MergedComponent>();
  private readonly edges = new Map<string, Set<string>>();
  /** Of locked packages, whether each lock file that has them says that they depend on nothing. */
  private readonly leaves = new Map<string, boolean>();
  /** Refs of locked packages, by package key and folder of the lock file. */
  private readonly locked = new Map<string, Map<string, string>>();
  private edgeCount = 0;

  /** @param subject ref of the project */
  constructor(private readonly subject: string) {}

  /** @throws FormatError `limit` if the manifests together exceed a limit */
  add(kind: KindOfManifest, { projects, components, dependencies, leaves }: ManifestContents): void {
    const projectRefs = new Set(projects.map(({ ref }) => ref));
    for (const component of components) this.addComponent(kind, component);
    for (const { from, to } of dependencies)
      for (const target of to)
        this.addEdge(projectRefs.has(from) ? this.subject : from, projectRefs.has(target) ? this.subject : target);
    if (kind.nature !== 'locked' || kind.isInstalled) return;
    const ofFile = new Set(leaves);
    for (const { ref } of components) this.leaves.set(ref, ofFile.has(ref) && this.leaves.get(ref) !== false);
  }

  get componentCount(): number {
    return this.components.size;
  }

  /** Components, then edges, in batches. */
  *events(): Iterable<BomEvent[]> {
    const aliases = this.lockedRefs();
    const resolved = (ref: string): string => aliases.get(ref) ?? ref;
    const reached = new Set<string>();
    const joined = new Map<string, Set<string>>([[this.subject, new Set()]]);
    for (const [from, targets] of this.edges)
      for (const target of targets) {
        const [source, end] = [resolved(from), resolved(target)];
        if (source === end || !this.components.has(end)) continue;
        (joined.get(source) ?? joined.set(source, new Set()).get(source)!).add(end);
        reached.add(end);
      }
    for (const [ref, { component, places, morePlaces }] of this.components) {
      if (aliases.has(ref)) continue;
      if (component.relation === 'direct' || !reached.has(ref)) joined.get(this.subject)!.add(ref);
      yield [{ type: 'component', component: manifestComponent({ ...component, places, morePlaces }) }];
    }
    for (const [from, to] of joined) if (to.size > 0) yield [dependsOn(from, [...to])];
    // What is installed, or asked for beside it, may have dependencies all the same.
    for (const [ref, isLeaf] of this.leaves) if (isLeaf && !joined.has(ref)) yield [dependsOn(ref, [])];
  }

  private addComponent(kind: KindOfManifest, component: ManifestComponent): void {
    const folder = folderOf(component.place.file);
    const existing = this.components.get(component.ref);
    if (existing) {
      existing.component = mergedComponent(existing.component, component);
      addPlaces(existing, { places: [component.place], morePlaces: 0 });
    } else {
      this.enforceLimit(this.components.size + 1, manifestLimits.maxTreeComponents, 'components');
      const [places, declaredIn, installedIn] = [[component.place], new Map<string, boolean>(), new Set<string>()];
      this.components.set(component.ref, { component, places, morePlaces: 0, declaredIn, installedIn });
    }
    const merged = this.components.get(component.ref)!;
    if (kind.isInstalled) {
      merged.declaredIn = null;
      merged.installedIn?.add(kind.projectFolder?.(component.place.file) ?? folder);
      return;
    }
    merged.installedIn = null;
    if (hasSource(component)) this.addFolder(versionKey(component), folder, component.ref);
    if (kind.nature === 'declared') {
      const isAny = kind.coveredBy === undefined && component.version === '';
      merged.declaredIn?.set(folder, isAny || merged.declaredIn.get(folder) === true);
    } else {
      merged.declaredIn = null;
      this.addFolder(packageKey(component), folder, component.ref);
    }
  }

  private addFolder(key: string, folder: string, ref: string): void {
    const folders = this.locked.get(key) ?? new Map<string, string>();
    if (!folders.has(folder)) folders.set(folder, ref);
    this.locked.set(key, folders);
  }

  /** Refs of locked components by the refs of components that are only declared. */
  private lockedRefs(): Map<string, string> {
    const aliases = new Map<string, string>();
    for (const [ref, merged] of this.components) {
      const { component } = merged;
      const refs = this.refsInstead(merged);
      const chosen = refs[0];
      if (chosen === undefined || refs.includes(undefined)) continue;
      aliases.set(ref, chosen);
      const existing = this.components.get(chosen)!;
      existing.component = mergedComponent(existing.component, component);
      addPlaces(existing, merged);
    }
    return aliases;
  }

  /** What manifests that say more have for it, in each of its folders. */
  private refsInstead({ component, declaredIn, installedIn }: MergedComponent): (string | undefined)[] {
    if (installedIn !== null && installedIn.size > 0) {
      const folders = this.locked.get(versionKey(component));
      return folders ? [...installedIn].map((folder) => nearestLock(folders, folder)) : [];
    }
    const folders = declaredIn && this.locked.get(packageKey(component));
    if (!folders) return [];
    return [...declaredIn].map(([folder, above]) => (above ? nearestLock(folders, folder) : folders.get(folder)));
  }

  private addEdge(from: string, to: string): void {
    if (from === to) return;
    const targets = this.edges.get(from) ?? new Set();
    this.edges.set(from, targets);
    if (targets.has(to)) return;
    this.enforceLimit((this.edgeCount += 1), manifestLimits.maxEdges, 'dependencies');
    targets.add(to);
  }

  private enforceLimit(count: number, limit: number, what: string): void {
    if (count > limit) throw new FormatError('limit', `The manifests have more ${what} than the limit of ${limit}`);
  }
}

const versionKey = ({ ecosystem, group, name, version }: ManifestComponent): string =>
  JSON.stringify([ecosystem, group, name, version]);

/** It is not the one of the registry: an installed package does not say where it is from. */
const hasSource = ({ purl }: ManifestComponent): boolean => purl === null || purl.includes('?');

function nearestLock(folders: ReadonlyMap<string, string>, folder: string): string | undefined {
  for (let at = folder; ; at = folderOf(at)) {
    const ref = folders.get(at);
    if (ref !== undefined || at === '') return ref;
  }
}

function mergedComponent(first: ManifestComponent, second: ManifestComponent): ManifestComponent {
  return {
    ...first,
    relation: [first.relation, second.relation].includes('direct')
      ? 'direct'
      : first.relation === 'unknown'
        ? second.relation
        : first.relation,
    scope: strongerScope(first.scope, second.scope),
    requirement: first.requirement ?? second.requirement,
    hashes: first.hashes.length > 0 ? first.hashes : second.hashes,
    references: first.references.length > 0 ? first.references : second.references,
    integrity: first.integrity ?? second.integrity,
    license: first.license ?? second.license,
  };
}
