import type { EntityFacts } from './facts.js';
import { metrics } from './index.js';
import { type Metric, type MetricValue, type RiskTag, type ScoreScope, scoreScopes } from './metric.js';

/** Counts up whenever a weight, a prior, a metric or the formula changes: scores of two versions do not compare. */
export const formulaVersion = '1';

/** The share of the whole that each scope can bring about alone. */
export const scopeWeights: Readonly<Record<ScoreScope, number>> = {
  technology: 0.9,
  supply_chain: 0.5,
  ecosystem: 0.4,
};

/** A metric with what it says of an entity; null is no data, and then the metric's prior counts. */
export interface Measurement {
  readonly metric: Metric;
  readonly metricValue: MetricValue | null;
}

export interface Score {
  /** 0–100, higher is riskier. */
  readonly value: number;
  readonly scopes: Readonly<Record<ScoreScope, number>>;
}

/** Every metric on one entity, in the order of the list. */
export function measureAll(facts: EntityFacts): Measurement[] {
  return metrics.map((metric) => ({ metric, metricValue: metric.read(facts) }));
}

/**
 * The risk that something goes wrong where each of several risks (0–100) may bring it about by itself, with the given
 * strength (0–1): 100 × (1 − ∏(1 − strength × risk ÷ 100)). Bounded by 0 and 100; no risk that rises lowers it; a change
 * of one risk by d changes it by at most strength × d.
 */
export function combineRisks(risks: readonly { readonly risk: number; readonly weight: number }[]): number {
  let safe = 1;
  for (const { risk, weight } of risks) safe *= safeShare(risk, weight);
  return 100 * (1 - safe);
}

/** The share of what is safe that one risk leaves. */
const safeShare = (risk: number, weight: number): number => 1 - (weight * Math.min(100, Math.max(0, risk))) / 100;

/** The score of an entity: metrics into scopes, scopes into the whole, both by `combine`. */
export function scoreOf(measured: readonly Measurement[]): Score {
  const safe: Record<ScoreScope, number> = { ecosystem: 1, technology: 1, supply_chain: 1 };
  for (const { metric, metricValue: reading } of measured)
    safe[metric.scope] *= safeShare(reading?.risk ?? metric.prior, metric.weight);
  const scopes = {
    ecosystem: 100 * (1 - safe.ecosystem),
    technology: 100 * (1 - safe.technology),
    supply_chain: 100 * (1 - safe.supply_chain),
  };
  const value = combineRisks(scoreScopes.map((scope) => ({ risk: scopes[scope], weight: scopeWeights[scope] })));
  return { value, scopes };
}

/** As shown: one decimal. Rounding keeps the order. */
export const roundScore = (score: number): number => Math.round(score * 10) / 10;

const severityRank = ['green', 'yellow', 'orange', 'red'];

/** The tags that the readings carry: one of each name, the most severe, the most severe first. */
export function riskTags(measured: readonly Measurement[]): RiskTag[] {
  const tags = new Map<string, RiskTag>();
  for (const { metricValue: reading } of measured) {
    const tag = reading?.tag;
    const existing = tag && tags.get(tag.name);
    if (tag && (!existing || severityRank.indexOf(tag.severity) > severityRank.indexOf(existing.severity)))
      tags.set(tag.name, tag);
  }
  return [...tags.values()].sort((a, b) => severityRank.indexOf(b.severity) - severityRank.indexOf(a.severity));
}

/** Reasons below this share of a scope say little. */
const minReasonShare = 10;

/** One paragraph from the strongest reasons and from what is not known. */
export function summaryOf(facts: Pick<EntityFacts, 'name' | 'version'>, measured: readonly Measurement[]): string {
  const score = roundScore(scoreOf(measured).value);
  const share = ({ metric, metricValue: reading }: Measurement): number => metric.weight * (reading?.risk ?? 0);
  const reasons = measured
    .filter((one) => share(one) >= minReasonShare)
    .sort((a, b) => share(b) - share(a))
    .slice(0, 3)
    .map(({ metricValue: reading }) => `${reading!.text}.`);
  const missing = measured.filter(({ metricValue: reading }) => reading === null).length;
  const subject = facts.version === '' ? facts.name : `${facts.name} ${facts.version}`;
  return [
    `${subject} has a risk of ${score} of 100.`,
    ...(reasons.length > 0 ? reasons : ['Nothing that is known speaks against it.']),
    ...(missing > 0
      ? [`Of ${missing} of ${measured.length} metrics there is no data; for them a usual risk counts.`]
      : []),
  ].join(' ');
}
