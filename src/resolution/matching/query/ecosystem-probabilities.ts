import type { ComponentEvidence } from './evidence.js';
import type { ParsedName } from './parse-name.js';
import { ecosystemFeatures } from './ecosystem-features.js';
import type { EcosystemWeights } from '../rank/model-weights.js';

/**
 * How likely each ecosystem is for a component: all on one where a hint, the syntax or a file ending tells, else by the
 * look of name, organization and version (softmax over a trained table). The shares sum to 1; "none" is a thing that no
 * package registry carries.
 */
export function ecosystemProbabilities(
  evidence: ComponentEvidence,
  parsed: ParsedName,
  shapeWeights: EcosystemWeights,
): ReadonlyMap<string, number> {
  if (parsed.ecosystem !== null) return certainOf(parsed.ecosystem);
  const shape = ecosystemFeatures({ evidence, parsed });
  // Few of the signs are there; each is 0 or 1.
  const signs = Object.keys(shape).filter((sign) => shape[sign] === 1);
  const scores = Object.keys(shapeWeights).map((type) => {
    const weights = shapeWeights[type]!;
    const score = signs.reduce((sum, sign) => sum + (weights[sign] ?? 0), 0);
    return [type, Math.exp(score)] as const;
  });
  const total = scores.reduce((sum, [, score]) => sum + score, 0);
  return new Map(scores.map(([type, score]) => [type, score / total]));
}

const certain = new Map<string, ReadonlyMap<string, number>>();

/** One map for all components of a type: ecosystems are few. */
function certainOf(type: string): ReadonlyMap<string, number> {
  let shares = certain.get(type);
  if (!shares) certain.set(type, (shares = new Map([[type, 1]])));
  return shares;
}
