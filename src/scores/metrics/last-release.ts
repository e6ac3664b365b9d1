import { daysBetween, type Metric, plural } from './metric.js';

export const lastRelease: Metric = {
  name: 'last_release',
  title: 'Last release',
  description: 'Days since anything was released; 100 after three years.',
  scope: 'ecosystem',
  unit: 'days',
  direction: 'higher',
  weight: 0.45,
  source: 'Catalogue, endoflife.date',
  read({ latestReleasedOn, today }) {
    const days = daysBetween(latestReleasedOn, today);
    if (days === null) return null;
    const text = `The last release is ${plural(days, 'day')} old`;
    const tag = { name: 'unmaintained', description: text, severity: days > 1_825 ? 'orange' : 'yellow' } as const;
    return { value: days, risk: Math.min(100, (100 * days) / 1_095), text, ...(days > 1_095 ? { tag } : {}) };
  },
};
