import { FormatError } from '../../formats/format.js';
import type { BomHash, BomReference } from '../../model/document.js';
import { buildPurl, formatPurl, PurlError, type PurlInput } from '../../model/purl.js';
import { hasUnprintable } from '../../model/text.js';
import { withoutCredentials } from './credentials.js';
import { manifestLimits } from './limits.js';
import type { ManifestComponent, ManifestContents, ManifestProject, ManifestWarning, Scope } from './manifest.js';
import { spreadScopes, strongerOf, weightOf, type ScopedEdges } from './scope-spread.js';

/** What a reader says of a package; whatever it leaves out is not known. */
export interface FoundComponent {
  readonly ecosystem: string;
  readonly name: string;
  readonly group?: string;
  readonly version?: string;
  readonly requirement?: string;
  /** What the purl is built from; left out for what no registry knows. */
  readonly purl?: PurlInput;
  readonly relation?: 'direct' | 'transitive';
  readonly scope?: Scope;
  readonly hashes?: readonly BomHash[];
  readonly integrity?: string;
  readonly references?: readonly BomReference[];
  readonly license?: string;
  /** Tells apart what has name and version in common and no purl. */
  readonly source?: string;
  readonly line: number;
}

type Draft = { -readonly [Key in keyof ManifestComponent]: ManifestComponent[Key] };

/**
 * Gathers what a manifest holds. A package that stands in it several times is one component, with its strongest scope.
 * Relation and scope that the file does not state are worked out from the edges of its projects.
 */
export class ContentsBuilder {
  private readonly projects = new Map<string, ManifestProject>();
  private readonly components = new Map<string, Draft>();
  private readonly edges: ScopedEdges = new Map();
  private readonly warnings: ManifestWarning[] = [];
  private edgeCount = 0;
  private unsaidWarnings = 0;
  private isScopeKnown = true;

  constructor(readonly file: string) {}

  /**
   * Adds a project of the tree (again: fills in what was not known) and returns its ref.
   * @param key tells projects of one folder apart
   */
  project(path: string, name = '', version = '', key = path): string {
    const ref = `project:${key}`;
    const known = this.projects.get(ref);
    this.projects.set(ref, {
      ref,
      path,
      name: known?.name || readable(name),
      version: known?.version || readable(version),
    });
    this.bound(this.projects.size, manifestLimits.maxComponents, 'projects');
    return ref;
  }

  /** Adds a component and returns its ref; null, with a warning, where it is none. */
  add(found: FoundComponent): string | null {
    const problem = problemOf(found);
    if (problem !== null) {
      this.warn(found.line, problem);
      return null;
    }
    let purl: string | null = null;
    try {
      if (found.purl) purl = formatPurl(buildPurl({ ...found.purl, qualifiers: cleaned(found.purl.qualifiers) }));
    } catch (error) {
      if (!(error instanceof PurlError)) throw error;
      this.warn(found.line, `${quoted(found.name)} makes no package URL: ${error.message}`);
      return null;
    }
    const draft = this.draft(found, purl);
    const known = this.components.get(draft.ref);
    if (known) merge(known, draft);
    else this.components.set(draft.ref, draft);
    this.bound(this.components.size, manifestLimits.maxComponents, 'components');
    return draft.ref;
  }

  /** An edge; from a project it makes the component a direct dependency. `scope` is that of this one use. */
  depends(from: string | null, to: string | null, scope: Scope = 'runtime'): void {
    if (from === null || to === null || from === to) return;
    let targets = this.edges.get(from);
    if (!targets) this.edges.set(from, (targets = new Map()));
    const known = targets.get(to);
    if (known === undefined) this.bound((this.edgeCount += 1), manifestLimits.maxEdges, 'dependencies');
    if (known === undefined || weightOf(scope) < weightOf(known)) targets.set(to, scope);
  }

  /** What the direct dependencies are for is written nowhere that can be read, so the graph tells nothing about it. */
  scopesAreUnknown(): void {
    this.isScopeKnown = false;
  }

  warn(line: number, message: string): void {
    if (this.warnings.length >= manifestLimits.maxWarnings) this.unsaidWarnings += 1;
    else this.warnings.push({ place: { file: this.file, line }, message: message.toWellFormed() });
  }

  finish(): ManifestContents {
    const direct = new Set<string>();
    for (const ref of this.projects.keys()) for (const to of this.edges.get(ref)?.keys() ?? []) direct.add(to);
    const spread = spreadScopes(this.isScopeKnown ? [...this.projects.keys()] : [], this.edges);
    for (const component of this.components.values()) {
      if (direct.has(component.ref)) component.relation = 'direct';
      else if (component.relation === 'unknown' && direct.size > 0) component.relation = 'transitive';
      if (component.scope === 'unknown') component.scope = spread.get(component.ref) ?? 'unknown';
    }
    if (this.unsaidWarnings > 0) {
      const message = `${this.unsaidWarnings} more warnings are not listed`;
      this.warnings.push({ place: { file: this.file, line: 1 }, message });
    }
    return {
      projects: [...this.projects.values()],
      components: [...this.components.values()],
      dependencies: [...this.edges]
        .map(([from, targets]) => ({ from, to: [...targets.keys()].filter((to) => this.isKnown(to)) }))
        .filter(({ from, to }) => to.length > 0 && this.isKnown(from)),
      warnings: this.warnings,
    };
  }

  private isKnown(ref: string): boolean {
    return this.components.has(ref) || this.projects.has(ref);
  }

  private draft(found: FoundComponent, purl: string | null): Draft {
    const { ecosystem, name, group = '', version = '' } = found;
    const named = group === '' ? name : `${group}/${name}`;
    const source = found.source === undefined ? '' : `#${withoutCredentials(found.source)}`;
    return {
      ref: purl ?? `${ecosystem}:${named}@${version}${source}`,
      ecosystem,
      name,
      group,
      version,
      requirement: found.requirement ?? null,
      purl,
      relation: found.relation ?? 'unknown',
      scope: found.scope ?? 'unknown',
      hashes: found.hashes ?? [],
      integrity: found.integrity || null,
      references: (found.references ?? [])
        .filter(({ url }) => !isUnfit(url, manifestLimits.maxUrlLength))
        .map((reference) => ({ ...reference, url: withoutCredentials(reference.url) })),
      license: found.license || null,
      place: { file: this.file, line: found.line },
    };
  }

  private bound(count: number, limit: number, what: string): void {
    if (count > limit) throw new FormatError('limit', `The manifest has more ${what} than the limit of ${limit}`);
  }
}

function cleaned(qualifiers: PurlInput['qualifiers']): Record<string, string | null> {
  const entries = Object.entries(qualifiers ?? {});
  return Object.fromEntries(entries.map(([key, value]) => [key, value && withoutCredentials(value)]));
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, 80));

const isUnfit = (text: string, limit: number): boolean => text.length > limit || hasUnprintable(text);

const readable = (text: string): string => (isUnfit(text, manifestLimits.maxNameLength) ? '' : text);

function problemOf(found: FoundComponent): string | null {
  const { name, group = '', version = '', requirement = '', source = '', license = '', integrity = '' } = found;
  if (name === '') return 'An entry has no name';
  for (const text of [name, group, version, requirement])
    if (isUnfit(text, manifestLimits.maxNameLength))
      return `The name or version of ${quoted(name)} is longer than ${manifestLimits.maxNameLength} characters, or holds control characters`;
  for (const text of [source, license, integrity])
    if (isUnfit(text, manifestLimits.maxUrlLength)) return `The entry ${quoted(name)} holds text that is none`;
  return null;
}

function merge(known: Draft, again: Draft): void {
  known.scope = strongerOf(known.scope, again.scope);
  if (again.relation === 'direct' || known.relation === 'unknown') known.relation = again.relation;
  if (known.hashes.length === 0) known.hashes = again.hashes;
  if (known.references.length === 0) known.references = again.references;
  known.integrity ??= again.integrity;
  known.license ??= again.license;
  known.requirement ??= again.requirement;
}
