import { daysBetween, type Metric, plural } from './metric.js';

export const lastCommit: Metric = {
  name: 'last_commit',
  title: 'Last commit',
  description: 'Days since the last commit to its repository; 100 after two years.',
  scope: 'ecosystem',
  unit: 'days',
  direction: 'higher',
  weight: 0.4,
  source: 'Repository',
  read({ repository, today }) {
    const days = repository && daysBetween(repository.lastCommitOn, today);
    if (days === null) return null;
    const text = `The last commit is ${plural(days, 'day')} old`;
    const tag = { name: 'unmaintained', description: text, severity: 'yellow' } as const;
    const risk = Math.min(100, (100 * days) / 730);
    return { value: days, risk, text, link: repository!.link, ...(days > 730 ? { tag } : {}) };
  },
};
