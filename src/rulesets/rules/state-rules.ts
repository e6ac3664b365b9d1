import { type Measurement, scopeWeights, worstScoreOf } from '../../scores/metrics/formula.js';
import { vulnerabilityMetrics } from '../../scores/metrics/index.js';
import { fromStoredMetricValues } from '../../scores/metrics/stored-metric-values.js';
import {
  type EvaluatedComponent,
  isUnknownForbidden,
  numberParameter,
  type ParameterValues,
  type Rule,
  unknownParameter,
} from './rule.js';

const metricValueOf = ({ metricValues }: EvaluatedComponent, metric: string) => metricValues[metric]?.[0] ?? null;

const describeUnknown = (parameters: ParameterValues, property: string): string | null =>
  isUnknownForbidden(parameters) ? `Not examined: no loaded source says ${property}` : null;

/** Metrics named of those without data. */
const maxNamedMetrics = 3;

/** What was examined in part may hide as much as what was not examined. */
function describePossibleRisk({ metricValues, coverage, risk }: EvaluatedComponent, limit: number): string | null {
  const isPartly = coverage.vulnerabilities.status !== 'examined';
  const measurements = fromStoredMetricValues(metricValues).map(({ metric, metricValue }) => ({
    metric,
    metricValue: isPartly && vulnerabilityMetrics.includes(metric) ? null : metricValue,
  }));
  const possible = worstScoreOf(measurements);
  if (possible < limit) return null;
  const weightOf = ({ metric }: Measurement): number => metric.weight * scopeWeights[metric.scope];
  const unknown = measurements
    .filter(({ metricValue }) => metricValue === null)
    .sort((a, b) => weightOf(b) - weightOf(a));
  const names = unknown.slice(0, maxNamedMetrics).map(({ metric }) => metric.name);
  const more = unknown.length - names.length;
  return `Its risk is ${risk.toFixed(1)} of 100 and could be ${possible.toFixed(1)}: no complete data for ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Rules on identity, maintenance and score. What is not known breaks a rule, unless the ruleset lets it pass. */
export const stateRules: readonly Rule[] = [
  {
    id: 'identity.resolved',
    category: 'identity',
    name: 'Every component is resolved',
    description: 'Every component has a selected package, repository or product.',
    check: ({ isResolved }) => (isResolved ? null : 'No package, repository or product is selected'),
  },
  {
    id: 'identity.examinable',
    category: 'identity',
    name: 'Every component can be examined',
    description: 'Every component has a selected package or product, with a version, that a loaded source covers.',
    check: ({ coverage: { vulnerabilities } }) =>
      vulnerabilities.status === 'not_examined' ? `Not examined: ${vulnerabilities.reason}` : null,
  },
  {
    id: 'maintenance.supported',
    category: 'maintenance',
    name: 'Nothing past its end of life',
    description: 'No component is in a release line whose support has ended.',
    // Nobody publishes the release lines of most software, so that the default lets through what no list has.
    parameters: { unknown: { ...unknownParameter, default: 'passes' } },
    check(component, parameters) {
      const { cause, reason } = component.coverage.end_of_life;
      const state = metricValueOf(component, 'end_of_life');
      if (state === 'ended') return 'Its release line has reached its end of life';
      // Without any list nothing was looked for, which no ruleset lets pass.
      if (cause === 'no_source') return `Not examined: ${reason}`;
      return state === null ? describeUnknown(parameters, 'until when its release line is supported') : null;
    },
  },
  {
    id: 'maintenance.not-deprecated',
    category: 'maintenance',
    name: 'Nothing deprecated',
    description: 'No component is called deprecated by its registry or the product dictionary, or is archived.',
    parameters: { unknown: unknownParameter },
    check(component, parameters) {
      const [deprecated, archived] = ['deprecated', 'archived'].map((metric) => metricValueOf(component, metric));
      if (deprecated === true) return 'It is deprecated';
      if (archived === true) return 'Its repository is archived';
      if (deprecated === null) return describeUnknown(parameters, 'whether it is deprecated');
      return archived === null ? describeUnknown(parameters, 'whether its repository is archived') : null;
    },
  },
  {
    id: 'maintenance.years-behind',
    category: 'maintenance',
    name: 'Nothing too old',
    description: 'No component is more than so many years older than the latest version.',
    parameters: {
      years: { type: 'number', default: 3, min: 0, max: 100, description: 'Years.' },
      unknown: unknownParameter,
    },
    check(component, parameters) {
      const years = metricValueOf(component, 'years_behind');
      if (typeof years !== 'number') return describeUnknown(parameters, 'how old its version and the latest are');
      return years > numberParameter(parameters, 'years')
        ? `It is ${years.toFixed(1)} years older than the latest version`
        : null;
    },
  },
  {
    id: 'risk.below',
    category: 'risk',
    name: 'Risk below a limit',
    description: 'No component has a risk of the limit or more, nor could have by what is not known of it.',
    parameters: {
      risk: { type: 'number', default: 80, min: 0, max: 100, description: 'From 0 to 100.' },
      unknown: {
        ...unknownParameter,
        description: 'Whether a component breaks the rule whose risk could reach the limit by what is not known of it.',
      },
    },
    check(component, parameters) {
      const { risk, coverage } = component;
      const limit = numberParameter(parameters, 'risk');
      if (risk >= limit) return `Its risk is ${risk.toFixed(1)} of 100`;
      if (coverage.vulnerabilities.status === 'not_examined') return `Not examined: ${coverage.vulnerabilities.reason}`;
      return isUnknownForbidden(parameters) ? describePossibleRisk(component, limit) : null;
    },
  },
];
