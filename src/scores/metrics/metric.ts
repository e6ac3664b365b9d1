import type { EntityFacts } from './facts.js';

/** Scopes of a score: maintenance (`ecosystem`), the software itself (`technology`), identity and origin (`supply_chain`). */
export const scoreScopes = ['ecosystem', 'technology', 'supply_chain'] as const;
export type ScoreScope = (typeof scoreScopes)[number];

export type TagSeverity = 'green' | 'yellow' | 'orange' | 'red';

export interface RiskTag {
  readonly name: string;
  readonly description: string;
  readonly severity: TagSeverity;
}

/** The value of a metric for one entity. */
export interface MetricValue {
  readonly value: number | string | boolean;
  /** 0–100, higher is riskier. */
  readonly risk: number;
  /** One sentence for people, without a full stop. */
  readonly text: string;
  readonly tag?: RiskTag;
  readonly link?: string;
  /** ISO 8601; absent where the data is as old as the catalogue. */
  readonly observedOn?: string;
}

/** `weight` is a parameter of the formula (`formula.ts`). */
export interface Metric {
  /** Machine-readable, unique. */
  readonly name: string;
  readonly title: string;
  /** What it measures and how the value maps to a risk; shown in the documentation. */
  readonly description: string;
  readonly scope: ScoreScope;
  readonly unit: string;
  /** Direction of the value that is riskier. */
  readonly direction: 'higher' | 'lower' | 'worse class';
  /** 0–1: share of its scope's risk that this metric can cause alone. */
  readonly weight: number;
  readonly source: string;
  /** Null: no data. A worse value never has a lower risk. */
  read(facts: EntityFacts): MetricValue | null;
}

/** Risk of a count: 0 for none, then approaching 100; each further one adds the share `each` of what is left. */
export const riskOfCount = (count: number, each: number): number => 100 * (1 - (1 - each) ** Math.max(0, count));

/** Days between two ISO 8601 days, at least 0; null where one is missing or invalid. */
export function daysBetween(from: string | null, to: string): number | null {
  if (to !== latestDay.text) latestDay = { text: to, time: Date.parse(to) };
  const days = from === null ? NaN : (latestDay.time - Date.parse(from)) / 86_400_000;
  return Number.isFinite(days) ? Math.max(0, Math.floor(days)) : null;
}

/** Cached, because thousands of calls in a row pass the same day. */
let latestDay = { text: '', time: NaN };

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
