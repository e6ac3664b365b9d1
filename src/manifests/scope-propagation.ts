import { dependencyScopes, type DependencyScope } from './manifest.js';

/** Edges by ref, each target with the scope of this use. */
export type ScopedEdges = Map<string, Map<string, DependencyScope>>;

const weights = new Map<DependencyScope, number>(dependencyScopes.map((scope, index) => [scope, index]));

/** 0 for runtime; higher for scopes further from production. */
export const scopeWeight = (scope: DependencyScope): number => weights.get(scope)!;

/** The scope closer to production; unknown gives way to any other. */
export function strongerScope(
  one: DependencyScope | 'unknown',
  other: DependencyScope | 'unknown',
): DependencyScope | 'unknown' {
  if (one === 'unknown' || other === 'unknown') return one === 'unknown' ? other : one;
  return scopeWeight(one) <= scopeWeight(other) ? one : other;
}

/**
 * Propagates scopes from `roots` through the graph. The weakest scope of a path counts (a dependency of a test
 * dependency is one for tests), and the strongest of several paths. Each edge is visited at most once per scope,
 * without recursion.
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
