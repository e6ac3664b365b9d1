import type { Metric } from './metric.js';

export const popularity: Metric = {
  name: 'popularity',
  title: 'Popularity',
  description:
    'Packages that depend on it, or a hundredth of its monthly downloads if that is more: 100 ÷ (1 + their decimal logarithm).',
  scope: 'ecosystem',
  unit: 'dependents',
  direction: 'lower',
  weight: 0.3,
  source: 'Registries',
  read({ dependents, monthlyDownloads }) {
    if (dependents === null && monthlyDownloads === null) return null;
    const users = Math.floor(Math.max(0, dependents ?? 0, (monthlyDownloads ?? 0) / 100));
    const text = users < 10 ? 'Hardly anybody uses it' : `It is used about ${users} times`;
    const tag = { name: 'low_usage', description: text, severity: 'yellow' } as const;
    return { value: users, risk: 100 / (1 + Math.log10(1 + users)), text, ...(users < 10 ? { tag } : {}) };
  },
};
