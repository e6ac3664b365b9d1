import type { EntityCoverage } from '../../scores/coverage/entity-coverage.js';
import type { StoredMetricValues } from '../../scores/metrics/stored-metric-values.js';
import type { Finding } from '../../scores/vulnerabilities/findings.js';

/** Input of the rules. */
export interface EvaluatedComponent {
  readonly isResolved: boolean;
  /** Vulnerabilities that affect it, after VEX statements. */
  readonly vulnerabilities: readonly Finding[];
  /** Licence expression or text; null where the SBOM declares none. */
  readonly license: string | null;
  readonly metricValues: StoredMetricValues;
  /** What the loaded sources can answer for it. */
  readonly coverage: EntityCoverage;
  /** 0–100, higher is riskier. */
  readonly risk: number;
  /** ISO 8601. */
  readonly today: string;
}

export type ParameterValue = number | string | readonly string[];
export type ParameterValues = Readonly<Record<string, ParameterValue>>;

/** A parameter of a rule, which a ruleset may override. */
export type RuleParameter = { readonly description: string } & (
  | { readonly type: 'number'; readonly default: number; readonly min: number; readonly max: number }
  | { readonly type: 'choice'; readonly default: string; readonly choices: readonly string[] }
  | { readonly type: 'list'; readonly default: readonly string[] }
);

/** A rule that rulesets can select. The list is closed: rules are data, never code of a customer. */
export interface Rule {
  readonly id: string;
  readonly category: 'vulnerability' | 'license' | 'identity' | 'maintenance' | 'risk';
  readonly name: string;
  readonly description: string;
  readonly parameters?: Readonly<Record<string, RuleParameter>>;
  /** Why the component violates the rule, as a sentence without a full stop; null where it complies. */
  check(component: EvaluatedComponent, parameters: ParameterValues): string | null;
}

export const numberParameter = (parameters: ParameterValues, name: string): number => parameters[name] as number;
export const textParameter = (parameters: ParameterValues, name: string): string => parameters[name] as string;
export const listParameter = (parameters: ParameterValues, name: string): readonly string[] =>
  parameters[name] as readonly string[];

/** Parameter of rules on something that may not be known of a component: what they make of that. */
export const unknownParameter: Extract<RuleParameter, { type: 'choice' }> = {
  description: 'Whether a component of which this is not known breaks the rule.',
  type: 'choice',
  default: 'fails',
  choices: ['fails', 'passes'],
};

export const isUnknownForbidden = (parameters: ParameterValues): boolean =>
  textParameter(parameters, 'unknown') === 'fails';
