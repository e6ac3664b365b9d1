/** Per transaction: a package that every SBOM has must not hold one for minutes. */
export const maxAlike = 50_000;

interface ScoredAlike {
  readonly entries: number;
  /** Some of those found have to be scored one by one. */
  readonly hasOthers: boolean;
  /** There may be more than the limit. */
  readonly hasMore: boolean;
}

/**
 * Scores the entries of entities that are scored alike, at most `maxAlike` in each call of `score`.
 *
 * @param counts entries of each entity; one that is missing has none
 */
export async function scoreAlike<Entity extends { readonly entity_id: string }>(
  entities: readonly Entity[],
  counts: readonly { entity_id: string; entries: number }[],
  score: (some: readonly Entity[], limit: number) => Promise<ScoredAlike>,
): Promise<{ entries: number; hasOthers: boolean }> {
  let entries = 0;
  let hasOthers = false;
  for (const some of bySize(entities, counts))
    for (let hasMore = true; hasMore;) {
      const scored = await score(some, maxAlike);
      entries += scored.entries;
      hasOthers ||= scored.hasOthers;
      // Those that are scored one by one are found again and again.
      hasMore = scored.hasMore && scored.entries > 0;
    }
  return { entries, hasOthers };
}

/** The entities that have entries, so many at a time that these are at most `maxAlike`, or those of one entity. */
function* bySize<Entity extends { readonly entity_id: string }>(
  entities: readonly Entity[],
  counts: readonly { entity_id: string; entries: number }[],
): Generator<readonly Entity[]> {
  const entriesOf = new Map(counts.map(({ entity_id, entries }) => [entity_id, entries]));
  let some: Entity[] = [];
  let sum = 0;
  for (const entity of entities) {
    const entries = entriesOf.get(entity.entity_id) ?? 0;
    if (entries === 0) continue;
    if (some.length > 0 && sum + entries > maxAlike) {
      yield some;
      [some, sum] = [[], 0];
    }
    some.push(entity);
    sum += entries;
  }
  if (some.length > 0) yield some;
}
