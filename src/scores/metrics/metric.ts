import type { EntityFacts } from './facts.js';

/** Scopes of a score (api-decisions, "Score"): the software itself, the people behind it, the way it gets to us. */
export const scoreScopes = ['ecosystem', 'technology', 'supply_chain'] as const;
export type ScoreScope = (typeof scoreScopes)[number];

export type TagSeverity = 'green' | 'yellow' | 'orange' | 'red';

export interface RiskTag {
  readonly name: string;
  readonly description: string;
  readonly severity: TagSeverity;
}

/** What a metric says of one entity. */
export interface MetricValue {
  readonly value: number | string | boolean;
  /** 0–100, higher is riskier. */
  readonly risk: number;
  /** One sentence without a full stop, for people. */
  readonly text: string;
  readonly tag?: RiskTag;
  readonly link?: string;
  /** ISO 8601; where it is not the catalogue's own age. */
  readonly observedOn?: string;
}

/** One metric. `weight` and `prior` are the parameters of the formula (`formula.ts`). */
export interface Metric {
  /** Machine-readable, unique. */
  readonly name: string;
  readonly title: string;
  /** What it measures and how the value becomes a risk, for the documentation. */
  readonly description: string;
  readonly scope: ScoreScope;
  readonly unit: string;
  /** Which way of the value is the riskier one. */
  readonly direction: 'higher' | 'lower' | 'worse class';
  /** 0–1: the share of its scope's risk that this metric can bring about alone. */
  readonly weight: number;
  /** 0–100: the risk that counts where the metric has no data. */
  readonly prior: number;
  readonly source: string;
  /** Null where there is no data. A worse value never has the lower risk. */
  read(facts: EntityFacts): MetricValue | null;
}

/** Risk of a count: nothing for 0, then nearer and nearer to 100; `each` is the share that one more adds of the rest. */
export const riskOfCount = (count: number, each: number): number => 100 * (1 - (1 - each) ** Math.max(0, count));

/** Days from one ISO 8601 day to another, not below 0; null where one is no day. */
export function daysBetween(from: string | null, to: string): number | null {
  if (to !== latestDay.text) latestDay = { text: to, time: Date.parse(to) };
  const days = from === null ? NaN : (latestDay.time - Date.parse(from)) / 86_400_000;
  return Number.isFinite(days) ? Math.max(0, Math.floor(days)) : null;
}

/** Of thousands of questions in a row all are about the same day. */
let latestDay = { text: '', time: NaN };

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
