import { scopes, type Scope } from './manifest.js';

/** From ref to the refs it depends on, each with the scope of that use. */
export type ScopedEdges = Map<string, Map<string, Scope>>;

const weights = new Map<Scope, number>(scopes.map((scope, index) => [scope, index]));

/** 0 for what runs in production, more for what is further from it. */
export const weightOf = (scope: Scope): number => weights.get(scope)!;

/** Of two uses of one package, the one that is nearer to production; what is not known says nothing. */
export function strongerOf(one: Scope | 'unknown', other: Scope | 'unknown'): Scope | 'unknown' {
  if (one === 'unknown' || other === 'unknown') return one === 'unknown' ? other : one;
  return weightOf(one) <= weightOf(other) ? one : other;
}

/**
 * The scope of everything that can be reached from `roots`: along one path the weakest use counts (what only a test
 * needs is a test dependency, however it needs it), of several paths the strongest. Each edge is walked once per scope
 * at most; no recursion.
 */
export function spreadScopes(roots: readonly string[], edges: ScopedEdges): Map<string, Scope> {
  const found = new Map<string, Scope>();
  const waiting: string[][] = scopes.map(() => []);
  waiting[0]!.push(...roots);
  for (const [weight, scope] of scopes.entries()) {
    const queue = waiting[weight]!;
    for (let ref = queue.pop(); ref !== undefined; ref = queue.pop()) {
      if (found.has(ref)) continue;
      found.set(ref, scope);
      for (const [to, use] of edges.get(ref) ?? [])
        if (!found.has(to)) waiting[Math.max(weight, weightOf(use))]!.push(to);
    }
  }
  return found;
}
