import type { ProductEntry } from '../../../src/model/catalog-entry.js';
import { productRules } from '../../../src/resolution/matching/select/product-rules.js';
import type { ScoredProduct } from '../../../src/resolution/matching/select/selection-rule.js';
import { scoredPackage, scoredProduct, tryRules, type RuleCases } from '../../support/selection-facts.js';

const named = (product: string, vendor = 'acme') => ({ entry: { vendor, product } as ProductEntry });
const same = (features: object = {}, candidate: object = {}, probability = 0.8): ScoredProduct =>
  scoredProduct({ features: { same: 1, ...features }, candidate, probability });
const worker = named('worker');
const numbered = { name: 'Wombat 8.1' };
const ofAcme = { org: 'Acme Rail' };
const generic = { name: 'worker' };
const selectedPackage = scoredPackage();
const declaredPackage = scoredPackage({ features: { declared: 1 } });
const linked = { linkedPackage: 0.71 };
const other = (linkedPackage: number): ScoredProduct =>
  scoredProduct({ candidate: { ...named('burrow'), linkedPackage } });
const bare = { core: 1, linkedRepository: 1 };
const withoutAffixes = (features: object = {}, probability = 0.95): ScoredProduct =>
  scoredProduct({ features: { ...bare, ...features }, probability });
const fromRepository = { linkedRepository: 1, linkedPackages: 0.3, literal: 1 };
const plugin = { name: 'Wombat plugin for WordPress' };

const cases: Record<string, RuleCases<ScoredProduct>> = {
  'other-version-in-name': {
    applies: {
      'the column has the number of an installer': {
        component: { name: 'Wombat Parser 3.11.7 (64-bit)', version: '3.11.7150.0' },
        best: same(),
      },
      'they have nothing in common': {
        component: { name: 'Acme Wombat Parser - 6.0.26 (x64)', version: '48.108.21230' },
        best: same(),
      },
    },
    doesNot: {
      'one has more numbers': { component: { name: 'Wombat Parser 3.11.7', version: '3.11.07.0' }, best: same() },
      'the number may be a part of the name': {
        component: { name: 'Wombat Parser 3.0', version: '4.24.1' },
        best: same(),
      },
      'no version is given': { component: { name: 'Wombat Parser 3.11.7' }, best: same() },
      'the file says what it is': {
        component: { name: 'Wombat Parser 3.11.7', version: '4', purls: ['pkg:npm/wombat-parser@4'] },
        best: same(),
      },
    },
  },
  'version-is-part-of-name': {
    applies: {
      'another product has the longer name': {
        component: numbered,
        best: same({}, named('wombat')),
        others: { products: [same({}, named('wombat_8.1'))] },
      },
    },
    doesNot: {
      'the file declares the product': {
        component: numbered,
        best: same({ onlyDeclared: 1 }, named('wombat')),
        others: { products: [same({}, named('wombat_8.1'))] },
      },
      'it has the longer name itself': {
        component: numbered,
        best: same({}, named('wombat_8.1')),
        others: { products: [same({}, named('wombat_8.1', 'burrow'))] },
      },
      'the other one has another number': {
        component: numbered,
        best: same({}, named('wombat')),
        others: { products: [same({}, named('wombat_9.1'))] },
      },
      'the other one is generated': {
        component: numbered,
        best: same({}, named('wombat')),
        others: { products: [same({}, { ...named('wombat_8.1'), isGenerated: true })] },
      },
    },
  },
  'name-of-another-product': {
    applies: {
      'only a slip away': {
        best: scoredProduct({ features: { typo: 1 } }),
        others: { products: [same({ literal: 1 })] },
      },
    },
    doesNot: {
      'the name is the same': { best: same(), others: { products: [same({ literal: 1 })] } },
      'the title is the same': {
        best: scoredProduct({ features: { title: 1 } }),
        others: { products: [same({ literal: 1 })] },
      },
      'the other one is written differently': {
        best: scoredProduct({ features: { typo: 1 } }),
        others: { products: [same()] },
      },
      'the other one is generated': {
        best: scoredProduct({ features: { typo: 1 } }),
        others: { products: [same({ literal: 1 }, { isGenerated: true })] },
      },
    },
  },
  'version-of-another-product': {
    applies: {
      'another product has it, and the name without an affix': {
        best: same({ versionUnknown: 1 }),
        others: { products: [scoredProduct({ features: { core: 1, versionKnown: 1 } })] },
      },
    },
    doesNot: {
      'it may have the version': {
        best: same(),
        others: { products: [scoredProduct({ features: { core: 1, versionKnown: 1 } })] },
      },
      'the organization is the same': {
        best: same({ versionUnknown: 1, organizationSame: 1 }),
        others: { products: [scoredProduct({ features: { core: 1, versionKnown: 1 } })] },
      },
      'the file declares the product': {
        best: same({ versionUnknown: 1, onlyDeclared: 1 }),
        others: { products: [scoredProduct({ features: { core: 1, versionKnown: 1 } })] },
      },
      'the other one has another name': {
        best: same({ versionUnknown: 1 }),
        others: { products: [scoredProduct({ features: { versionKnown: 1 } })] },
      },
      'the other one is generated': {
        best: same({ versionUnknown: 1 }),
        others: { products: [same({ versionKnown: 1 }, { isGenerated: true })] },
      },
    },
  },
  'partial-name': {
    applies: {
      'another product has the whole name': {
        best: scoredProduct({ names: { sameCut: 1 } }),
        others: { products: [scoredProduct({ names: { whole: 1 } })] },
      },
    },
    doesNot: {
      'the file declares the product': {
        best: scoredProduct({ names: { sameCut: 1 }, features: { onlyDeclared: 1 } }),
        others: { products: [scoredProduct({ names: { whole: 1 } })] },
      },
      'the other product is generated': {
        best: scoredProduct({ names: { sameCut: 1 } }),
        others: { products: [scoredProduct({ names: { whole: 1 }, candidate: { isGenerated: true } })] },
      },
      'it has the whole name too': {
        best: scoredProduct({ names: { qualified: 1, whole: 1 } }),
        others: { products: [scoredProduct({ names: { whole: 1 } })] },
      },
    },
  },
  'product-of-declared-package': {
    applies: {
      'the only one': {
        best: scoredProduct({ candidate: linked }),
        others: { products: [other(0.7)] },
        selectedPackage: declaredPackage,
      },
    },
    doesNot: {
      'one of several': {
        best: scoredProduct({ candidate: linked }),
        others: { products: [other(0.71)] },
        selectedPackage: declaredPackage,
      },
      'the link is improbable': {
        best: scoredProduct({ candidate: { linkedPackage: 0.7 } }),
        selectedPackage: declaredPackage,
      },
      'the package is not declared': { best: scoredProduct({ candidate: linked }), selectedPackage },
      'the catalogue does not know the package': {
        best: scoredProduct({ candidate: linked }),
        selectedPackage: scoredPackage({ features: { declared: 1 }, candidate: { entry: null } }),
      },
      'no package is selected': { best: scoredProduct({ candidate: linked }) },
      deprecated: {
        best: scoredProduct({ candidate: linked, features: { deprecated: 1 } }),
        selectedPackage: declaredPackage,
      },
      'for another platform': {
        best: scoredProduct({ candidate: linked, features: { targetOther: 1 } }),
        selectedPackage: declaredPackage,
      },
    },
  },
  unlisted: {
    applies: { 'the product is generated': { best: same({}, { isGenerated: true }) } },
    doesNot: { 'the catalogue knows it': {} },
  },
  improbable: {
    applies: { 'below the limit': { best: same({}, {}, 0.69) } },
    doesNot: { 'at the limit': { best: same({}, {}, 0.7) } },
  },
  declared: {
    applies: { 'the only identifier': { best: scoredProduct({ features: { declared: 1, onlyDeclared: 1 } }) } },
    doesNot: { 'one of several': { best: same({ declared: 1 }) } },
  },
  'number-of-name': {
    applies: { 'the number may belong to the name': { best: scoredProduct({ features: { sameNumberCut: 1 } }) } },
    doesNot: { 'the name has no such number': {} },
  },
  deprecated: {
    applies: { deprecated: { best: same({ deprecated: 1 }) } },
    doesNot: { 'not deprecated': {} },
  },
  'other-target': {
    applies: { 'another platform': { best: same({ targetOther: 1 }) } },
    doesNot: { 'the same platform': { best: same({ targetAgrees: 1 }) } },
  },
  hardware: {
    applies: { hardware: { best: same({ hardware: 1 }) } },
    doesNot: { software: {} },
  },
  'name-without-affixes': {
    applies: { 'its repository has the name': { best: withoutAffixes() } },
    doesNot: {
      'the whole name is the same': { best: withoutAffixes({ same: 1 }) },
      'without a repository': { best: withoutAffixes({ linkedRepository: 0 }) },
      'another name': { best: withoutAffixes({ core: 0 }) },
      improbable: { best: withoutAffixes({}, 0.94) },
      'the component is a library': { best: withoutAffixes({ packageEcosystem: 1 }) },
      'the component has coordinates': { best: withoutAffixes({ coordinates: 1 }) },
      'another organization': { best: withoutAffixes({ organizationDifferent: 1 }) },
      'a generic name': { best: scoredProduct({ features: bare, candidate: worker, probability: 0.95 }) },
    },
  },
  'unlinked-without-affixes': {
    applies: { 'no repository': { best: withoutAffixes({ linkedRepository: 0 }) } },
    doesNot: {
      'a repository of the name': { best: withoutAffixes({ organizationDifferent: 1 }) },
      'the whole name is the same': { best: same({ core: 1 }) },
    },
  },
  'different-name': {
    applies: {
      'only a word': { best: scoredProduct({ features: { coverage: 0.5 } }) },
      'the vendor is a language': {
        best: scoredProduct({ features: { qualified: 1, organizationInName: 1 }, candidate: named('rsa', 'python') }),
      },
      'the vendor does not agree': { best: scoredProduct({ features: { qualified: 1 } }) },
    },
    doesNot: {
      'the name': { best: same() },
      'the cut name': { best: scoredProduct({ features: { sameCut: 1 } }) },
      'the title': { best: scoredProduct({ features: { title: 1 } }) },
      'organization and name in one': { best: scoredProduct({ features: { doubled: 1 } }) },
      'name and vendor': { best: scoredProduct({ features: { qualified: 1, organizationInName: 1 } }) },
      'name and organization': { best: scoredProduct({ features: { qualified: 1, organizationSame: 1 } }) },
    },
  },
  'part-of-something-else': {
    applies: {
      'neither maker nor host': { component: plugin, best: same() },
      'the maker of a library': {
        component: plugin,
        best: same({ organizationSame: 1, packageEcosystem: 1 }),
      },
    },
    doesNot: {
      'the maker': { component: plugin, best: same({ organizationSame: 1 }) },
      'the host': { component: plugin, best: same({ targetAgrees: 1 }) },
      'the component is no part': { best: same() },
    },
  },
  'library-without-link': {
    applies: {
      'no package is selected': { best: same({ packageEcosystem: 1, linkedPackage: 0.8 }) },
      'the link is improbable': { best: same({ packageEcosystem: 1, linkedPackage: 0.7 }), selectedPackage },
      'the name is short, the organization another one': {
        best: same({ packageEcosystem: 1, linkedPackage: 0.8, short: 1, organizationDifferent: 1 }),
        selectedPackage,
      },
    },
    doesNot: {
      linked: { best: same({ packageEcosystem: 1, linkedPackage: 0.71 }), selectedPackage },
      'the version is known': { best: same({ packageEcosystem: 1, versionKnown: 1 }) },
      'the organization is the same': { best: same({ packageEcosystem: 1, organizationSame: 1 }) },
      'no library': { best: same() },
    },
  },
  'coordinates-with-unknown-version': {
    applies: {
      'a driver in the vendor’s group': { best: same({ coordinates: 1, organizationSame: 1, versionUnknown: 1 }) },
    },
    doesNot: {
      linked: { best: same({ coordinates: 1, versionUnknown: 1, linkedPackage: 0.8 }), selectedPackage },
      'the version is known': { best: same({ coordinates: 1, versionKnown: 1 }) },
      'no coordinates': { best: same({ versionUnknown: 1 }) },
    },
  },
  'coordinates-of-other-organization': {
    applies: {
      'an ordinary version': { best: same({ coordinates: 1, organizationDifferent: 1, versionKnown: 1 }) },
    },
    doesNot: {
      'a rare version': { best: same({ coordinates: 1, organizationDifferent: 1, versionKnown: 2 }) },
      linked: { best: same({ coordinates: 1, organizationDifferent: 1, linkedPackage: 0.8 }), selectedPackage },
      'the same organization': { best: same({ coordinates: 1 }) },
      'no coordinates': { best: same({ organizationDifferent: 1 }) },
    },
  },
  'same-organization': {
    applies: {
      'the same': { component: ofAcme, best: same({ organizationSame: 1, vendorIsProduct: 1 }) },
      similar: { component: ofAcme, best: same({ organizationSimilar: 1 }) },
      'organization and name in one': { component: ofAcme, best: scoredProduct({ features: { doubled: 1 } }) },
    },
    doesNot: {
      'no organization is given': { best: same({ organizationSame: 1 }) },
      'a similar vendor that is the product': {
        component: ofAcme,
        best: same({ organizationSimilar: 1, vendorIsProduct: 1 }),
      },
      'a similar vendor that is the project': {
        component: ofAcme,
        best: same({ organizationSimilar: 1, projectVendor: 1 }),
      },
    },
  },
  'known-version-of-other-organization': {
    applies: { 'a specific version': { component: ofAcme, best: same({ versionKnown: 1 }) } },
    doesNot: {
      'a common version': { component: ofAcme, best: same({ versionKnownCommon: 1 }) },
      'a generic name': { component: ofAcme, best: same({ versionKnown: 1 }, worker) },
      'no organization is given': { best: same({ versionKnown: 1 }) },
    },
  },
  'unrivalled-name-of-other-organization': {
    applies: {
      'the version is known': {
        component: ofAcme,
        best: same({ versionKnownCommon: 1, organizationDifferent: 1 }, {}, 0.9),
      },
      'the organization does not contradict': { component: ofAcme, best: same({}, {}, 0.9) },
    },
    doesNot: {
      'the organization contradicts': { component: ofAcme, best: same({ organizationDifferent: 1 }, {}, 0.9) },
      improbable: { component: ofAcme, best: same({}, {}, 0.89) },
      'a generic name': { component: ofAcme, best: same({}, worker, 0.9) },
      'an impossible version': { component: ofAcme, best: same({ versionBeyond: 1 }, {}, 0.9) },
      'no organization is given': { best: same({}, {}, 0.9) },
    },
  },
  'linked-package-of-other-organization': {
    applies: { linked: { component: ofAcme, best: same({ linkedPackage: 0.8 }), selectedPackage } },
    doesNot: {
      'an unknown version': {
        component: ofAcme,
        best: same({ linkedPackage: 0.8, versionUnknown: 1 }),
        selectedPackage,
      },
      'no package is selected': { component: ofAcme, best: same({ linkedPackage: 0.8 }) },
      'no organization is given': { best: same({ linkedPackage: 0.8 }), selectedPackage },
    },
  },
  stranger: {
    applies: { 'no version is known': { best: same({ organizationDifferent: 1 }, worker) } },
    doesNot: {
      'no other organization': { best: same({ versionUnknown: 1 }) },
      'it has the version': { best: same({ organizationDifferent: 1, versionKnown: 1 }) },
    },
  },
  'other-organization': {
    applies: { 'nothing else agrees': { component: ofAcme, best: same({ organizationSimilar: 1, projectVendor: 1 }) } },
    doesNot: { 'no organization is given': {} },
  },
  'unrivalled-name': {
    applies: { 'a distinctive name': { best: same({}, {}, 0.9) } },
    doesNot: {
      improbable: { best: same({}, {}, 0.89) },
      'a generic name': { best: same({}, worker, 0.9) },
      'an impossible version': { best: same({ versionBeyond: 1 }, {}, 0.9) },
    },
  },
  'linked-repository': {
    applies: {
      'the name is exactly the same': { best: same(fromRepository, {}, 0.85) },
      'the title is the same': { best: same({ ...fromRepository, literal: 0, title: 1 }, {}, 0.85) },
    },
    doesNot: {
      improbable: { best: same(fromRepository, {}, 0.84) },
      'no repository': { best: same({ ...fromRepository, linkedRepository: 0 }, {}, 0.85) },
      'improbable packages': { best: same({ ...fromRepository, linkedPackages: 0.29 }, {}, 0.85) },
      'other separators': { best: same({ ...fromRepository, literal: 0 }, {}, 0.85) },
      'a generic name': { best: same(fromRepository, worker, 0.85) },
    },
  },
  'known-version': {
    applies: {
      specific: { best: same({ versionKnown: 1 }, worker) },
      'common, of a distinctive name': { best: same({ versionKnownCommon: 1 }) },
    },
    doesNot: {
      'common, of a generic name': { best: same({ versionKnownCommon: 1 }, worker) },
      unknown: { best: same({ versionUnknown: 1 }) },
    },
  },
  'linked-package': {
    applies: { linked: { best: same({ linkedPackage: 0.71 }), selectedPackage } },
    doesNot: {
      improbable: { best: same({ linkedPackage: 0.7 }), selectedPackage },
      'no package is selected': { best: same({ linkedPackage: 0.71 }) },
      'the name is short, the organization another one': {
        best: same({ linkedPackage: 0.71, short: 1, organizationDifferent: 1 }),
        selectedPackage,
      },
    },
  },
  'qualified-name': {
    applies: { 'the vendor is part of the name': { best: same({ qualified: 1 }) } },
    doesNot: {
      'the vendor is a language': { best: same({ qualified: 1 }, named('rsa', 'python')) },
      'another vendor': { best: same() },
    },
  },
  'organization-in-name': {
    applies: { 'a distinctive name': { best: same({ organizationInName: 1 }) } },
    doesNot: {
      'a generic name': { component: generic, best: same({ organizationInName: 1 }) },
      'not in the name': { best: same() },
    },
  },
  'unconfirmed-coordinates': {
    applies: { 'complete coordinates': { best: same({ coordinates: 1 }, worker) } },
    doesNot: { 'a plain name': { best: same() } },
  },
  'generic-name': {
    applies: { 'a generic parse': { component: generic, best: same({}, worker) } },
    doesNot: {
      'another name': { best: same() },
      'the organization agrees': { component: generic, best: same({ organizationSame: 1 }, worker) },
    },
  },
};

describe('rules for products', () => {
  tryRules({ rules: productRules, cases, list: 'products', any: same });
});
