import type { ComponentEvidence } from './evidence.js';
import type { ListContext } from './list-context.js';
import type { ParsedName } from './parse-name.js';
import { ecosystemFeatures, type EcosystemWeights } from './ecosystem-features.js';

/**
 * How likely each ecosystem is for a component: 1 where a hint, the syntax or a file extension gives it, else a softmax
 * over the features of name, organization and version, times its portion of the list. The probabilities sum to 1; "none" stands for what no package
 * registry carries.
 */
export function ecosystemProbabilities(
  evidence: ComponentEvidence,
  parsed: ParsedName,
  ecosystemWeights: EcosystemWeights,
): ReadonlyMap<string, number> {
  if (parsed.ecosystem !== null) return certainOf(parsed.ecosystem);
  const features = ecosystemFeatures({ evidence, parsed });
  // Most features are 0, the others 1.
  const present = Object.keys(features).filter((name) => features[name] === 1);
  const scores = Object.keys(ecosystemWeights).map((type) => {
    const weights = ecosystemWeights[type]!;
    const score = present.reduce((sum, name) => sum + (weights[name] ?? 0), 0);
    return [type, Math.exp(score) * listPortion(type, evidence.context)] as const;
  });
  const total = scores.reduce((sum, [, score]) => sum + score, 0);
  return new Map(scores.map(([type, score]) => [type, score / total]));
}

/** Even the smallest portion: a list of one ecosystem may have components of others. */
const minPortion = 0.05;
/** Of what no registry carries a list says nothing. */
const otherPortion = 0.3;

function listPortion(type: string, context: ListContext | undefined): number {
  if (!context || Object.keys(context.ecosystems).length === 0) return 1;
  return type === 'none' ? otherPortion : minPortion + (context.ecosystems[type] ?? 0);
}

const certain = new Map<string, ReadonlyMap<string, number>>();

/** One shared map for all components of a type. */
function certainOf(type: string): ReadonlyMap<string, number> {
  let probabilities = certain.get(type);
  if (!probabilities) certain.set(type, (probabilities = new Map([[type, 1]])));
  return probabilities;
}
