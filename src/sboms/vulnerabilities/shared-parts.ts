import { groupBy } from '../../model/group-by.js';
import type { Sql } from '../../platform/database/sql.js';
import { mapWithYield } from '../../platform/process/map-with-yield.js';
import { DependencyGraph, type DependencyEdges } from '../dependencies/dependency-graph.js';
import { findSubjectRef, streamEdges } from '../dependencies/dependencies.repository.js';
import { findRefs } from './statements.repository.js';

/** Entries that a statement names as parts of others. */
export interface PartsOfProduct {
  readonly products: readonly string[];
  readonly parts: readonly string[];
}

/** Products whose parts are looked for in the graph; of others nobody knows whose their parts are. */
const maxProducts = 500;

/**
 * Of each pair, the parts that the dependencies of the SBOM do not show to be in it as parts of the product alone: what
 * holds of them there says nothing of their other uses.
 */
export async function sharedParts(
  sql: Sql,
  sbomId: string,
  pairs: readonly PartsOfProduct[],
): Promise<ReadonlySet<string>[]> {
  if (pairs.length === 0) return [];
  const edges: DependencyEdges[] = [];
  for await (const batch of streamEdges(sql, sbomId)) edges.push(...batch);
  const graph = new DependencyGraph(edges, await findSubjectRef(sql, sbomId));
  const ids = new Set(pairs.flatMap(({ products, parts }) => [...products, ...parts]));
  const refs = await findRefs(sql, [...ids]);
  const owned = pairs.map(({ products, parts }) => ({
    owners: [...new Set(products.flatMap((id) => refs.get(id) ?? []))].sort(),
    parts,
    shared: new Set<string>(),
  }));
  const byOwners = [...groupBy(owned, ({ owners }) => JSON.stringify(owners)).values()];
  await mapWithYield(byOwners, (group, place) => {
    const others = place < maxProducts ? graph.reachedWithout(new Set(group[0]!.owners)) : null;
    const isOwn = (ref: string): boolean => others !== null && !others.has(ref) && graph.isDependency(ref);
    for (const { parts, shared } of group) for (const id of parts) if (!isOwn(refs.get(id) ?? '')) shared.add(id);
  });
  return owned.map(({ shared }) => shared);
}
