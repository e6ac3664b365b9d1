import { type Metric, plural } from './metric.js';

const risks = [100, 40, 15, 0];

export const identity: Metric = {
  name: 'identity',
  title: 'Identity',
  description:
    'Kinds of identity that are known (package, product, repository): 100 for none, 40, 15, 0 for all three.',
  scope: 'supply_chain',
  unit: 'kinds',
  direction: 'lower',
  weight: 0.4,
  source: 'Catalogue',
  read({ identity: { hasPackage, hasProduct, hasRepository } }) {
    const count = [hasPackage, hasProduct, hasRepository].filter(Boolean).length;
    const text = `${plural(count, 'of three kinds of identity is', 'of three kinds of identity are')} known`;
    const tag = { name: 'unknown_identity', description: text, severity: count === 0 ? 'orange' : 'yellow' } as const;
    return { value: count, risk: risks[count]!, text, ...(count < 1 ? { tag } : {}) };
  },
};
