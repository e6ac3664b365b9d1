import type { PackageEntry } from '../../../src/model/catalog-entry.js';
import { packageRules } from '../../../src/resolution/matching/select/package-rules.js';
import type { ScoredPackage } from '../../../src/resolution/matching/select/selection-rule.js';
import {
  scoredPackage,
  scoredProduct,
  scoredRepository,
  tryRules,
  type RuleCases,
} from '../../support/selection-facts.js';

const same = { same: 1 };
const longer = { name: 'libwombat-qt-2.4t64' };
const libwombat = (name: string, more: object = {}): ScoredPackage =>
  scoredPackage({ candidate: { type: 'deb', namespace: 'debian', name }, ...more });
const deb = { type: 'deb', namespace: 'debian' };
const goModule = { type: 'golang', namespace: 'github.com/acme', name: 'wombat' };
const modulePath = (features: object = {}, candidate: object = {}, probability = 0.9): ScoredPackage =>
  scoredPackage({
    candidate: { ...goModule, entry: null, ...candidate },
    features: { coordinates: 1, ...features },
    probability,
  });
const ofModule = { version: 'v1.2.3' };
const versioned = (hint: string) => ({ ...ofModule, hint });
const listOf = (ecosystems: Record<string, number>) => ({ ecosystems, vendors: [], sureCount: 20 });
const unlisted = { type: 'npm', namespace: '@acme', name: 'wombat-parser', entry: null };
const scoped = { namespace: '@acme' };
const unlistedPackage = (features: object = {}, candidate: object = {}): ScoredPackage =>
  scoredPackage({ candidate: { type: 'npm', name: 'wombat-parser', entry: null, ...candidate }, features });
const group = { type: 'maven', namespace: 'com.acme' };
const npm = { hint: 'npm' };
const whole = scoredPackage({ names: { whole: 1 } });
const repository = (url: string) => ({ repositories: [scoredRepository({ candidate: { url } })] });
const ofAcme = { org: 'Acme Rail' };
const distinctive = (features: object, candidate: object = {}, probability = 0.8): ScoredPackage =>
  scoredPackage({ features: { ...same, ...features }, candidate, probability });
const server = scoredProduct({ features: { ...same, organizationSame: 1, versionKnown: 1 } });
const generic = { name: 'rules-engine' };

const used = (weight: number) => ({ weight }) as PackageEntry;
const withLanguage = (candidate: object = {}, features: object = {}): ScoredPackage =>
  scoredPackage({ candidate: { name: 'wombat-parser.js', entry: used(2), ...candidate }, features });
const plain = (features: object = {}, candidate: object = {}): ScoredPackage =>
  scoredPackage({ candidate: { entry: used(8), ...candidate }, features });

const cases: Record<string, RuleCases<ScoredPackage>> = {
  'other-version-in-name': {
    applies: {
      'the column has the number of an installer': {
        component: { name: 'Wombat Parser 3.11.7 (64-bit)', version: '3.11.7150.0' },
        best: scoredPackage(),
      },
      'they have nothing in common': {
        component: { name: 'Acme Wombat Parser - 6.0.26 (x64)', version: '48.108.21230' },
        best: scoredPackage(),
      },
    },
    doesNot: {
      'one has more numbers': {
        component: { name: 'Wombat Parser 3.11.7', version: '3.11.07.0' },
        best: scoredPackage(),
      },
      'the number may be a part of the name': {
        component: { name: 'Wombat Parser 3.0', version: '4.24.1' },
        best: scoredPackage(),
      },
      'no version is given': { component: { name: 'Wombat Parser 3.11.7' }, best: scoredPackage() },
      'the file says what it is': {
        component: { name: 'Wombat Parser 3.11.7', version: '4', purls: ['pkg:npm/wombat-parser@4'] },
        best: scoredPackage(),
      },
    },
  },
  'version-is-part-of-name': {
    applies: {
      'another package has the longer name': {
        component: longer,
        best: libwombat('libwombat-qt'),
        others: { packages: [libwombat('libwombat-qt-2.4t64')] },
      },
    },
    doesNot: {
      'the file declares the package': {
        component: longer,
        best: libwombat('libwombat-qt', { features: { declared: 1 } }),
        others: { packages: [libwombat('libwombat-qt-2.4t64')] },
      },
      'no other package has the longer name': {
        component: longer,
        best: libwombat('libwombat-qt'),
        others: { packages: [libwombat('libwombat')] },
      },
      'it has the longer name itself': {
        component: longer,
        best: libwombat('libwombat-qt-2.4t64'),
        others: { packages: [libwombat('libwombat-qt-2.4t64')] },
      },
      'the package of the longer name is generated': {
        component: longer,
        best: libwombat('libwombat-qt'),
        others: { packages: [scoredPackage({ candidate: { name: 'libwombat-qt-2.4t64', entry: null } })] },
      },
    },
  },
  'partial-name': {
    applies: {
      'another package has the whole name': {
        best: scoredPackage({ names: { sameCut: 1 } }),
        others: { packages: [whole] },
      },
    },
    doesNot: {
      'the file declares the package': {
        best: scoredPackage({ names: { sameCut: 1 }, features: { declared: 1 } }),
        others: { packages: [whole] },
      },
      'it has the whole name too': {
        best: scoredPackage({ names: { title: 1, whole: 1 } }),
        others: { packages: [whole] },
      },
      'the catalogue does not know the other package': {
        best: scoredPackage({ names: { sameCut: 1 } }),
        others: { packages: [scoredPackage({ names: { whole: 1 }, candidate: { entry: null } })] },
      },
      'no other package has the whole name': {
        best: scoredPackage({ names: { sameCut: 1 } }),
        others: { packages: [scoredPackage()] },
      },
    },
  },
  declared: {
    applies: { 'the purl is in the file': { best: scoredPackage({ features: { declared: 1 } }) } },
    doesNot: { 'the purl is not in the file': {} },
  },
  'name-with-language': {
    applies: {
      'nothing tells them apart': { best: withLanguage(), others: { packages: [plain()] } },
      'both have the version': {
        best: withLanguage({ type: 'nuget' }, { versionKnown: 2 }),
        others: { packages: [plain({ versionKnown: 2 })] },
      },
      'the list is of another registry': {
        component: { context: listOf({ pypi: 1 }) },
        best: withLanguage(),
        others: { packages: [plain()] },
      },
      'the other one alone has the version': {
        best: withLanguage({ entry: used(9) }),
        others: { packages: [plain({ versionKnown: 2 })] },
      },
    },
    doesNot: {
      'the registry is named': { component: npm, best: withLanguage(), others: { packages: [plain()] } },
      'the list is of its registry': {
        component: { context: listOf({ npm: 1 }) },
        best: withLanguage(),
        others: { packages: [plain()] },
      },
      'it alone has the version': {
        best: withLanguage({}, { versionKnown: 2 }),
        others: { packages: [plain()] },
      },
      'it is used more': { best: withLanguage({ entry: used(9) }), others: { packages: [plain()] } },
      'the other one is of another scope': { best: withLanguage(), others: { packages: [plain({}, scoped)] } },
      'no other package has the name': { best: withLanguage(), others: { packages: [scoredPackage()] } },
    },
  },
  'repository-path': {
    applies: {
      'a version of any language': { component: { version: '7.80.0' }, best: modulePath() },
      'a list of other ecosystems': {
        component: { version: '7.80.0', context: listOf({ golang: 0.49, npm: 0.51 }) },
        best: modulePath(),
      },
    },
    doesNot: {
      'a version of Go': { component: ofModule, best: modulePath() },
      'the version of a commit': {
        component: { version: '0.0.0-20200324223359-a94be52c0b03' },
        best: modulePath(),
      },
      'a version before modules': { component: { version: '2.0.0+incompatible' }, best: modulePath() },
      'a major version in the path': {
        component: { version: '2.0.0' },
        best: modulePath({}, { namespace: 'github.com/acme/wombat', name: 'v2' }),
      },
      'the file says so': { component: { version: '7.80.0', hint: 'golang' }, best: modulePath() },
      'half of the list is of Go': {
        component: { version: '7.80.0', context: listOf({ golang: 0.5 }) },
        best: modulePath(),
      },
      'a host of Go alone': {
        component: { version: '7.80.0' },
        best: modulePath({}, { namespace: 'k8s.io' }),
      },
      'the catalogue knows the module': {
        component: { version: '7.80.0' },
        best: modulePath({}, { entry: {} as PackageEntry }),
      },
      'of another ecosystem': { component: { version: '7.80.0' }, best: modulePath({}, { type: 'composer' }) },
    },
  },
  'module-of-known-repository': {
    applies: {
      'the path is the address': {
        component: ofModule,
        best: scoredPackage({ candidate: { ...goModule, entry: null }, features: { coordinates: 1 } }),
        others: repository('https://github.com/acme/wombat'),
      },
      'at the limit': {
        best: scoredPackage({ candidate: goModule, features: { coordinates: 1 }, probability: 0.6 }),
        others: repository('https://github.com/acme/wombat'),
      },
      'the path ends in a major version': {
        best: scoredPackage({
          candidate: { ...goModule, namespace: 'github.com/acme/wombat', name: 'v2' },
          features: { coordinates: 1 },
        }),
        others: repository('https://github.com/acme/wombat'),
      },
    },
    doesNot: {
      'of another ecosystem': {
        best: scoredPackage({ candidate: { ...goModule, type: 'npm' }, features: { coordinates: 1 } }),
        others: repository('https://github.com/acme/wombat'),
      },
      'found by its name alone': {
        best: scoredPackage({ candidate: goModule }),
        others: repository('https://github.com/acme/wombat'),
      },
      improbable: {
        best: scoredPackage({ candidate: goModule, features: { coordinates: 1 }, probability: 0.59 }),
        others: repository('https://github.com/acme/wombat'),
      },
      'another repository': {
        best: scoredPackage({ candidate: goModule, features: { coordinates: 1 } }),
        others: repository('https://github.com/acme/burrow'),
      },
      'a repository that the catalogue does not know': {
        best: scoredPackage({ candidate: goModule, features: { coordinates: 1 } }),
        others: {
          repositories: [scoredRepository({ candidate: { url: 'https://github.com/acme/wombat', entry: null } })],
        },
      },
    },
  },
  'module-path': {
    applies: {
      'on a code host': { component: ofModule, best: modulePath() },
      'of an owner that the catalogue knows, on another host': {
        component: ofModule,
        best: modulePath({ knownOwner: 1 }, { namespace: 'burrow.example/wombats' }),
      },
    },
    doesNot: {
      'no version': { best: modulePath() },
      'a version that no build writes': { component: { version: 'latest' }, best: modulePath() },
      'on a host that nobody knows': {
        component: ofModule,
        best: modulePath({}, { namespace: 'githuub.com/acme' }),
      },
      'less probable': { component: ofModule, best: modulePath({}, {}, 0.89) },
      'a known module one slip away': { component: ofModule, best: modulePath({ besideTypo: 1 }) },
      'a version glued to it': { component: ofModule, best: modulePath({}, { name: 'wombat_1.2.3' }) },
      'a word that the catalogue does not know': {
        component: ofModule,
        best: modulePath(),
        others: { hasKnownWords: (text) => !text.includes('acme') },
      },
      'of another ecosystem': { component: ofModule, best: modulePath({}, { type: 'composer' }) },
      'other coordinates': { component: ofModule, best: modulePath({ coordinates: 0 }) },
      'the catalogue knows it': { component: ofModule, best: modulePath({}, { entry: {} as PackageEntry }) },
    },
  },
  'sibling-of-known-packages': {
    applies: {
      'a known namespace': {
        best: scoredPackage({ candidate: unlisted, features: { coordinates: 1, knownNamespace: 1 }, probability: 0.9 }),
      },
      'a known owner': {
        best: scoredPackage({ candidate: unlisted, features: { coordinates: 1, knownOwner: 1 }, probability: 0.9 }),
      },
      ...Object.fromEntries(
        ['wombat-parser_2.12', 'WombatParser'].map((name) => [
          `the Maven name ${name}`,
          {
            best: scoredPackage({
              candidate: { ...unlisted, type: 'maven', name },
              features: { coordinates: 1, knownNamespace: 1 },
              probability: 0.9,
            }),
          },
        ]),
      ),
      'another candidate of the namespace': {
        best: scoredPackage({ candidate: unlisted, features: { coordinates: 1 }, probability: 0.9 }),
        others: { packages: [scoredPackage({ candidate: { namespace: '@acme', name: 'wombat-core' } })] },
      },
    },
    doesNot: {
      'an unknown namespace': {
        best: scoredPackage({ candidate: unlisted, features: { coordinates: 1 }, probability: 0.9 }),
        others: { packages: [scoredPackage({ candidate: { namespace: '@numbat' } })] },
      },
      'the namespace of another ecosystem': {
        best: scoredPackage({ candidate: unlisted, features: { coordinates: 1 }, probability: 0.9 }),
        others: { packages: [scoredPackage({ candidate: { namespace: '@acme', type: 'composer' } })] },
      },
      ...Object.fromEntries(
        ['besideTypo', 'besideSame'].map((feature) => [
          feature,
          {
            best: scoredPackage({
              candidate: unlisted,
              features: { coordinates: 1, knownNamespace: 1, [feature]: 1 },
              probability: 0.9,
            }),
          },
        ]),
      ),
      ...Object.fromEntries(
        [
          ['maven', 'WOMBAT-PARSER'],
          ['maven', 'Wombat-Parser'],
          ['maven', 'wombat_parser'],
          ['golang', 'wombat-parser-1.2.3'],
        ].map(([type, name]) => [
          `the ${type} name ${name}`,
          {
            best: scoredPackage({
              candidate: { ...unlisted, type: type!, name: name! },
              features: { coordinates: 1, knownNamespace: 1 },
              probability: 0.9,
            }),
          },
        ]),
      ),
      'a word that stands in no other name': {
        best: scoredPackage({ candidate: unlisted, features: { coordinates: 1, knownNamespace: 1 }, probability: 0.9 }),
        others: { hasKnownWords: () => false },
      },
      'without complete coordinates': {
        best: scoredPackage({ candidate: unlisted, features: { knownNamespace: 1 }, probability: 0.9 }),
      },
      improbable: {
        best: scoredPackage({
          candidate: unlisted,
          features: { coordinates: 1, knownNamespace: 1 },
          probability: 0.89,
        }),
      },
    },
  },
  'unlisted-and-unconfirmed': {
    applies: {
      'only a name': { component: npm, best: unlistedPackage() },
      'an ecosystem that only its list names': {
        component: { ...ofModule, context: listOf({ npm: 1 }) },
        best: unlistedPackage(),
      },
      'a word that no name has': {
        component: versioned('npm'),
        best: unlistedPackage(),
        others: { hasKnownWords: () => false },
      },
      'a word of a namespace that is not known either': {
        component: versioned('npm'),
        best: unlistedPackage({}, scoped),
        others: { hasKnownWords: (text) => !text.includes('acme') },
      },
      'a listed package one slip away': { component: versioned('npm'), best: unlistedPackage({ besideTypo: 1 }) },
      'a module on a host that nobody knows': {
        component: versioned('golang'),
        best: unlistedPackage({}, { ...goModule, namespace: 'githuub.com/acme' }),
      },
      ...Object.fromEntries(
        [
          ['npm', 'wombat_parser'],
          ['npm', 'wombat 1.2.3'],
          ['npm', 'wombat1.2.3'],
          ['pypi', 'wombat@1'],
          ['gem', 'WOMBAT'],
        ].map(([type, name]) => [
          `the ${type} name ${name}`,
          { component: versioned(type!), best: unlistedPackage({}, { type: type!, name: name! }) },
        ]),
      ),
    },
    doesNot: {
      'every word is known': { component: versioned('npm'), best: unlistedPackage() },
      'the namespace is known': {
        component: versioned('npm'),
        best: unlistedPackage({ knownNamespace: 1 }, scoped),
        others: { hasKnownWords: (text) => !text.includes('acme') },
      },
      'a module on a known host': { component: versioned('golang'), best: unlistedPackage({}, goModule) },
      'signs that distributions have in names': {
        component: versioned('deb'),
        best: unlistedPackage({}, { ...deb, name: 'libwombat++' }),
      },
      'coordinates without a version': { best: unlistedPackage({ coordinates: 1 }, scoped) },
      'the catalogue lists it': { component: versioned('npm'), others: { hasKnownWords: () => false } },
      'the file declares it': {
        component: versioned('npm'),
        best: unlistedPackage({}, { isDeclared: true }),
        others: { hasKnownWords: () => false },
      },
    },
  },
  unlisted: {
    applies: {
      'the package is generated': {
        component: versioned('npm'),
        best: scoredPackage({ candidate: unlisted, features: same }),
      },
    },
    doesNot: { 'the catalogue knows it': {} },
  },
  outnumbered: {
    applies: { 'less than half': { best: scoredPackage({ probability: 0.49 }) } },
    doesNot: { half: { best: scoredPackage({ probability: 0.5 }) } },
  },
  improbable: {
    applies: { 'below the limit': { best: scoredPackage({ features: same, probability: 0.59 }) } },
    doesNot: { 'at the limit': { best: scoredPackage({ features: same, probability: 0.6 }) } },
  },
  'name-of-another-package': {
    applies: {
      'a version that is not known': { best: scoredPackage({ features: { typo: 1 } }) },
      'an ecosystem': { component: npm, best: scoredPackage({ features: { typo: 1, versionKnown: 2 } }) },
      'capitals that its registry has too': {
        component: { name: 'Wombat.Prser', hint: 'nuget' },
        best: scoredPackage({ candidate: { type: 'nuget' }, features: { typo: 1 } }),
      },
    },
    doesNot: {
      'a known version of a name typed by hand': { best: scoredPackage({ features: { typo: 1, versionKnown: 2 } }) },
      'the name': { best: scoredPackage({ features: { ...same, typo: 1 } }) },
      'several words, as a person types them': {
        component: { name: 'wombat prser', ...npm },
        best: scoredPackage({ features: { typo: 1 } }),
      },
      'capitals where the registry has none': {
        component: { name: 'Wombat-prser', ...npm },
        best: scoredPackage({ features: { typo: 1 } }),
      },
    },
  },
  'different-name': {
    applies: { 'only a word is the same': { best: scoredPackage({ features: { coverage: 0.5, core: 1 } }) } },
    doesNot: {
      'the name': { best: scoredPackage({ features: same }) },
      'the cut name': { best: scoredPackage({ features: { sameCut: 1 } }) },
      'the title': { best: scoredPackage({ features: { title: 1 } }) },
      'the qualified name': { best: scoredPackage({ features: { qualified: 1 } }) },
    },
  },
  'different-coordinates': {
    applies: { 'of the same ecosystem': { best: scoredPackage({ features: { ...same, coordinatesDiffer: 1 } }) } },
    doesNot: {
      'a typing error apart': {
        best: scoredPackage({ features: { ...same, coordinatesDiffer: 1, coordinatesTypo: 1 } }),
      },
      'no coordinates': { best: scoredPackage({ features: same }) },
    },
  },
  'other-distribution': {
    applies: {
      'a Debian package': { best: scoredPackage({ candidate: deb, features: { ...same, distributionFits: -1 } }) },
    },
    doesNot: {
      'of this distribution': { best: scoredPackage({ candidate: deb, features: { ...same, distributionFits: 1 } }) },
      'no distribution’s package': { best: distinctive({}) },
    },
  },
  'unknown-distribution': {
    applies: {
      'nothing tells it': { best: distinctive({ distribution: 1, versionKnown: 2 }, deb) },
      'several are possible': { best: distinctive({ distribution: 1, distributionFits: 0.5 }, deb) },
    },
    doesNot: {
      'it is told': { best: distinctive({ distribution: 1, distributionFits: 1 }, deb) },
      'no distribution’s package': { best: distinctive({}) },
    },
  },
  'namesake-of-product': {
    applies: {
      'the server, where registries have its clients': {
        component: ofAcme,
        best: distinctive({ ownerAgrees: 1, versionUnknown: 1 }),
        others: { products: [server] },
      },
      'the catalogue knows this version of neither': {
        component: ofAcme,
        best: distinctive({ ownerAgrees: 1, versionUnknown: 1 }),
        others: { products: [scoredProduct({ features: { ...same, organizationSame: 1, versionUnknown: 1 } })] },
      },
    },
    doesNot: {
      'it has the version itself': {
        component: ofAcme,
        best: distinctive({ ownerAgrees: 1, versionKnown: 1 }),
        others: { products: [server] },
      },
      'the ecosystem is named': {
        component: { ...ofAcme, ...npm },
        best: distinctive({ ownerAgrees: 1, versionUnknown: 1 }),
        others: { products: [server] },
      },
      'the list has such packages': {
        component: ofAcme,
        best: distinctive({ ownerAgrees: 1, versionUnknown: 1, listPortion: 0.2 }),
        others: { products: [server] },
      },
      'the product is of another organization': {
        component: ofAcme,
        best: distinctive({ ownerAgrees: 1, versionUnknown: 1 }),
        others: { products: [scoredProduct({ features: { ...same, versionKnown: 1 } })] },
      },
      'no organization is given': {
        best: distinctive({ ownerAgrees: 1, versionUnknown: 1 }),
        others: { products: [server] },
      },
    },
  },
  'unconfirmed-namespace': {
    applies: {
      'a Maven group': { best: distinctive({}, group) },
      'a scope, where the organization is another one': {
        component: ofAcme,
        best: distinctive({ organizationDifferent: 1 }, scoped),
      },
      'a scope, where nothing but the name agrees': { best: distinctive({}, scoped) },
      'a scope, where the name is generic': {
        component: generic,
        best: distinctive({}, { ...scoped, name: 'rules-engine' }),
      },
    },
    doesNot: {
      'a distinctive name in a scope, with a version that it has': { best: distinctive({ versionKnown: 1 }, scoped) },
      'a generic name a typing error apart': {
        component: generic,
        best: distinctive({ coordinatesTypo: 1 }, { ...scoped, name: 'rules-engine' }),
      },
      'the coordinates are the same': { best: distinctive({ coordinates: 1 }, group) },
      'the organization is the same': { best: distinctive({ organizationSame: 1 }, group) },
      'no namespace': { best: distinctive({}) },
      'a distribution is no such namespace': { best: distinctive({}, deb) },
    },
  },
  'same-organization': {
    applies: Object.fromEntries(
      ['coordinates', 'organizationSame', 'organizationSimilar', 'ownerAgrees'].map((feature) => [
        feature,
        { best: distinctive({ [feature]: 1 }) },
      ]),
    ),
    doesNot: { 'only the name contains it': { best: distinctive({ organizationInName: 1 }) } },
  },
  'known-version': {
    applies: { specific: { best: distinctive({ versionKnown: 1 }) } },
    doesNot: { common: { best: distinctive({ versionKnownCommon: 1 }) } },
  },
  'exact-name-of-other-organization': {
    applies: {
      'nothing else is likely, and the ecosystem agrees': {
        component: { ...ofAcme, ...npm },
        best: distinctive({ literal: 1, versionUnknown: 1 }, {}, 0.95),
      },
      'nothing else is likely, and the version is plausible': {
        component: ofAcme,
        best: distinctive({ literal: 1, versionNear: 1 }, {}, 0.95),
      },
      'the ecosystem agrees, and the version is plausible': {
        component: { ...ofAcme, ...npm },
        best: distinctive({ literal: 1, majorKnown: 1 }),
      },
    },
    doesNot: {
      'no organization is given': { component: npm, best: distinctive({ literal: 1, majorKnown: 1 }) },
      'other separators': { component: { ...ofAcme, ...npm }, best: distinctive({ majorKnown: 1 }) },
      'a generic name': {
        component: { ...ofAcme, ...npm, ...generic },
        best: distinctive({ literal: 1, majorKnown: 1 }, { name: 'rules-engine' }),
      },
      'another ecosystem': { component: ofAcme, best: distinctive({ literal: 1, majorKnown: 1 }) },
      'an implausible version': { component: { ...ofAcme, ...npm }, best: distinctive({ literal: 1 }) },
      'an impossible version': {
        component: { ...ofAcme, ...npm },
        best: distinctive({ literal: 1, versionBeyond: 1 }, {}, 0.95),
      },
    },
  },
  'distinctive-name-of-other-organization': {
    applies: {
      'the ecosystem agrees': { component: { ...ofAcme, ...npm }, best: distinctive({ versionUnknown: 1 }) },
      'the version is plausible': { component: ofAcme, best: distinctive({ versionKnownCommon: 1 }) },
    },
    doesNot: {
      'no organization is given': { component: npm, best: distinctive({}) },
      'a generic name': {
        component: { ...ofAcme, ...npm, ...generic },
        best: distinctive({}, { name: 'rules-engine' }),
      },
      'an impossible version': { component: { ...ofAcme, ...npm }, best: distinctive({ versionBeyond: 1 }) },
      'neither ecosystem nor version': { component: ofAcme, best: distinctive({}) },
    },
  },
  'unknown-version-of-other-organization': {
    applies: {
      'no version like it': { component: ofAcme, best: distinctive({ organizationDifferent: 1, versionUnknown: 1 }) },
    },
    doesNot: {
      'no organization is given': { best: distinctive({ versionUnknown: 1 }) },
      'a similar organization': {
        component: ofAcme,
        best: distinctive({ organizationSimilar: 1, versionUnknown: 1 }),
      },
      'it has versions like it': { component: ofAcme, best: distinctive({ versionUnknown: 1, majorKnown: 1 }) },
      'it has the version': { component: ofAcme, best: distinctive({ organizationDifferent: 1 }) },
    },
  },
  stranger: {
    applies: {
      'a short name': { component: ofAcme, best: distinctive({ length: 1 }) },
    },
    doesNot: {
      'a longer name': { component: ofAcme, best: distinctive({ organizationDifferent: 1 }) },
      'it has the version': {
        component: ofAcme,
        best: distinctive({ organizationDifferent: 1, length: 1, versionKnown: 1 }),
      },
      'the owner of its repository agrees': {
        component: ofAcme,
        best: distinctive({ organizationDifferent: 1, length: 1, ownerAgrees: 1 }),
      },
      'the organization agrees': { component: ofAcme, best: distinctive({ organizationSame: 1, length: 1 }) },
      'no organization is given': { best: distinctive({ length: 1 }) },
      'its namespace is unconfirmed, of an ecosystem that is not named': {
        component: ofAcme,
        best: distinctive({ organizationDifferent: 1 }, group),
      },
    },
  },
  'other-organization': {
    applies: { 'nothing else agrees': { component: ofAcme, best: distinctive({ organizationDifferent: 1 }) } },
    doesNot: { 'no organization is given': { best: distinctive({ versionUnknown: 1 }) } },
  },
  'unrivalled-name': {
    applies: {
      'no version': { best: distinctive({ literal: 1 }, { name: 'wombat' }, 0.95), component: { name: 'wombat' } },
      'a common version': { best: distinctive({ literal: 1, versionKnownCommon: 1, versionUnknown: 0 }, {}, 0.95) },
    },
    doesNot: {
      'an unknown version': { best: distinctive({ literal: 1, versionUnknown: 1 }, {}, 0.95) },
      improbable: { best: distinctive({ literal: 1 }, {}, 0.94) },
      'other separators': { best: distinctive({}, {}, 0.95) },
      'a generic name': { best: distinctive({ literal: 1 }, { name: 'worker' }, 0.95) },
      'a generic parse': { component: { name: 'worker' }, best: distinctive({ literal: 1 }, {}, 0.95) },
    },
  },
  'known-ecosystem': {
    applies: {
      'a name that is not generic': {
        component: { ...npm, name: 'wombat' },
        best: distinctive({ versionUnknown: 1 }, { name: 'wombat' }),
      },
    },
    doesNot: {
      'a generic name': { component: { ...npm, name: 'worker' }, best: distinctive({}, { name: 'worker' }) },
      'another ecosystem': { component: { hint: 'pypi' }, best: distinctive({}) },
    },
  },
  'distinctive-name': {
    applies: {
      'no version': { best: distinctive({}) },
      'a plausible version': { best: distinctive({ versionUnknown: 1, versionNear: 1 }) },
      'the syntax of the ecosystem': { ecosystems: { npm: 0.6 }, best: distinctive({ versionUnknown: 1 }) },
    },
    doesNot: {
      'a short name': { component: { name: 'wombat' }, best: distinctive({}, { name: 'wombat' }) },
      'a generic parse': { component: generic, best: distinctive({}) },
      'an unknown version': { ecosystems: { npm: 0.59 }, best: distinctive({ versionUnknown: 1 }) },
    },
  },
  'generic-name': {
    applies: { 'a generic parse': { component: { name: 'worker' }, best: distinctive({}, { name: 'worker' }) } },
    doesNot: {
      'another name': { best: distinctive({ versionUnknown: 1 }) },
      'the organization agrees': { component: generic, best: distinctive({ organizationSame: 1 }) },
      'the coordinates are the same': { component: { name: 'worker' }, best: distinctive({ coordinates: 1 }) },
    },
  },
};

describe('rules for packages', () => {
  tryRules({ rules: packageRules, cases, list: 'packages', any: () => scoredPackage({ features: same }) });
});
