import { dependencyScopes, type DependencyScope } from './manifest.js';

/** From ref to the refs it depends on, each with the scope of that use. */
export type ScopedEdges = Map<string, Map<string, DependencyScope>>;

const weights = new Map<DependencyScope, number>(dependencyScopes.map((scope, index) => [scope, index]));

/** 0 for what runs in production, more for what is further from it. */
export const scopeWeight = (scope: DependencyScope): number => weights.get(scope)!;

/** Of two uses of one package, the one that is nearer to production; what is not known says nothing. */
export function strongerScope(
  one: DependencyScope | 'unknown',
  other: DependencyScope | 'unknown',
): DependencyScope | 'unknown' {
  if (one === 'unknown' || other === 'unknown') return one === 'unknown' ? other : one;
  return scopeWeight(one) <= scopeWeight(other) ? one : other;
}

/**
 * The scope of everything that can be reached from `roots`: along one path the weakest use counts (what only a test
 * needs is a test dependency, however it needs it), of several paths the strongest. Each edge is walked once per scope
 * at most; no recursion.
 */
export function propagateScopes(roots: readonly string[], edges: ScopedEdges): Map<string, DependencyScope> {
  const found = new Map<string, DependencyScope>();
  const waiting: string[][] = dependencyScopes.map(() => []);
  waiting[0]!.push(...roots);
  for (const [weight, scope] of dependencyScopes.entries()) {
    const queue = waiting[weight]!;
    for (let ref = queue.pop(); ref !== undefined; ref = queue.pop()) {
      if (found.has(ref)) continue;
      found.set(ref, scope);
      for (const [to, use] of edges.get(ref) ?? [])
        if (!found.has(to)) waiting[Math.max(weight, scopeWeight(use))]!.push(to);
    }
  }
  return found;
}
