/** Outgoing edges of one node. */
export interface DependencyEdges {
  readonly from: string;
  readonly to: readonly string[];
  readonly kind: string;
}

export interface DependencyTarget {
  readonly ref: string;
  readonly kind: string;
}

/** Relationships by which a part comes into the whole; others, such as GENERATED_FROM, are shown and not followed. */
const followed: ReadonlySet<string> = new Set(['depends-on', 'CONTAINS', 'provides']);

/** The dependencies that a file declares. Cycles, loops and edges to nowhere are allowed. */
export class DependencyGraph {
  private readonly targets = new Map<string, Map<string, string>>();
  private readonly parents = new Map<string, string[]>();

  constructor(
    edges: Iterable<DependencyEdges>,
    private readonly subject: string | null,
  ) {
    for (const { from, to, kind } of edges) {
      const targets = this.targets.get(from) ?? new Map<string, string>();
      this.targets.set(from, targets);
      for (const ref of to) {
        if (ref === from || targets.has(ref)) continue;
        targets.set(ref, kind);
        if (!followed.has(kind)) continue;
        const parents = this.parents.get(ref);
        if (parents) parents.push(from);
        else this.parents.set(ref, [from]);
      }
    }
  }

  /**
   * What the subject depends on; where the file does not say, what nothing depends on. A cycle that nothing leads into
   * is entered at its first node, so that every edge can be reached.
   */
  roots(): DependencyTarget[] {
    const declared = this.subject === null ? [] : this.children(this.subject);
    const seen = new Set<string>(this.subject === null ? [] : [this.subject]);
    this.visit(
      declared.map(({ ref }) => ref),
      seen,
    );
    const roots = [...declared];
    const enter = (ref: string): void => {
      if (seen.has(ref)) return;
      roots.push({ ref, kind: '' });
      this.visit([ref], seen);
    };
    for (const ref of this.targets.keys()) if (!this.parents.has(ref)) enter(ref);
    for (const ref of this.targets.keys()) enter(ref);
    return roots;
  }

  children(ref: string): DependencyTarget[] {
    return [...(this.targets.get(ref) ?? [])].map(([target, kind]) => ({ ref: target, kind }));
  }

  /** Whether the file says what the node depends on, be it that it depends on nothing. */
  isDeclared(ref: string): boolean {
    return this.targets.has(ref);
  }

  /** Whether the file says of anything, the subject included, that it depends on the node. */
  isDependency(ref: string): boolean {
    return this.parents.has(ref);
  }

  /** Every node that an edge names, the subject left out. */
  get refs(): ReadonlySet<string> {
    const refs = new Set(this.targets.keys());
    for (const targets of this.targets.values()) for (const ref of targets.keys()) refs.add(ref);
    if (this.subject !== null) refs.delete(this.subject);
    return refs;
  }

  /**
   * The shortest way from a root to the node through each of its parents, shortest first; none for a node that no edge
   * leads to. The subject is left out.
   */
  paths(ref: string): string[][] {
    const before = this.waysFromRoots();
    const isRoot = before.get(ref) === null;
    const ways = (this.parents.get(ref) ?? [])
      .map((parent) => [...this.wayTo(parent, before), ref])
      .filter((way) => way.indexOf(ref) === way.length - 1);
    if (isRoot) ways.push([ref]);
    const unique = new Map(ways.map((way) => [JSON.stringify(way), way]));
    return [...unique.values()].sort((a, b) => a.length - b.length);
  }

  /** Every node from which a way leads to this one, the subject left out. */
  dependents(ref: string): ReadonlySet<string> {
    const found = new Set<string>();
    const queue = [ref];
    for (const node of queue)
      for (const parent of this.parents.get(node) ?? [])
        if (parent !== this.subject && parent !== ref && !found.has(parent)) {
          found.add(parent);
          queue.push(parent);
        }
    return found;
  }

  /** Every node to which a way leads that comes through none of these. */
  reachedWithout(excluded: ReadonlySet<string>): ReadonlySet<string> {
    const seen = new Set<string>();
    const enter = (ref: string): void => {
      if (!excluded.has(ref) && ref !== this.subject) seen.add(ref);
    };
    for (const { ref } of this.roots()) enter(ref);
    for (const node of seen) for (const { ref, kind } of this.children(node)) if (followed.has(kind)) enter(ref);
    return seen;
  }

  /** Each reachable node with the one before it on the shortest way; null for roots. */
  private waysFromRoots(): Map<string, string | null> {
    const before = new Map<string, string | null>(this.roots().map(({ ref }) => [ref, null]));
    const queue = [...before.keys()];
    for (const node of queue)
      for (const { ref, kind } of this.children(node))
        if (followed.has(kind) && !before.has(ref) && ref !== this.subject) {
          before.set(ref, node);
          queue.push(ref);
        }
    return before;
  }

  private wayTo(ref: string, before: ReadonlyMap<string, string | null>): string[] {
    const way: string[] = [];
    for (let node: string | null | undefined = ref; node && node !== this.subject; node = before.get(node))
      way.push(node);
    return way.reverse();
  }

  private visit(refs: readonly string[], seen: Set<string>): void {
    const queue = [...refs];
    for (const ref of queue) seen.add(ref);
    for (const node of queue)
      for (const { ref } of this.children(node))
        if (!seen.has(ref)) {
          seen.add(ref);
          queue.push(ref);
        }
  }
}
