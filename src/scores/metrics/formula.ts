import type { EntityCoverage } from '../coverage/entity-coverage.js';
import type { EntityFacts } from './facts.js';
import { metrics } from './index.js';
import { type Metric, type MetricValue, type RiskTag, type ScoreScope, scoreScopes } from './metric.js';

/**
 * Increased with every change of a weight, a metric or the formula: scores of two versions are not comparable. A
 * migration has to outdate what is stored, as 1700000005460-ThirdFormula does.
 */
export const formulaVersion = '4';

/** Share of the whole risk that a scope can cause alone. */
export const scopeWeights: Readonly<Record<ScoreScope, number>> = {
  technology: 0.9,
  supply_chain: 0.5,
  ecosystem: 0.4,
};

/** A metric and its value for one entity. Null: no data, so it adds nothing to the risk and lowers the coverage. */
export interface Measurement {
  readonly metric: Metric;
  readonly metricValue: MetricValue | null;
}

export interface Score {
  /** 0–100, higher is riskier: the risk that the data shows, so at most as high as with more data. */
  readonly value: number;
  /** Share of the weight of all metrics that rests on data, 0–1: a low value with a low coverage is no good sign. */
  readonly coverage: number;
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
  let known = 0;
  let all = 0;
  for (const { metric, metricValue } of measurements) {
    const weight = metric.weight * scopeWeights[metric.scope];
    all += weight;
    if (metricValue === null) continue;
    known += weight;
    safe[metric.scope] *= safeShare(metricValue.risk, metric.weight);
  }
  const scopes = {
    ecosystem: 100 * (1 - safe.ecosystem),
    technology: 100 * (1 - safe.technology),
    supply_chain: 100 * (1 - safe.supply_chain),
  };
  const value = combineRisks(scoreScopes.map((scope) => ({ risk: scopes[scope], weight: scopeWeights[scope] })));
  return { value, coverage: all === 0 ? 0 : known / all, scopes };
}

/** The score if everything that is not known were as bad as it can be: never lower than the score with more data. */
export function worstScoreOf(measurements: readonly Measurement[]): number {
  const worst = { value: 'unknown', risk: 100, text: '' };
  return scoreOf(measurements.map(({ metric, metricValue }) => ({ metric, metricValue: metricValue ?? worst }))).value;
}

/** One decimal, as in every answer. Rounding keeps the order. */
export const roundScore = (score: number): number => Math.round(score * 10) / 10;

const severityRank = ['green', 'yellow', 'orange', 'red'];

/** Two decimals; a share of less than all of the data is not shown as all of it. */
export const roundCoverage = (coverage: number): number => Math.floor(coverage * 100 + 1e-9) / 100;

/**
 * Tags of the measurements, most severe first; of several tags of one name only the most severe. A component whose
 * vulnerabilities nobody looked for says so.
 */
export function riskTags(measurements: readonly Measurement[], coverage: EntityCoverage): RiskTag[] {
  const tags = new Map<string, RiskTag>();
  const { status, reason } = coverage.vulnerabilities;
  if (status !== 'examined') tags.set(status, { name: status, description: reason, severity: 'yellow' });
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

/** One paragraph: what is unknown first, then the score with the share of the data it rests on, and the strongest reasons. */
export function summaryOf(
  facts: Pick<EntityFacts, 'name' | 'version' | 'coverage'>,
  measurements: readonly Measurement[],
): string {
  const { value, coverage } = scoreOf(measurements);
  const score = roundScore(value);
  const share = ({ metric, metricValue }: Measurement): number => metric.weight * (metricValue?.risk ?? 0);
  const reasons = measurements
    .filter((measurement) => share(measurement) >= minReasonShare)
    .sort((a, b) => share(b) - share(a))
    .slice(0, 3)
    .map(({ metricValue }) => `${metricValue!.text}.`);
  const missing = measurements.filter(({ metricValue }) => metricValue === null).length;
  const subject = facts.version === '' ? facts.name : `${facts.name} ${facts.version}`;
  const { status, reason } = facts.coverage.vulnerabilities;
  const isExamined = status === 'examined';
  return [
    ...(isExamined
      ? []
      : [`${subject} was ${status === 'partly' ? 'only partly' : 'not'} examined for vulnerabilities: ${reason}.`]),
    missing === 0
      ? `${subject} has a risk of ${score} of 100.`
      : `${subject} has a risk of ${score} of 100, based on ${Math.round(100 * roundCoverage(coverage))} % of the data.`,
    ...reasons,
    ...(reasons.length === 0 && isExamined ? ['Nothing that is known speaks against it.'] : []),
    ...(missing > 0
      ? [`Of ${missing} of ${measurements.length} metrics there is no data; they add nothing to the risk.`]
      : []),
  ].join(' ');
}
