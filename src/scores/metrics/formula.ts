import type { EntityFacts } from './facts.js';
import { metrics } from './index.js';
import { type Metric, type MetricValue, type RiskTag, type ScoreScope, scoreScopes } from './metric.js';

/** Increased with every change of a weight, a prior, a metric or the formula: scores of two versions are not comparable. */
export const formulaVersion = '1';

/** Share of the whole risk that a scope can cause alone. */
export const scopeWeights: Readonly<Record<ScoreScope, number>> = {
  technology: 0.9,
  supply_chain: 0.5,
  ecosystem: 0.4,
};

/** A metric and its value for one entity. Null: no data, so the metric's prior counts. */
export interface Measurement {
  readonly metric: Metric;
  readonly metricValue: MetricValue | null;
}

export interface Score {
  /** 0–100, higher is riskier. */
  readonly value: number;
  readonly scopes: Readonly<Record<ScoreScope, number>>;
}

/** All metrics of one entity, in the order of the list. */
export function measureAll(facts: EntityFacts): Measurement[] {
  return metrics.map((metric) => ({ metric, metricValue: metric.read(facts) }));
}

/**
 * Noisy-or of several risks (0–100), each with a weight (0–1): 100 × (1 − ∏(1 − weight × risk ÷ 100)). Bounded by 0 and
 * 100; monotonic in every risk; a change of one risk by d changes it by at most weight × d.
 */
export function combineRisks(risks: readonly { readonly risk: number; readonly weight: number }[]): number {
  let safe = 1;
  for (const { risk, weight } of risks) safe *= safeShare(risk, weight);
  return 100 * (1 - safe);
}

/** Share of safety that one risk leaves. */
const safeShare = (risk: number, weight: number): number => 1 - (weight * Math.min(100, Math.max(0, risk))) / 100;

/** Combines metrics into scopes and scopes into the whole, both by the formula of `combineRisks`. */
export function scoreOf(measurements: readonly Measurement[]): Score {
  const safe: Record<ScoreScope, number> = { ecosystem: 1, technology: 1, supply_chain: 1 };
  for (const { metric, metricValue } of measurements)
    safe[metric.scope] *= safeShare(metricValue?.risk ?? metric.prior, metric.weight);
  const scopes = {
    ecosystem: 100 * (1 - safe.ecosystem),
    technology: 100 * (1 - safe.technology),
    supply_chain: 100 * (1 - safe.supply_chain),
  };
  const value = combineRisks(scoreScopes.map((scope) => ({ risk: scopes[scope], weight: scopeWeights[scope] })));
  return { value, scopes };
}

/** One decimal, as in every answer. Rounding keeps the order. */
export const roundScore = (score: number): number => Math.round(score * 10) / 10;

const severityRank = ['green', 'yellow', 'orange', 'red'];

/** Tags of the measurements, most severe first; of several tags of one name only the most severe. */
export function riskTags(measurements: readonly Measurement[]): RiskTag[] {
  const tags = new Map<string, RiskTag>();
  for (const { metricValue } of measurements) {
    const tag = metricValue?.tag;
    const existing = tag && tags.get(tag.name);
    if (tag && (!existing || severityRank.indexOf(tag.severity) > severityRank.indexOf(existing.severity)))
      tags.set(tag.name, tag);
  }
  return [...tags.values()].sort((a, b) => severityRank.indexOf(b.severity) - severityRank.indexOf(a.severity));
}

/** Share of a scope from which on a reason appears in the summary. */
const minReasonShare = 10;

/** One paragraph: the score, the strongest reasons, and how many metrics have no data. */
export function summaryOf(facts: Pick<EntityFacts, 'name' | 'version'>, measurements: readonly Measurement[]): string {
  const score = roundScore(scoreOf(measurements).value);
  const share = ({ metric, metricValue }: Measurement): number => metric.weight * (metricValue?.risk ?? 0);
  const reasons = measurements
    .filter((measurement) => share(measurement) >= minReasonShare)
    .sort((a, b) => share(b) - share(a))
    .slice(0, 3)
    .map(({ metricValue }) => `${metricValue!.text}.`);
  const missing = measurements.filter(({ metricValue }) => metricValue === null).length;
  const subject = facts.version === '' ? facts.name : `${facts.name} ${facts.version}`;
  return [
    `${subject} has a risk of ${score} of 100.`,
    ...(reasons.length > 0 ? reasons : ['Nothing that is known speaks against it.']),
    ...(missing > 0
      ? [`Of ${missing} of ${measurements.length} metrics there is no data; for them a usual risk counts.`]
      : []),
  ].join(' ');
}
