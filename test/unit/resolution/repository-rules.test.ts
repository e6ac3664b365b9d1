import { repositoryRules } from '../../../src/resolution/matching/select/repository-rules.js';
import type { ScoredRepository } from '../../../src/resolution/matching/select/selection-rule.js';
import {
  scoredPackage,
  scoredProduct,
  scoredRepository,
  tryRules,
  type RuleCases,
} from '../../support/selection-facts.js';

const selectedPackage = scoredPackage();
const selectedProduct = scoredProduct();
const goModule = scoredPackage({ candidate: { type: 'golang' } });
const { purl } = selectedPackage.candidate;
const { cpe } = selectedProduct.candidate;
const linked = (identifier: string, features: object = {}, probability = 0.8): ScoredRepository =>
  scoredRepository({ candidate: { linkedIdentifiers: [identifier] }, features, probability });
const source = (features: object, probability = 0.9): ScoredRepository => scoredRepository({ features, probability });

const cases: Record<string, RuleCases<ScoredRepository>> = {
  declared: {
    applies: { 'the address is in the file': { best: scoredRepository({ features: { declared: 1 } }) } },
    doesNot: { 'the address is not in the file': {} },
  },
  'address-of-selected-module': {
    applies: {
      'the catalogue does not know it': {
        best: scoredRepository({ candidate: { entry: null }, features: { ownAddress: 1 } }),
        selectedPackage: goModule,
      },
    },
    doesNot: {
      'no module is selected': { best: scoredRepository({ features: { ownAddress: 1 } }) },
      'of another ecosystem': { best: scoredRepository({ features: { ownAddress: 1 } }), selectedPackage },
      'another address': { selectedPackage: goModule },
    },
  },
  unlisted: {
    applies: { 'the repository is generated': { best: scoredRepository({ candidate: { entry: null } }) } },
    doesNot: { 'the catalogue knows it': {} },
  },
  improbable: {
    applies: { 'below the limit': { best: scoredRepository({ probability: 0.59 }) } },
    doesNot: { 'at the limit': { best: scoredRepository({ probability: 0.6 }) } },
  },
  'source-of-selected': {
    applies: {
      'of the package': { best: linked(purl, { organizationDifferent: 1 }, 0.6), selectedPackage },
      'of the product': { best: linked(cpe), selectedProduct },
      'one of several, with the name': {
        best: linked(purl, { same: 1, organizationDifferent: 1 }),
        others: { repositories: [linked(purl)] },
        selectedPackage,
      },
      'one of several, whose owner does not contradict': {
        best: linked(purl),
        others: { repositories: [linked(purl)] },
        selectedPackage,
      },
    },
    doesNot: {
      'one of several, of another owner': {
        best: linked(purl, { organizationDifferent: 1 }),
        others: { repositories: [linked(purl)] },
        selectedPackage,
      },
      'of the product, but improbable': { best: linked(cpe, {}, 0.79), selectedProduct },
      'nothing is selected': { best: linked(purl) },
      'of another package': { best: linked('pkg:npm/burrow'), selectedPackage },
    },
  },
  'same-owner-and-name': {
    applies: { 'owner and cut name': { best: source({ organizationSame: 1, sameCut: 1 }, 0.6) } },
    doesNot: {
      'another name': { best: source({ organizationSame: 1 }) },
      'another owner': { best: source({ same: 1 }) },
    },
  },
  'own-address': {
    applies: { 'a Go path': { best: source({ ownAddress: 1 }, 0.6) } },
    doesNot: { 'another address': {} },
  },
  'stranger-of-several': {
    applies: {
      'another owner, another name': {
        best: linked(purl, { organizationDifferent: 1 }),
        others: { repositories: [linked(purl)] },
        selectedPackage,
      },
    },
    doesNot: {
      'the only one': { best: linked(purl, { organizationDifferent: 1 }), selectedPackage },
      'nothing is selected': { best: linked(purl, { organizationDifferent: 1 }) },
      'of another package': { best: linked('pkg:npm/burrow', { organizationDifferent: 1 }), selectedPackage },
    },
  },
  'part-of-something-else': {
    applies: { 'a plugin': { component: { name: 'Wombat plugin for WordPress' } } },
    doesNot: { 'the software itself': {} },
  },
  'unlinked-and-improbable': {
    applies: { 'below the limit': { best: scoredRepository({ probability: 0.79 }) } },
    doesNot: { 'at the limit': { best: scoredRepository({ probability: 0.8 }) } },
  },
  'generic-name': {
    applies: { 'a generic name': { best: scoredRepository({ candidate: { name: 'worker' } }) } },
    doesNot: { 'another name': {} },
  },
  'source-of-package-and-product': {
    applies: { 'both, and the name': { best: source({ fromBoth: 0.3, same: 1 }, 0.8) } },
    doesNot: {
      improbable: { best: source({ fromBoth: 0.29, same: 1 }) },
      'another name': { best: source({ fromBoth: 0.3 }) },
      'an organization is given': { component: { org: 'Acme' }, best: source({ fromBoth: 0.3, same: 1 }) },
    },
  },
  'unrivalled-source': {
    applies: {
      'of packages': { best: source({ fromPackages: 0.5 }) },
      'of products': { best: source({ fromProducts: 0.7 }) },
      'of both': { best: source({ fromBoth: 0.3 }) },
      'of the organization': { best: source({ organizationSame: 1 }) },
      'most of the name is covered': { best: source({ fromPackages: 0.5, behindVendor: 1, coverage: 0.5 }) },
    },
    doesNot: {
      'nothing agrees': { best: source({ fromPackages: 0.49, fromProducts: 0.69, fromBoth: 0.29 }) },
      improbable: { best: source({ fromPackages: 0.5 }, 0.89) },
      'another organization': { best: source({ fromPackages: 0.5, organizationDifferent: 1 }) },
      'a typing error apart': { best: source({ fromPackages: 0.5, typo: 1 }) },
      'a wrapper': { best: source({ fromPackages: 0.5, behindVendor: 1, coverage: 0.49 }) },
    },
  },
  stranger: {
    applies: { 'another owner': { best: source({ organizationDifferent: 1 }) } },
    doesNot: {
      'no other owner': { best: source({}) },
      'the source of the selected package': { best: linked(purl, { organizationDifferent: 1 }), selectedPackage },
    },
  },
  'role-or-wrapper': {
    applies: { 'little of the name': { best: source({ behindVendor: 1, coverage: 0.49 }) } },
    doesNot: {
      'half of the name': { best: source({ behindVendor: 1, coverage: 0.5 }) },
      'not behind a vendor': { best: source({}) },
    },
  },
};

describe('rules for repositories', () => {
  tryRules({ rules: repositoryRules, cases, list: 'repositories', any: scoredRepository });
});
