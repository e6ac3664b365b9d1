import type { BomDependency, Json, JsonObject } from '../../model/document.js';
import { dependencyKinds } from '../conversion/relationship-annotations.js';
import { RefSet } from '../shared/ref-set.js';

/** Streams the edges from the start; may be called more than once. */
type Edges = () => AsyncIterable<readonly BomDependency[]>;
type Edge = Pick<BomDependency, 'to' | 'kind'>;

const batchSize = 1_000;
const maxHeldEnds = 1_000_000;

/**
 * Dependencies in the form of CycloneDX, one node for each component: many readers keep only one node of a component.
 * Edges of other families may be scattered over the document; such nodes come last.
 *
 * @param maxHeld ends that are gathered in one pass over the edges
 */
export async function* dependencyNodes(edges: Edges, maxHeld = maxHeldEnds): AsyncIterable<readonly JsonObject[]> {
  const scattered = await scatteredNodes(edges);
  let open: JsonObject | undefined;
  for await (const batch of edges()) {
    const done: JsonObject[] = [];
    for (const { from, ...edge } of batch) {
      if (!dependencyKinds.has(edge.kind) || (scattered.size > 0 && scattered.has(from))) continue;
      if (open?.ref !== from) {
        if (open !== undefined) done.push(open);
        open = { ref: from };
      }
      addEnds(open, edge);
    }
    yield done;
  }
  if (open !== undefined) yield [open];
  if (scattered.size > 0) yield* gatheredNodes(edges, scattered, maxHeld);
}

function addEnds(node: JsonObject, { to, kind }: Edge): void {
  const ends = (node[kind === 'provides' ? 'provides' : 'dependsOn'] ??= []) as Json[];
  for (const end of to) ends.push(end);
}

/** Components whose edges are not all consecutive. */
async function scatteredNodes(edges: Edges): Promise<RefSet> {
  const seen = new RefSet();
  const scattered = new RefSet();
  let last: string | undefined;
  for await (const batch of edges())
    for (const { from, kind } of batch) {
      if (from === last || !dependencyKinds.has(kind)) continue;
      if (!seen.add(from)) scattered.add(from);
      last = from;
    }
  return scattered;
}

/** In as many passes as it takes to hold few of the nodes at a time. */
async function* gatheredNodes(edges: Edges, scattered: RefSet, maxHeld: number): AsyncIterable<readonly JsonObject[]> {
  const written = new RefSet();
  for (let isComplete = false; !isComplete;) {
    const nodes = new Map<string, JsonObject>();
    isComplete = true;
    let held = 0;
    for await (const batch of edges())
      for (const { from, ...edge } of batch) {
        if (!dependencyKinds.has(edge.kind) || !scattered.has(from) || written.has(from)) continue;
        const node = nodes.get(from) ?? (held < maxHeld ? { ref: from } : undefined);
        if (node === undefined) {
          isComplete = false;
          continue;
        }
        nodes.set(from, node);
        addEnds(node, edge);
        held += edge.to.length + 1;
      }
    for (const ref of nodes.keys()) written.add(ref);
    const list = [...nodes.values()];
    for (let start = 0; start < list.length; start += batchSize) yield list.slice(start, start + batchSize);
  }
}
