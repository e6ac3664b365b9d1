import { isCopyleftOfTable, relationOf, type LicenseRelation, type RelationFinding } from './conflicts.js';

/** A component and one that it depends on, directly or through others, whose licences are in conflict. */
export interface GraphConflict {
  readonly from: string;
  readonly to: string;
  /** Refs from the one to the other, both included: the shortest way. */
  readonly path: readonly string[];
  readonly reason: string;
  readonly source: string;
}

export interface GraphConflicts {
  readonly conflicts: readonly GraphConflict[];
  /** Direct dependencies by what the table says of the two licences. */
  readonly edges: Readonly<Record<LicenseRelation, number>>;
  /** False: the graph is too large to be searched whole. */
  readonly complete: boolean;
}

/** Steps along edges; a search takes some seconds at most. */
const maxSteps = 5_000_000;
const maxConflicts = 10_000;

/**
 * Conflicts along a dependency graph. Only the GPL family takes part in known conflicts, so that the search goes up and
 * down from its components. Two components that do not depend on each other are not compared.
 *
 * @param edges by ref; cycles are allowed
 * @param licenseOf null: no licence is known
 */
export function findGraphConflicts(
  edges: ReadonlyMap<string, readonly string[]>,
  licenseOf: (ref: string) => string | null,
): GraphConflicts {
  const relations = new Map<string, RelationFinding>();
  const relation = (from: string, to: string): RelationFinding => {
    const [one, other] = [licenseOf(from), licenseOf(to)];
    const key = JSON.stringify([one, other]);
    const known = relations.get(key) ?? relationOf(one, other);
    relations.set(key, known);
    return known;
  };
  const counts = { conflict: 0, compatible: 0, unknown: 0 };
  const parents = new Map<string, string[]>();
  for (const [from, targets] of edges)
    for (const to of targets) {
      counts[relation(from, to).relation] += 1;
      const above = parents.get(to);
      if (above) above.push(from);
      else parents.set(to, [from]);
    }
  const found = new Map<string, GraphConflict>();
  let steps = 0;
  const nodes = new Set([...edges.keys(), ...parents.keys()]);
  const starts = [...nodes].filter((ref) => isCopyleftOfTable(licenseOf(ref) ?? ''));
  for (const start of starts)
    for (const [direction, isDown] of [[edges, true], [parents, false]] as const) {
      const before = new Map<string, string | null>([[start, null]]);
      for (const ref of before.keys()) {
        for (const next of direction.get(ref) ?? []) {
          if ((steps += 1) > maxSteps || found.size >= maxConflicts)
            return { conflicts: [...found.values()], edges: counts, complete: false };
          if (before.has(next)) continue;
          before.set(next, ref);
          const { relation: kind, reason, source } = relation(start, next);
          if (kind !== 'conflict') continue;
          const way = wayTo(next, before);
          steps += way.length;
          const path = isDown ? way : way.reverse();
          const [from, to] = [path[0]!, path.at(-1)!];
          const key = JSON.stringify([from, to]);
          if (!found.has(key)) found.set(key, { from, to, path, reason, source });
        }
      }
    } // prettier-ignore
  return { conflicts: [...found.values()], edges: counts, complete: true };
}

function wayTo(ref: string, before: ReadonlyMap<string, string | null>): string[] {
  const way: string[] = [];
  for (let node: string | null | undefined = ref; node; node = before.get(node)) way.push(node);
  return way.reverse();
}
