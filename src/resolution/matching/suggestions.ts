import { compact, fold } from '../../model/names/normalise.js';
import type { Asked } from './asked.js';
import type { Ranking } from './ranking.js';
import { nearestVersion } from './nearest-version.js';

export interface Suggestion {
  readonly key: 'name' | 'org' | 'version';
  readonly value: string;
}

/** Only what the best candidate is this sure of is worth a correction. */
const leastShare = 0.5;

interface Best {
  readonly name: string;
  readonly org: string;
  readonly share: number;
  readonly versions: string;
}

/** Corrections that the best known package, or else product, makes likely; null when the list needs none. */
export function suggestionsFor(asked: Asked, ranking: Ranking): Suggestion[] | null {
  const best = bestKnown(ranking);
  if (!best || best.share < leastShare) return null;
  const suggestions: Suggestion[] = [];
  const { name, org } = asked.evidence;
  if (best.name !== '' && fold(name.trim()) !== fold(best.name) && !asked.parsed.coordinates)
    suggestions.push({ key: 'name', value: best.name });
  if (best.org !== '' && !asked.organization.forms.has(compact(best.org)) && !asked.parsed.coordinates)
    if (compact(org) === '' || compact(org) !== compact(best.org)) suggestions.push({ key: 'org', value: best.org });
  const nearest = nearestVersion(asked.version.plain, best.versions.split('\n'));
  const read = asked.parsed.readings[0]!.version;
  if (nearest !== null) suggestions.push({ key: 'version', value: nearest });
  else if (read !== '' && asked.evidence.version.trim() === '') suggestions.push({ key: 'version', value: read });
  return suggestions.length > 0 ? suggestions : null;
}

function bestKnown({ packages, products }: Ranking): Best | null {
  const pack = packages[0];
  const product = products[0]?.candidate.composed ? undefined : products[0];
  if (pack?.candidate.entry && pack.share >= (product?.share ?? 0)) {
    const { name, namespace, entry } = pack.candidate;
    return { name: entry.title ?? name, org: namespace ?? '', share: pack.share, versions: entry.versions };
  }
  if (!product) return null;
  const { entry } = product.candidate;
  return { name: entry.title ?? entry.product, org: entry.vendor, share: product.share, versions: entry.versions };
}
