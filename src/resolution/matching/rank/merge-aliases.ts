import type { ScoredCandidate } from './score-candidates.js';

/** How candidates of a kind are one thing under several names. */
interface Aliases<Candidate> {
  /** Candidates of different names are different things; null for one that stands for itself. */
  readonly nameOf: (candidate: Candidate) => string | null;
  /** Keys of the catalogue entries that it is linked with. */
  readonly linksOf: (candidate: Candidate) => readonly number[];
}

/**
 * Candidates of one name that the catalogue links with the same entry are one thing (a moved repository, a product under
 * two vendors): the most probable stands for all, with the probability of all. Best first.
 */
export function mergeAliases<Candidate, Values extends Readonly<Record<string, number>>>(
  scored: readonly ScoredCandidate<Candidate, Values>[],
  { nameOf, linksOf }: Aliases<Candidate>,
): ScoredCandidate<Candidate, Values>[] {
  type Scored = ScoredCandidate<Candidate, Values>;
  const groups: { readonly members: Scored[]; readonly name: string; readonly links: readonly number[] }[] = [];
  for (const one of scored) {
    const name = nameOf(one.candidate);
    if (name === null) continue;
    const links = linksOf(one.candidate);
    const isAlias = (other: (typeof groups)[number]): boolean =>
      other.name === name && other.links.some((key) => links.includes(key));
    const group = groups.find(isAlias);
    if (group) group.members.push(one);
    else groups.push({ members: [one], name, links });
  }
  const merged = new Map(groups.flatMap(({ members }) => (members.length > 1 ? standIn(members) : [])));
  if (merged.size === 0) return [...scored];
  return scored.map((one) => merged.get(one) ?? one).sort((one, other) => other.probability - one.probability);
}

/** Each member with what stands in its place: the first has the probability of all, the others none. */
function standIn<Candidate, Values extends Readonly<Record<string, number>>>(
  members: readonly ScoredCandidate<Candidate, Values>[],
): (readonly [ScoredCandidate<Candidate, Values>, ScoredCandidate<Candidate, Values>])[] {
  const [first, ...others] = members;
  const probability = members.reduce((sum, one) => sum + one.probability, 0);
  const aliases = others.map(({ candidate }) => candidate);
  return [
    [first!, { ...first!, probability, aliases }],
    ...others.map((one) => [one, { ...one, probability: 0 }] as const),
  ];
}
