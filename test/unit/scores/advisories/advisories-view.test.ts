import { vulnerabilityView } from '../../../../src/scores/advisories/advisories.view.js';

it('a vulnerability counts the packages and products that its view leaves out', () => {
  const affected = Array.from({ length: 1_001 }, (_, n) => ({ package: { ecosystem: 'npm', name: `p${n}` } }));
  const advisory = { id: 'GHSA-a', source: 'osv', aliases: [], withdrawn: false, record: { id: 'GHSA-a', affected } };
  const products = Array.from({ length: 1_000 }, (_, n) => ({ cpe: `cpe:2.3:a:a:p${n}`, source: 'nvd', count: 1_234 }));
  const details = { names: ['GHSA-a'], members: [advisory], products, records: [], exploited: null, prediction: null };
  const view = vulnerabilityView(details);
  expect([view.packages.length, view.package_count]).toEqual([1_000, 1_001]);
  expect([view.products.length, view.product_count]).toEqual([1_000, 1_234]);
});
