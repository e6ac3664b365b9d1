import type { Metric } from './metric.js';

export const archived: Metric = {
  name: 'archived',
  title: 'Repository archived',
  description: 'Whether its repository is closed to changes.',
  scope: 'ecosystem',
  unit: 'boolean',
  direction: 'higher',
  weight: 0.7,
  source: 'Repository',
  read({ repository }) {
    if (!repository || repository.isArchived === null) return null;
    const { link } = repository;
    if (!repository.isArchived) return { value: false, risk: 0, text: 'Its repository is open', link };
    const text = 'Its repository is archived: nothing will be fixed there';
    return { value: true, risk: 100, text, link, tag: { name: 'unmaintained', description: text, severity: 'orange' } };
  },
};
