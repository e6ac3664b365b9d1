import { FormatError } from '../formats/format.js';
import type { BomHash, BomReference } from '../model/document.js';
import { buildPurl, formatPurl, PurlError, type PurlInput } from '../model/purl.js';
import { hasUnprintable } from '../model/text.js';
import { withoutCredentials } from './credentials.js';
import { manifestLimits } from './limits.js';
import type {
  ManifestComponent,
  ManifestContents,
  ManifestProject,
  ManifestWarning,
  MootOnce,
  DependencyScope,
} from './manifest.js';
import { propagateScopes, strongerScope, scopeWeight, type ScopedEdges } from './scope-propagation.js';

/** A package as a parser reports it; missing fields are unknown. */
export interface ManifestEntry {
  readonly ecosystem: string;
  readonly name: string;
  readonly group?: string;
  readonly version?: string;
  readonly requirement?: string;
  /** Input of the purl; missing for packages that are in no registry. */
  readonly purl?: PurlInput;
  readonly relation?: 'direct' | 'transitive';
  readonly scope?: DependencyScope;
  readonly hashes?: readonly BomHash[];
  readonly integrity?: string;
  readonly references?: readonly BomReference[];
  readonly license?: string;
  /** Distinguishes packages of the same name and version without purl. */
  readonly source?: string;
  readonly line: number;
}

type MutableComponent = { -readonly [Key in keyof ManifestComponent]: ManifestComponent[Key] };

/**
 * Collects the content of a manifest. A package that occurs several times is one component with its strongest scope.
 * Relation and scope, if the file does not give them, follow from the edges of its projects.
 */
export class ContentsBuilder {
  private readonly projects = new Map<string, ManifestProject>();
  private readonly components = new Map<string, MutableComponent>();
  private readonly elsewhere = new Set<string>();
  private readonly edges: ScopedEdges = new Map();
  private readonly needs = new Map<string, number>();
  private readonly warnings: ManifestWarning[] = [];
  private edgeCount = 0;
  private readonly warned = { losses: 0, others: 0 };
  private computed = 0;
  private isScopeKnown = true;

  constructor(readonly file: string) {}

  /**
   * Adds a project of the tree, or completes it, and returns its ref.
   * @param key distinguishes projects in one folder
   */
  addProject(path: string, name = '', version = '', key = path): string {
    const ref = `project:${key}`;
    const existing = this.projects.get(ref);
    this.projects.set(ref, {
      ref,
      path,
      name: existing?.name || readable(name),
      version: existing?.version || readable(version),
    });
    this.enforceLimit(this.projects.size, manifestLimits.maxComponents, 'projects');
    return ref;
  }

  /** Adds a component and returns its ref; null, with a warning, if it is invalid. */
  addComponent(entry: ManifestEntry): string | null {
    const draft = this.draft(entry);
    if (draft === null) return null;
    const existing = this.components.get(draft.ref);
    if (existing) mergeInto(existing, draft);
    else this.components.set(draft.ref, draft);
    this.enforceLimit(this.components.size, manifestLimits.maxComponents, 'components');
    return draft.ref;
  }

  /** The ref of a component that another file of the tree adds, for edges to it: they hold if it does. */
  refElsewhere(entry: ManifestEntry): string | null {
    const draft = this.draft(entry);
    if (draft !== null) this.elsewhere.add(draft.ref);
    return draft?.ref ?? null;
  }

  /** Adds an edge with the scope of this use. An edge from a project makes the component a direct dependency. */
  addDependency(from: string | null, to: string | null, scope: DependencyScope = 'runtime'): void {
    if (from === null || to === null || from === to) return;
    let targets = this.edges.get(from);
    if (!targets) this.edges.set(from, (targets = new Map()));
    const current = targets.get(to);
    if (current === undefined) this.enforceLimit((this.edgeCount += 1), manifestLimits.maxEdges, 'dependencies');
    if (current === undefined || scopeWeight(scope) < scopeWeight(current)) targets.set(to, scope);
  }

  /**
   * The file names all that the component needs, of which there are so many, locked or not: where none is named in any
   * part of it, the component depends on nothing.
   */
  addNeeds(ref: string | null, count: number): void {
    if (ref !== null) this.needs.set(ref, (this.needs.get(ref) ?? 0) + count);
  }

  /** The scopes of direct dependencies are unknown, so none are propagated through the graph. */
  markScopesUnknown(): void {
    this.isScopeKnown = false;
  }

  addWarning(line: number, message: string, mootOnce?: MootOnce): void {
    this.warn({ place: { file: this.file, line }, message, ...(mootOnce && { mootOnce }) });
  }

  /** A warning that entries were left out: lesser ones do not hide it. */
  addLoss(line: number, message: string): void {
    this.warn({ place: { file: this.file, line }, message, isLoss: true });
  }

  /** What a program computes is known to its build only: the file names more than was read. */
  addComputed(line: number, message: string): void {
    this.computed += 1;
    this.addWarning(line, message, 'locked');
  }

  /** @param failure why the file could not be read to its end */
  finish(failure: string | null = null): ManifestContents {
    const direct = new Set<string>();
    for (const ref of this.projects.keys()) for (const to of this.edges.get(ref)?.keys() ?? []) direct.add(to);
    const propagated = propagateScopes(this.isScopeKnown ? [...this.projects.keys()] : [], this.edges);
    for (const component of this.components.values()) {
      if (direct.has(component.ref)) component.relation = 'direct';
      else if (component.relation === 'unknown' && direct.size > 0) component.relation = 'transitive';
      if (component.scope === 'unknown') component.scope = propagated.get(component.ref) ?? 'unknown';
    }
    this.warnUnlisted();
    return {
      projects: [...this.projects.values()],
      components: [...this.components.values()],
      dependencies: [...this.edges]
        .map(([from, targets]) => ({ from, to: [...targets.keys()].filter((to) => this.isKnown(to)) }))
        .filter(({ from, to }) => to.length > 0 && this.isKnown(from)),
      // What was not read may name some.
      leaves: failure === null ? this.leaves() : [],
      warnings: this.warnings,
      computed: this.computed,
      failure,
    };
  }

  private leaves(): string[] {
    return [...this.needs].filter(([ref, count]) => count === 0 && this.components.has(ref)).map(([ref]) => ref);
  }

  private warn(warning: ManifestWarning): void {
    const count = (this.warned[warning.isLoss ? 'losses' : 'others'] += 1);
    if (count <= manifestLimits.maxWarnings)
      this.warnings.push({ ...warning, message: warning.message.toWellFormed() });
  }

  private warnUnlisted(): void {
    const place = { file: this.file, line: 1 };
    const [losses, others] = [this.warned.losses, this.warned.others].map(
      (count) => count - manifestLimits.maxWarnings,
    );
    if (losses! > 0) this.warnings.push({ place, message: `${losses} more warnings of entries that were left out are omitted`, isLoss: true }); // prettier-ignore
    if (others! > 0) this.warnings.push({ place, message: `${others} more warnings are omitted` });
  }

  private isKnown(ref: string): boolean {
    return this.components.has(ref) || this.projects.has(ref) || this.elsewhere.has(ref);
  }

  private draft(entry: ManifestEntry): MutableComponent | null {
    const problem = problemOf(entry);
    if (problem !== null) {
      this.addLoss(entry.line, problem);
      return null;
    }
    let purl: string | null = null;
    try {
      if (entry.purl) purl = formatPurl(buildPurl({ ...entry.purl, qualifiers: cleaned(entry.purl.qualifiers) }));
    } catch (error) {
      if (!(error instanceof PurlError)) throw error;
      // It is a component all the same, which no source knows.
      this.addWarning(entry.line, `${quoted(entry.name)} has no package URL: ${error.message}`, 'entry_locked');
    }
    return this.componentOf(entry, purl);
  }

  private componentOf(entry: ManifestEntry, purl: string | null): MutableComponent {
    const { ecosystem, name, group = '', version = '' } = entry;
    const named = group === '' ? name : `${group}/${name}`;
    const source = entry.source === undefined ? '' : `#${withoutCredentials(entry.source)}`;
    return {
      ref: purl ?? `${ecosystem}:${named}@${version}${source}`,
      ecosystem,
      name,
      group,
      version,
      requirement: entry.requirement ?? null,
      purl,
      relation: entry.relation ?? 'unknown',
      scope: entry.scope ?? 'unknown',
      hashes: entry.hashes ?? [],
      integrity: entry.integrity || null,
      references: (entry.references ?? [])
        .filter(({ url }) => !isInvalidText(url, manifestLimits.maxUrlLength))
        .map((reference) => ({ ...reference, url: addressOf(reference.url) })),
      license: entry.license || null,
      place: { file: this.file, line: entry.line },
    };
  }

  private enforceLimit(count: number, limit: number, what: string): void {
    if (count > limit) throw new FormatError('limit', `The manifest has more ${what} than the limit of ${limit}`);
  }
}

/** Without credentials, and as an address: `git+git@host:path`, as ssh and scp write it, is none. */
const addressOf = (text: string): string =>
  withoutCredentials(text).replace(/^git\+([\w.-]{1,100}@[\w.-]{1,255}):(?=[^/\d])/, 'git+ssh://$1/');

function cleaned(qualifiers: PurlInput['qualifiers']): Record<string, string | null> {
  const entries = Object.entries(qualifiers ?? {});
  return Object.fromEntries(entries.map(([key, value]) => [key, value && addressOf(value)]));
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, 80));

const isInvalidText = (text: string, limit: number): boolean => text.length > limit || hasUnprintable(text);

const readable = (text: string): string => (isInvalidText(text, manifestLimits.maxNameLength) ? '' : text);

function problemOf(entry: ManifestEntry): string | null {
  const { name, group = '', version = '', requirement = '', source = '', license = '', integrity = '' } = entry;
  if (name === '') return 'An entry has no name';
  for (const text of [name, group, version, requirement])
    if (isInvalidText(text, manifestLimits.maxNameLength))
      return `The name or version of ${quoted(name)} is longer than ${manifestLimits.maxNameLength} characters or contains control characters`;
  for (const text of [source, license, integrity])
    if (isInvalidText(text, manifestLimits.maxUrlLength))
      return `The entry ${quoted(name)} contains control characters or is too long`;
  return null;
}

function mergeInto(target: MutableComponent, other: MutableComponent): void {
  target.scope = strongerScope(target.scope, other.scope);
  if (other.relation === 'direct' || target.relation === 'unknown') target.relation = other.relation;
  if (target.hashes.length === 0) target.hashes = other.hashes;
  if (target.references.length === 0) target.references = other.references;
  target.integrity ??= other.integrity;
  target.license ??= other.license;
  target.requirement ??= other.requirement;
}
