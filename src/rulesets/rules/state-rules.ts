import { type EvaluatedComponent, numberParameter, type Rule } from './rule.js';

const metricValueOf = ({ metricValues }: EvaluatedComponent, metric: string) => metricValues[metric]?.[0] ?? null;

/** Rules on identity, maintenance and score. Data that no loaded source could give breaks a rule; data that is not published does not. */
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
    check: (component) =>
      metricValueOf(component, 'deprecated') === true
        ? 'It is deprecated'
        : metricValueOf(component, 'archived') === true
          ? 'Its repository is archived'
          : null,
  },
  {
    id: 'maintenance.years-behind',
    category: 'maintenance',
    name: 'Nothing too old',
    description: 'No component is more than so many years older than the latest version.',
    parameters: { years: { type: 'number', default: 3, min: 0, max: 100, description: 'Years.' } },
    check(component, parameters) {
      const years = metricValueOf(component, 'years_behind');
      return typeof years === 'number' && years > numberParameter(parameters, 'years')
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
