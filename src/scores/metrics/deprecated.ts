import type { Metric } from './metric.js';

export const deprecated: Metric = {
  name: 'deprecated',
  title: 'Deprecated',
  description: 'Whether its registry or the product dictionary calls it deprecated.',
  scope: 'ecosystem',
  unit: 'boolean',
  direction: 'higher',
  weight: 0.8,
  source: 'Registries, CPE dictionary',
  read({ isDeprecated }) {
    if (isDeprecated === null) return null;
    if (!isDeprecated) return { value: false, risk: 0, text: 'It is not deprecated' };
    const text = 'It is deprecated';
    return { value: true, risk: 100, text, tag: { name: 'deprecated', description: text, severity: 'orange' } };
  },
};
