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

/** Steps along edges. No other request is answered during a search: half a second, at most. */
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
  const { refs, down, up } = numbered(edges);
  const licenses = refs.map(licenseOf);
  const relation = relationsOf(licenses);
  const copyleft = new Set([...new Set(licenses)].filter((license) => isCopyleftOfTable(license ?? '')));
  const counts = { conflict: 0, compatible: 0, unknown: 0 };
  down.forEach((targets, from) => targets.forEach((to) => (counts[relation(from, to).relation] += 1)));
  const found = new Map<number, GraphConflict>();
  const conflicts = (complete: boolean): GraphConflicts => ({
    conflicts: [...found.values()],
    edges: counts,
    complete,
  });
  let steps = 0;
  // From which node the search came to one, if it is the search of that number.
  const [before, search] = [new Int32Array(refs.length), new Int32Array(refs.length)];
  let number = 0;
  for (const start of refs.keys()) {
    if (!copyleft.has(licenses[start]!)) continue;
    for (const direction of [down, up]) {
      search[start] = number += 1;
      before[start] = -1;
      const reached = [start];
      for (const node of reached)
        for (const next of direction[node]!) {
          if ((steps += 1) > maxSteps || found.size >= maxConflicts) return conflicts(false);
          if (search[next] === number) continue;
          search[next] = number;
          before[next] = node;
          reached.push(next);
          const { relation: kind, reason, source } = relation(start, next);
          if (kind !== 'conflict') continue;
          const way = wayTo(next, before);
          steps += way.length;
          const nodes = direction === down ? way.reverse() : way;
          const key = nodes[0]! * refs.length + nodes.at(-1)!;
          const path = nodes.map((one) => refs[one]!);
          if (!found.has(key)) found.set(key, { from: path[0]!, to: path.at(-1)!, path, reason, source });
        }
    }
  }
  return conflicts(true);
}

/** The graph with numbers in place of refs, in their order in `edges`; numbers are searched many times faster. */
function numbered(edges: ReadonlyMap<string, readonly string[]>): { refs: string[]; down: number[][]; up: number[][] } {
  const refs = [...new Set([...edges.keys(), ...[...edges.values()].flat()])];
  const numbers = new Map(refs.map((ref, index) => [ref, index]));
  const [down, up] = [refs.map((): number[] => []), refs.map((): number[] => [])];
  for (const [from, targets] of edges)
    for (const to of targets) {
      down[numbers.get(from)!]!.push(numbers.get(to)!);
      up[numbers.get(to)!]!.push(numbers.get(from)!);
    }
  return { refs, down, up };
}

/** What the table says of the licences of two nodes, looked up once for each pair of licences. */
function relationsOf(licenses: readonly (string | null)[]): (from: number, to: number) => RelationFinding {
  const distinct = [...new Set(licenses)];
  const numbers = new Map(distinct.map((license, index) => [license, index]));
  const ofNode = licenses.map((license) => numbers.get(license)!);
  const known = new Map<number, RelationFinding>();
  return (from, to) => {
    const key = ofNode[from]! * distinct.length + ofNode[to]!;
    let finding = known.get(key);
    if (!finding) known.set(key, (finding = relationOf(distinct[ofNode[from]!]!, distinct[ofNode[to]!]!)));
    return finding;
  };
}

/** From the node back to the start of the search. */
function wayTo(node: number, before: Int32Array): number[] {
  const way: number[] = [];
  for (let one = node; one >= 0; one = before[one]!) way.push(one);
  return way;
}
