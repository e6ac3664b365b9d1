import type { BomComponent, BomEvent, BomWarning, JsonObject } from '../model/document.js';
import { purlKey, purlOrNull, type Purl } from '../model/purl.js';
import { objectOf } from '../model/json.js';
import { FormatError, type Format } from '../formats/format.js';
import { collectBom } from '../formats/in-memory-bom.js';
import { bytesSource } from '../formats/reading/bytes.js';
import { manifestLimits } from '../manifests/limits.js';
import { folderOf } from '../manifests/paths.js';

/**
 * Merges SBOM files of a source with what its manifests name. A component is that of a manifest, or of an earlier file,
 * where both have the same package URL (or, without one, group, name and version); what that one leaves open is taken
 * from the file. Qualifiers only tell components apart where both have some.
 */
export class BomMerge {
  private readonly components = new Map<string, BomComponent>();
  /** Edges by the keys of their ends; null is the project. */
  private readonly edges = new Map<string | null, Set<string>>();
  /** Keys of components of which a file says that they depend on nothing. */
  private readonly leaves = new Set<string>();
  private readonly warnings: BomWarning[] = [];

  /** @param project ref of the source as a whole */
  constructor(private readonly project: string) {}

  /**
   * Takes over a whole file, or nothing of it.
   *
   * @param names of the projects in the source, in lower case: a file about one of them describes the source itself
   * @throws FormatError if the file cannot be read to its end, or names more components than a tree may have
   */
  async add(path: string, bytes: Uint8Array, format: Format, names: ReadonlySet<string>): Promise<void> {
    const { subject, components, dependencies, parts, warnings } = await collectBom(
      format.parse(bytesSource(bytes), manifestLimits),
    );
    const isOwn = subject === null || folderOf(path) === '' || names.has(subject.name.toLowerCase());
    const named = [...(isOwn ? [] : [subject]), ...components].filter(
      ({ name, purls }) => name !== '' || purls.length > 0,
    );
    if (this.components.size + named.length > manifestLimits.maxTreeComponents)
      throw new FormatError('limit', `The SBOM files name more than ${manifestLimits.maxTreeComponents} components`);
    const keys = new Map<string, string | null>(isOwn && subject !== null ? [[subject.ref, null]] : []);
    for (const component of named) keys.set(component.ref, this.keep(path, component, keys));
    for (const { from, to, kind } of dependencies)
      if (kind === 'depends-on') {
        if (to.length === 0) this.addLeaf(keys.get(from));
        for (const target of to) this.link(keys.get(from), keys.get(target));
      }
    if (!isOwn) this.link(null, keys.get(subject.ref));
    this.warn(path, warnings);
    const others = parts.length + dependencies.filter(({ kind }) => kind !== 'depends-on').length;
    const unnamed = components.length - components.filter(({ ref }) => keys.has(ref)).length;
    if (others > 0) this.warn(path, [{ place: '', message: `${others} elements besides components and their dependencies were not merged${kindsOf(parts)}` }]); // prettier-ignore
    if (unnamed > 0) this.warn(path, [{ place: '', message: `${unnamed} components without a name were not merged` }]);
  }

  /** The document of the manifests with what the files add. */
  *events(manifests: Iterable<readonly BomEvent[]>): Iterable<readonly BomEvent[]> {
    const merged = new MergedRefs(this.components);
    const edges: (readonly [from: string, to: readonly string[]])[] = [];
    for (const batch of manifests)
      for (const event of batch) {
        if (event.type === 'dependency') edges.push([event.dependency.from, event.dependency.to]);
        else if (event.type === 'component') yield merged.ofManifest(event.component);
        else yield [event];
      }
    for (const warning of this.warnings) yield [{ type: 'warning', warning }];
    const { named, others: added } = merged.known();
    for (const component of [...named, ...added]) yield [{ type: 'component', component }];
    const refOf = (key: string | null): string => (key === null ? this.project : merged.refOfKey(key));
    const joined = new Edges();
    for (const [from, to] of edges) {
      if (to.length === 0) joined.addLeaf(merged.refOf(from));
      for (const target of to) joined.add(merged.refOf(from), merged.refOf(target));
    }
    for (const key of this.leaves) joined.addLeaf(refOf(key));
    for (const [from, to] of this.edges) for (const target of to) joined.add(refOf(from), refOf(target));
    for (const { ref, parentRef } of added)
      if (parentRef === null && !joined.reached.has(ref)) joined.add(this.project, ref);
    yield* joined.events();
  }

  private keep(path: string, component: BomComponent, keys: ReadonlyMap<string, string | null>): string {
    const candidates = keysOf(component);
    const existing = candidates.find((key) => this.components.has(key));
    const parentRef = component.parentRef === null ? null : (keys.get(component.parentRef) ?? null);
    const placed = {
      ...component,
      parentRef,
      place: `${path}, ${component.place}`,
      native: occurring(component, [path]),
    };
    const key = existing ?? candidates[0]!;
    const kept = this.components.get(key);
    this.components.set(key, kept ? completed(kept, placed) : placed);
    return key;
  }

  private addLeaf(key: string | null | undefined): void {
    if (key !== undefined && key !== null) this.leaves.add(key);
  }

  private link(from: string | null | undefined, to: string | null | undefined): void {
    if (from === undefined || to === undefined || to === null) return;
    (this.edges.get(from) ?? this.edges.set(from, new Set()).get(from)!).add(to);
  }

  private warn(path: string, warnings: readonly BomWarning[]): void {
    const [losses, others] = [true, false].map((isLoss) => warnings.filter((one) => (one.isLoss ?? false) === isLoss));
    const listed = [...losses!, ...others!].slice(0, manifestLimits.maxWarnings);
    for (const one of listed) this.warnings.push({ ...one, place: one.place === '' ? path : `${path}, ${one.place}` });
    const more = warnings.length - listed.length;
    if (more > 0) this.warnings.push({ place: path, message: `${more} more warnings about this file are omitted` });
  }
}

/** Under which refs the components of the files are in the document. */
class MergedRefs {
  private readonly refs = new Map<string, string>();
  /** Keys of components with a version by their package. */
  private readonly versions = new Map<string, string[]>();
  /** Keys in place of which a manifest only names the package, by the ref that it has there. */
  private readonly versioned = new Map<string, string>();

  /** What manifests say, with what the files add, by the key. */
  private readonly named = new Map<string, BomComponent>();
  /** Components of manifests that only name the package, by the key of the only version. */
  private readonly required = new Map<string, readonly BomComponent[]>();

  constructor(private readonly components: ReadonlyMap<string, BomComponent>) {
    for (const [key, component] of components) {
      const purl = versionedPurl(component);
      if (purl) this.versions.set(purlKey(purl), [...(this.versions.get(purlKey(purl)) ?? []), key]);
    }
  }

  /** The component of a manifest, unless the files know it too: `known` has it then. */
  ofManifest(component: BomComponent): readonly BomEvent[] {
    const found = keysOf(component).find((key) => this.components.has(key));
    if (found !== undefined && !this.refs.has(found)) {
      this.refs.set(found, component.ref);
      this.named.set(found, completed(component, this.components.get(found)!));
      return [];
    }
    const purl = component.version === '' ? purlOrNull(component.purls[0] ?? '') : null;
    const [only, ...more] = (purl && this.versions.get(purlKey(purl))) ?? [];
    if (only === undefined || more.length > 0) return [{ type: 'component', component }];
    this.versioned.set(component.ref, only);
    this.required.set(only, [...(this.required.get(only) ?? []), component]);
    return [];
  }

  /** The components of the files: those that a manifest names, with what it says, and the others. */
  known(): { named: BomComponent[]; others: BomComponent[] } {
    const others = [...this.components.keys()].filter((key) => !this.refs.has(key));
    for (const key of others) this.refs.set(key, key);
    return {
      named: [...this.named].map(([key, component]) => this.withRequirements(key, component)),
      others: others.map((key) => {
        const component = this.components.get(key)!;
        const parentRef = component.parentRef && this.refOfKey(component.parentRef);
        return this.withRequirements(key, { ...component, ref: key, parentRef });
      }),
    };
  }

  /** Manifests that only require it are where it stands too, and the versions that they allow are kept. */
  private withRequirements(key: string, component: BomComponent): BomComponent {
    return (this.required.get(key) ?? []).reduce((one, by) => {
      const isNew = ({ name, value }: { name: string; value: string }): boolean =>
        !one.properties.some((own) => own.name === name && own.value === value);
      return { ...completed(one, by), properties: [...one.properties, ...by.properties.filter(isNew)] };
    }, component);
  }

  refOfKey(key: string): string {
    return this.refs.get(key)!;
  }

  refOf(ref: string): string {
    const key = this.versioned.get(ref);
    return key === undefined ? ref : this.refOfKey(key);
  }
}

class Edges {
  readonly reached = new Set<string>();
  private readonly targets = new Map<string, Set<string>>();

  /** Depends on nothing, unless there is an edge from it. */
  addLeaf(ref: string): void {
    if (!this.targets.has(ref)) this.targets.set(ref, new Set());
  }

  add(from: string, to: string): void {
    if (from === to) return;
    (this.targets.get(from) ?? this.targets.set(from, new Set()).get(from)!).add(to);
    this.reached.add(to);
  }

  *events(): Iterable<readonly BomEvent[]> {
    for (const [from, to] of this.targets) yield [{ type: 'dependency', dependency: { from, to: [...to], kind: 'depends-on' } }]; // prettier-ignore
  }
}

const versionedPurl = ({ purls }: BomComponent): Purl | undefined =>
  purls.map(purlOrNull).find((one) => one !== null && one.version !== null) ?? undefined;

/** Qualifiers with which a package has several archives that differ in content. */
const tellingQualifiers: ReadonlySet<string> = new Set(['arch', 'distro', 'classifier']);

/** The key that the component has by itself, then the one under which it may be known without its qualifiers. */
function keysOf(component: BomComponent): string[] {
  const { group, name, version } = component;
  const purl = versionedPurl(component);
  if (!purl) return [`name:${JSON.stringify([group, name, version])}`];
  const plain = `${purlKey(purl)}@${purl.version}`;
  const qualifiers = Object.entries(purl.qualifiers).filter(([key]) => tellingQualifiers.has(key));
  if (qualifiers.length === 0) return [plain];
  return [`${plain}?${qualifiers.map((pair) => pair.join('=')).join('&')}`, plain];
}

const kindsOf = (parts: readonly { readonly kind: string }[]): string => {
  const kinds = [...new Set(parts.map(({ kind }) => kind))].sort();
  return kinds.length === 0 ? '' : `: ${kinds.join(', ')}`;
};

const locationsOf = ({ native }: BomComponent): JsonObject[] => {
  const evidence = native?.family === 'cyclonedx' ? objectOf(native.data.evidence) : {};
  return Array.isArray(evidence.occurrences) ? evidence.occurrences.map(objectOf) : [];
};

/** The component with the files that name it as its evidence, in place of what the file says of its own. */
function occurring(component: BomComponent, paths: readonly string[]): BomComponent['native'] {
  const data = component.native?.family === 'cyclonedx' ? component.native.data : {};
  const occurrences = paths.map((location) => ({ location }));
  return { family: 'cyclonedx', data: { ...data, evidence: { ...objectOf(data.evidence), occurrences } } };
}

/** The first one, where it leaves a field open with that of the other, and the places of both. */
function completed(first: BomComponent, other: BomComponent): BomComponent {
  const fields = ['supplier', 'originator', 'publisher', 'author', 'description', 'copyright'] as const;
  const lists = ['cpes', 'licenses', 'hashes', 'references'] as const;
  const data = first.native?.family === 'cyclonedx' ? first.native.data : {};
  const occurrences = [...locationsOf(first), ...locationsOf(other)];
  return {
    ...first,
    ...Object.fromEntries(fields.flatMap((field) => (first[field] ?? other[field] ?? null) === null ? [] : [[field, first[field] ?? other[field]]])), // prettier-ignore
    ...Object.fromEntries(lists.map((list) => [list, first[list].length > 0 ? first[list] : other[list]])),
    properties: [...first.properties, ...other.properties.filter(({ name }) => !first.properties.some((own) => own.name === name))], // prettier-ignore
    native: { family: 'cyclonedx', data: { ...data, evidence: { ...objectOf(data.evidence), occurrences } } },
  };
}
