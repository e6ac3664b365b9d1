import { type EvaluatedComponent, numberParameter, type Rule } from './rule.js';

const metricValueOf = ({ metricValues }: EvaluatedComponent, metric: string) => metricValues[metric]?.[0] ?? null;

/** Rules on identity, maintenance and score. Missing data violates only the rule on identity. */
export const stateRules: readonly Rule[] = [
  {
    id: 'identity.resolved',
    category: 'identity',
    name: 'Every component is resolved',
    description: 'Every component has a selected package, repository or product.',
    check: ({ isResolved }) => (isResolved ? null : 'No package, repository or product is selected'),
  },
  {
    id: 'maintenance.supported',
    category: 'maintenance',
    name: 'Nothing past its end of life',
    description: 'No component is in a release line whose support has ended.',
    check: (component) =>
      metricValueOf(component, 'end_of_life') === 'ended' ? 'Its release line has reached its end of life' : null,
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
    check: ({ risk }, parameters) =>
      risk >= numberParameter(parameters, 'risk') ? `Its risk is ${risk.toFixed(1)} of 100` : null,
  },
];
