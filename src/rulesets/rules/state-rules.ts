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
    check(component) {
      const { cause, reason } = component.coverage.end_of_life;
      if (metricValueOf(component, 'end_of_life') === 'ended') return 'Its release line has reached its end of life';
      return cause === 'no_source' ? `Not examined: ${reason}` : null;
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
    description: 'No component has a risk of the limit or more.',
    parameters: { risk: { type: 'number', default: 80, min: 0, max: 100, description: 'From 0 to 100.' } },
    check({ risk, coverage: { vulnerabilities } }, parameters) {
      if (risk >= numberParameter(parameters, 'risk')) return `Its risk is ${risk.toFixed(1)} of 100`;
      return vulnerabilities.status === 'not_examined' ? `Not examined: ${vulnerabilities.reason}` : null;
    },
  },
];
