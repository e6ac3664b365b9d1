import { type Metric, plural } from './metric.js';

export const contributors: Metric = {
  name: 'contributors',
  title: 'Contributors',
  description: 'People who commit to its repository: 100 divided by their number to the power of 0.7.',
  scope: 'ecosystem',
  unit: 'people',
  direction: 'lower',
  weight: 0.4,
  source: 'Repository',
  read({ repository }) {
    const count = repository?.contributors ?? null;
    if (count === null) return null;
    const text = `${plural(count, 'person works', 'people work')} on it`;
    const tag = { name: 'single_maintainer', description: text, severity: 'yellow' } as const;
    const risk = 100 / Math.max(1, count) ** 0.7;
    return { value: count, risk, text, link: repository!.link, ...(count <= 1 ? { tag } : {}) };
  },
};
