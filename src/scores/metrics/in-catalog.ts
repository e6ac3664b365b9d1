import type { Metric } from './metric.js';

export const inCatalog: Metric = {
  name: 'in_catalog',
  title: 'Known to public sources',
  description:
    'Whether any source of the catalogue knows one of its identifiers: 0 where one does, 100 where none does.',
  scope: 'supply_chain',
  unit: 'boolean',
  direction: 'lower',
  weight: 0.4,
  source: 'Catalogue',
  read({ identity: { isInCatalog } }) {
    if (isInCatalog === null) return null;
    if (isInCatalog) return { value: true, risk: 0, text: 'Public sources know it' };
    const text = 'No public source knows it';
    return { value: false, risk: 100, text, tag: { name: 'unknown_identity', description: text, severity: 'yellow' } };
  },
};
