import { trainedModel } from '../../../src/resolution/matching/rank/trained-model.js';
import { buildQuery } from '../../../src/resolution/matching/compare/component-query.js';
import { ruleFor, selectAutomatically } from '../../../src/resolution/matching/select/auto-selection.js';
import { selectByFeatures, explainSelection } from '../../../src/resolution/matching/select/learned-selection.js';
import { selectionFeatures } from '../../../src/resolution/matching/select/selection-features.js';
import type { ModelWeights } from '../../../src/resolution/matching/rank/model-weights.js';
import { scoredPackage, scoredProduct, scoredRepository } from '../../support/selection-facts.js';

const model = {
  threshold: 0.9,
  base: -1,
  features: { same: [2, 0.5], organizationDifferent: [-1.5, 0], length: [0, 3] },
} as const;

const modelOf = (base: number): Pick<ModelWeights, 'selection'> => {
  const one = { threshold: 0.9, base, features: {} };
  return { selection: { package: one, product: one, repo: one } };
};
const query = buildQuery({ name: 'wombat-parser', org: '', version: '' }, trainedModel);
const ranking = (packages: ReturnType<typeof scoredPackage>[]) => ({
  packages,
  products: [],
  repositories: [],
  hasKnownWords: () => true,
});

describe('the learned selection', () => {
  it('adds what each feature says beyond its mean', () => {
    const { probability } = selectByFeatures(model, { same: 1, organizationDifferent: 1 });
    expect(probability).toBeCloseTo(1 / (1 + Math.exp(-(-1 + 2 * 0.5 - 1.5))));
  });

  it('selects from its threshold on', () => {
    const at = (base: number): boolean => selectByFeatures({ ...model, base, features: {} }, {}).isSelected;
    expect([at(2.19), at(2.2)]).toEqual([false, true]);
  });

  it('is explained by the features that move it most, none without effect', () => {
    expect(explainSelection(model, { same: 1, organizationDifferent: 1, length: 9 })).toBe(
      'organization different −1.5, same +1.0',
    );
  });

  it('decides where rules only doubt, and says how', () => {
    const open = ranking([scoredPackage({ probability: 0.55, features: { same: 1 } })]);
    const { package: selected, reasons } = selectAutomatically(query, open, modelOf(4));
    expect(selected).toBe(open.packages[0]);
    expect(reasons.package?.()).toMatch(/^Selected automatically: right with a probability of 98 %/);
    const refused = selectAutomatically(query, open, modelOf(0));
    expect(refused.package).toBeNull();
    expect(refused.reasons.package?.()).toMatch(/^Not selected automatically: It is not probable enough; right with/);
  });

  it('selects nothing that a rule rejects, even a rule after a doubt', () => {
    const unlisted = scoredPackage({ probability: 0.3, candidate: { entry: null } });
    const elsewhere = scoredPackage({ probability: 0.3, features: { same: 1, distributionFits: -1 } });
    for (const best of [unlisted, elsewhere])
      expect(selectAutomatically(query, ranking([best]), modelOf(9)).package).toBeNull();
  });

  it('leaves open what no rule decides', () => {
    const facts = { query, best: 1, ranking: ranking([]), selectedPackage: null, selectedProduct: null };
    const rule = (effect: 'select' | 'doubt' | 'reject') => ({ id: effect, effect, reason: 'X', applies: () => true });
    expect(ruleFor([], facts)).toEqual({ rule: null, isOpen: true });
    expect(ruleFor([rule('doubt'), rule('select')], facts)).toMatchObject({ rule: { id: 'doubt' }, isOpen: true });
    expect(ruleFor([rule('doubt'), rule('reject')], facts)).toMatchObject({ rule: { id: 'reject' }, isOpen: false });
    expect(ruleFor([rule('select'), rule('reject')], facts)).toMatchObject({ rule: { id: 'select' }, isOpen: false });
  });

  it('is trained for the features that it is asked about', () => {
    const facts = { query, ranking: ranking([]), selectedPackage: null, selectedProduct: null };
    const asked = {
      package: selectionFeatures('package', { ...facts, best: scoredPackage() }),
      product: selectionFeatures('product', { ...facts, best: scoredProduct() }),
      repo: selectionFeatures('repo', { ...facts, best: scoredRepository() }),
    };
    for (const kind of ['package', 'product', 'repo'] as const) {
      const { features, threshold } = trainedModel.selection[kind];
      expect(threshold).toBeGreaterThan(0.5);
      // The features of the support's candidates are a proxy, which lists none.
      const own = Object.keys(asked[kind]);
      const ranked = Object.keys(trainedModel[kind].weights).filter((name) => !/^(?:only)?[dD]eclared$/.test(name));
      expect(Object.keys(features).sort()).toEqual([...ranked, ...own].sort());
    }
  });
});
