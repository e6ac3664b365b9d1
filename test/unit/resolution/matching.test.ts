import fc from 'fast-check';
import { words } from '../../../src/model/names/normalise.js';
import type { PackageEntry, ProductEntry, RepositoryEntry } from '../../../src/model/catalog-entry.js';
import { entryKinds } from '../../../src/model/catalog-entry.js';
import {
  applyPriorDecisions,
  priorDecisionReasons,
} from '../../../src/resolution/matching/select/apply-prior-decisions.js';
import { buildQuery } from '../../../src/resolution/matching/compare/component-query.js';
import { confidencesOf } from '../../../src/resolution/matching/select/calibration.js';
import type { ComponentEvidence } from '../../../src/resolution/matching/query/evidence.js';
import { entryKey, type CatalogHits } from '../../../src/resolution/matching/query/catalog-entries.js';
import { canonicalPattern, isInternal } from '../../../src/resolution/matching/select/internal-patterns.js';
import { buildOutcome, type ResolutionOutcome } from '../../../src/resolution/matching/select/outcome.js';
import { rankCandidates } from '../../../src/resolution/matching/rank/rank-candidates.js';
import {
  decisionName,
  decisionOrganization,
  withoutVersion,
} from '../../../src/resolution/matching/query/prior-decision.js';
import { trainedModel } from '../../../src/resolution/matching/rank/trained-model.js';
import type { Calibration } from '../../../src/resolution/matching/rank/model-weights.js';

const pack = (id: number, purl: string, more: Partial<PackageEntry> = {}): PackageEntry => {
  const [, type = '', path = ''] = /^pkg:([^/]+)\/(.+)$/.exec(purl) ?? [];
  const slash = path.lastIndexOf('/');
  const namespace = slash < 0 ? null : path.slice(0, slash);
  const facts = { title: null, versions: '', latestVersion: null, weight: 3, sources: 1 };
  return { id, purl, type, namespace, name: path.slice(slash + 1), ...facts, ...more };
};
const product = (id: number, vendor: string, name: string, more: Partial<ProductEntry> = {}): ProductEntry => {
  const facts = { title: null, targetSoftware: [], versions: '', deprecated: false, weight: 20, sources: 2 };
  const cpe = `cpe:2.3:a:${vendor}:${name}:*:*:*:*:*:*:*:*`;
  return { id, cpe, part: 'a', vendor, product: name, ...facts, ...more };
};
const repository = (id: number, owner: string, name: string): RepositoryEntry => {
  const url = `https://github.com/${owner}/${name}`;
  return { id, url, host: 'github.com', owner, name, weight: 3 };
};

interface Known {
  packages?: PackageEntry[];
  products?: ProductEntry[];
  repositories?: RepositoryEntry[];
  /** Pairs of kind and id. */
  links?: [[keyof typeof entryKinds, number], [keyof typeof entryKinds, number]][];
}

/** Resolution against a catalogue that answers with all it has. */
function resolve(component: Partial<ComponentEvidence>, catalog: Known = {}): ResolutionOutcome {
  const { packages = [], products = [], repositories = [], links = [] } = catalog;
  const map = <Entry extends { id: number }>(list: Entry[]): Map<number, Entry> =>
    new Map(list.map((entry) => [entry.id, entry]));
  const byEnd = new Map<number, number[]>();
  for (const [from, to] of links) {
    const [one, other] = [from, to].map(([kind, id]) => entryKey(entryKinds[kind], id)) as [number, number];
    byEnd.set(one, [...(byEnd.get(one) ?? []), other]);
    byEnd.set(other, [...(byEnd.get(other) ?? []), one]);
  }
  const known = { packages: map(packages), products: map(products), repositories: map(repositories), links: byEnd };
  const ids = (list: { id: number }[]): number[] => list.map(({ id }) => id);
  const none = { packages: [], products: [], repositories: [] };
  const hits: CatalogHits = {
    ...{ packages: ids(packages), products: ids(products), repositories: ids(repositories), related: none },
    knownWords: new Set(packages.flatMap(({ name }) => words(name))),
  };
  const asked = buildQuery({ name: '', org: '', version: '', ...component }, trainedModel);
  return buildOutcome(asked, rankCandidates(asked, hits, known, trainedModel));
}

const chosen = ({ searchResults: { package: packages, repo, product: products } }: ResolutionOutcome) =>
  [...packages, ...repo, ...products].filter(({ selected }) => selected).map(({ name }) => name);

describe('automatic selection', () => {
  const quokka = pack(1, 'pkg:npm/quokka-parser', { versions: '1.2.3\n1.2.4' });

  it('takes a package whose name, ecosystem and version agree, with the component’s version in the purl', () => {
    const { searchResults, status } = resolve(
      { name: 'quokka-parser', version: '1.2.4', hint: 'npm' },
      { packages: [quokka] },
    );
    expect(status).toBe('resolved');
    expect(searchResults.package[0]).toMatchObject({
      purl: 'pkg:npm/quokka-parser@1.2.4',
      selected: true,
      automatically_selected: true,
    });
  });

  it.each([
    ['what was only put together from the list’s own words', { name: 'quokka-parser', hint: 'npm' }, {}],
    ['another ecosystem’s package', { name: 'quokka-parser', hint: 'pypi' }, { packages: [quokka] }],
    ['a longer name', { name: 'quokka-parser-sidecar-acme', version: '7.1.3' }, { packages: [quokka] }],
    [
      'another group’s artifact',
      { name: 'wombat-core', org: 'com.acme', hint: 'maven' },
      { packages: [pack(1, 'pkg:maven/org.wombat/wombat-core')] },
    ],
    [
      'what a plugin is for or works with',
      { name: 'Wombatron plugin for WordPress' },
      { products: [product(1, 'wombatron', 'wombatron', { weight: 900, sources: 4 })] },
    ],
    ['a name that says nothing', { name: 'worker', version: '1.0.0' }, { packages: [pack(1, 'pkg:npm/worker')] }],
    [
      'a product of a word that was only left over',
      { name: 'wombat-kubernetes', org: 'com.wombat', hint: 'maven' },
      { products: [product(1, 'wombat', 'wombat')] },
    ],
    [
      'a package whose name is taken by another organization, far ahead of all its versions',
      { name: 'quokka-parser', org: 'Acme Rail Systems', version: '84.8.R7' },
      { packages: [pack(1, 'pkg:npm/quokka-parser', { versions: '1.2.3\n2.0.0', weight: 40 })] },
    ],
    [
      'the product of such a package',
      { name: 'quokka-parser', org: 'Acme Rail Systems', version: '84.8.R7' },
      {
        packages: [pack(1, 'pkg:npm/quokka-parser', { versions: '1.2.3\n2.0.0', weight: 40 })],
        products: [product(1, 'quokka', 'quokka-parser')],
        links: [
          [
            ['package', 1],
            ['product', 1],
          ],
        ],
      },
    ],
    ['a Go path whose repository nobody knows', { name: 'github.com/quokka/parser/v2', version: '2.1.0' }, {}],
    [
      'a cut name where another product bears the whole',
      { name: 'Wombat Framework 4.8', org: 'Acme' },
      {
        products: [
          product(1, 'acme', 'wombat', { versions: '4.8', weight: 300 }),
          product(2, 'acme', 'wombat_framework', { versions: '3.5', weight: 5 }),
        ],
      },
    ],
    [
      'a cut name with its vendor where another product bears the whole',
      { name: 'Acme Wombat Framework', org: 'Acme', version: '4.8' },
      {
        products: [
          product(1, 'acme', 'wombat', { title: 'Acme Wombat', versions: '4.8', weight: 300 }),
          product(2, 'acme', 'wombat_framework', { versions: '3.5', weight: 5 }),
        ],
      },
    ],
    [
      'hardware for a name without vendor',
      { name: 'wombatron' },
      { products: [product(1, 'acme', 'wombatron', { part: 'h', cpe: 'cpe:2.3:h:acme:wombatron:*:*:*:*:*:*:*:*' })] },
    ],
    [
      'a product of three letters that another organization has, though a package of the name is it',
      { name: 'sos', org: 'wombat-report' },
      {
        packages: [pack(1, 'pkg:deb/debian/sos'), pack(2, 'pkg:npm/sos', { weight: 40 })],
        products: [product(1, 'sos_project', 'sos')],
        links: [
          [
            ['package', 2],
            ['product', 1],
          ],
        ],
      },
    ],
    [
      'a product without affixes that only the name points at',
      { name: 'python3-wombatron', version: '3.0' },
      { products: [product(1, 'acme', 'wombatron', { weight: 60 })] },
    ],
    [
      'the package of a scoped one’s bare name',
      { name: '@acme/quokka-parser', version: '1.20.35' },
      { packages: [pack(1, 'pkg:npm/quokka-parser', { versions: '1.20.1\n1.20.2', weight: 40 })] },
    ],
    [
      'a product for what only has its name in somebody else’s scope',
      { name: 'quokka-parser', org: '@types', version: '1.2.4', hint: 'npm' },
      { products: [product(1, 'quokka', 'quokka-parser', { versions: '1.2.4', targetSoftware: ['node.js'] })] },
    ],
    [
      'a product for an artifact of that name in somebody else’s group',
      { name: 'quokka4j', org: 'org.acme.addon', version: '1.7.13', hint: 'maven' },
      { products: [product(1, 'wombat', 'quokka4j', { versions: '1.7.13' })] },
    ],
    [
      'somebody’s Go module for a name that anybody might choose',
      { name: 'worker', version: '0.0.1', hint: 'go' },
      { packages: [pack(1, 'pkg:golang/github.com/acme/worker')] },
    ],
    [
      'somebody’s Go module where the list names somebody else',
      { name: 'quokka-parser', org: 'Acme Rail', version: '98.5.4', hint: 'go' },
      { packages: [pack(1, 'pkg:golang/github.com/wombat/quokka-parser')] },
    ],
    [
      'a package for a word with a number, or one whose version anything has had',
      { name: 'module1', version: '0.0.1', hint: 'npm' },
      { packages: [pack(1, 'pkg:npm/module1', { versions: '0.0.1' })] },
    ],
    [
      'the repository of what a role or a wrapper is for',
      { name: 'ansible-role-stellarforge-wombat', version: '7.2.96' },
      {
        packages: [pack(1, 'pkg:gem/wombat', { weight: 40, sources: 3 })],
        products: [product(1, 'wombat', 'wombat', { weight: 900, sources: 4 })],
        repositories: [{ ...repository(1, 'wombat', 'wombat'), weight: 10 }],
        links: [
          [
            ['package', 1],
            ['repo', 1],
          ],
          [
            ['product', 1],
            ['repo', 1],
          ],
        ],
      },
    ],
    [
      'a package for a name of such words, written as one in its registry',
      { name: 'Rules Engine', org: 'Acme Rail', version: '2.27.47', hint: '.net' },
      { packages: [pack(1, 'pkg:nuget/rulesengine', { versions: '2.1.0\n3.0.0' })] },
    ],
    [
      'a cut name where another package bears the whole',
      { name: 'libwombat-qt-2.4t64', org: 'debian', hint: 'deb' },
      { packages: [pack(1, 'pkg:deb/debian/libwombat-qt'), pack(2, 'pkg:deb/debian/libwombat-qt-2.4t64')] },
    ],
    [
      'a package for two such words where the list names nobody',
      { name: 'Rules Engine', hint: '.net' },
      { packages: [pack(1, 'pkg:nuget/rulesengine', { weight: 40, sources: 3 })] },
    ],
    [
      'somebody’s scoped package for a name that anybody might choose',
      { name: 'runner', hint: 'npm', version: '1.2.3' },
      { packages: [pack(1, 'pkg:npm/%40acme/runner', { namespace: '@acme', versions: '1.2.3' })] },
    ],
    [
      'another distribution’s package',
      { name: 'wombat-tools', org: 'Ubuntu', version: '7.3.12', hint: 'deb' },
      { packages: [pack(1, 'pkg:deb/debian/wombat-tools', { versions: '7.3.12', weight: 900, sources: 5 })] },
    ],
  ] as [string, Partial<ComponentEvidence>, Known][])('leaves out %s', (_what, component, catalog) => {
    expect(chosen(resolve(component, catalog))).toEqual([]);
  });

  it('takes the package of the distribution that the list names', () => {
    const packages = [pack(1, 'pkg:deb/debian/wombat-tools', { weight: 40 }), pack(2, 'pkg:deb/ubuntu/wombat-tools')];
    const outcome = resolve({ name: 'wombat-tools', org: 'Ubuntu', hint: 'deb' }, { packages });
    expect(outcome.searchResults.package[0]).toMatchObject({ purl: 'pkg:deb/ubuntu/wombat-tools', selected: true });
  });

  it('takes a Fedora package that the list calls Fedora’s, though its version does not tell', () => {
    const packages = [pack(1, 'pkg:rpm/fedora/wombat-tools', { versions: '4.2.1' })];
    const outcome = resolve({ name: 'wombat-tools', org: 'Fedora', version: '4.2.1', hint: 'rpm' }, { packages });
    expect(chosen(outcome)).toEqual(['wombat-tools']);
  });

  it('takes a scope or a path that stands in the organization for the package’s own', () => {
    const own = pack(2, 'pkg:npm/%40acme/quokka-parser', { namespace: '@acme' });
    const packages = [pack(1, 'pkg:npm/quokka-parser', { weight: 40 }), own];
    const scoped = resolve({ name: 'quokka-parser', org: '@acme' }, { packages });
    expect(scoped.searchResults.package[0]).toMatchObject({ purl: own.purl, selected: true });
    const module = pack(1, 'pkg:golang/github.com/acme/quokka');
    const path = resolve({ name: 'quokka', org: 'github.com/acme' }, { packages: [module] });
    expect(path.searchResults.package[0]).toMatchObject({ purl: module.purl, selected: true });
  });

  it('takes a Go module by a bare name that tells something', () => {
    const outcome = resolve(
      { name: 'quokka-parser', version: '3.6.0', hint: 'golang' },
      { packages: [pack(1, 'pkg:golang/github.com/acme/quokka-parser')] },
    );
    expect(chosen(outcome)).toEqual(['quokka-parser']);
  });

  it('takes the package and the product that the file states though others bear the whole name', () => {
    const named = { name: 'Wombat Framework 4.8', version: '4.8.0' };
    const stated = resolve(
      { ...named, purls: ['pkg:npm/wombat@4.8.0'] },
      { packages: [pack(1, 'pkg:npm/wombat', { versions: '4.8.0' }), pack(2, 'pkg:npm/wombat-framework')] },
    );
    expect(stated.searchResults.package[0]).toMatchObject({ purl: 'pkg:npm/wombat@4.8.0', selected: true });
    const alone = resolve(
      { ...named, cpes: ['cpe:2.3:a:acme:wombat:4.8.0:*:*:*:*:*:*:*'] },
      { products: [product(1, 'acme', 'wombat'), product(2, 'acme', 'wombat_framework')] },
    );
    expect(alone.searchResults.product[0]).toMatchObject({ name: 'wombat', selected: true });
  });

  it('takes a Go module whose path is a repository that the catalogue knows', () => {
    const outcome = resolve(
      { name: 'github.com/quokka/parser/v2', version: '2.1.0' },
      { repositories: [repository(1, 'quokka', 'parser')] },
    );
    expect(outcome.searchResults.package[0]).toMatchObject({
      purl: 'pkg:golang/github.com/quokka/parser/v2@v2.1.0',
      automatically_selected: true,
    });
  });

  it.each([
    ['its maker', { name: 'Wombatron plugin for WordPress', org: 'Acme' }, ['wordpress']],
    ['its host', { name: 'Jenkins Wombatron Plugin' }, ['jenkins']],
  ])('takes a plugin’s product where %s agrees', (_, component, targetSoftware) => {
    const products = [product(1, 'acme', 'wombatron', { weight: 900, sources: 4, targetSoftware })];
    expect(chosen(resolve(component, { products }))).toEqual(['wombatron']);
  });

  it('puts the product first whose name is organization and name together, and puts none together beside it', () => {
    const products = [product(1, 'wombat', 'wombat_burrow_plus'), product(2, 'wombat', 'wombat_tunnel_plus')];
    const { searchResults } = resolve({ name: 'Burrow Plus', org: 'Wombat' }, { products });
    expect(searchResults.product.map(({ name }) => name)).toEqual(['wombat_burrow_plus', 'wombat_tunnel_plus']);
  });

  it('puts no product together that the vendor has under the words that its name abbreviates', () => {
    const products = [
      product(1, 'wombat', 'application_burrow_infrastructure_controller'),
      product(2, 'wombat', 'tunnel'),
    ];
    const { searchResults } = resolve({ name: 'ABIC', org: 'Wombat' }, { products });
    expect(searchResults.product.map(({ name }) => name)).toEqual([
      'application_burrow_infrastructure_controller',
      'tunnel',
    ]);
  });

  it('puts no product together that the vendor has under another name, but with this title', () => {
    const products = [
      product(1, 'wombat', 'burrow_map', { title: 'Wombat Burrow Map plugin for WordPress' }),
      product(2, 'wombat', 'tunnel'),
    ];
    const { searchResults } = resolve({ name: 'Burrow Map plugin for WordPress', org: 'Wombat' }, { products });
    expect(searchResults.product.map(({ name }) => name)).toEqual(['burrow_map', 'tunnel']);
  });

  describe('of a package that the catalogue lacks', () => {
    const siblings = [
      pack(1, 'pkg:npm/%40wombat/client', { namespace: '@wombat', name: 'client-burrow' }),
      pack(2, 'pkg:npm/forecast'),
      pack(3, 'pkg:npm/%40wombat/core', { namespace: '@wombat', name: 'core' }),
    ];
    const first = (name: string) =>
      resolve({ name, version: '3.1.0', hint: 'npm' }, { packages: siblings }).searchResults.package[0];

    it('takes one of a known namespace, made of known words', () => {
      expect(first('@wombat/client-forecast')).toMatchObject({
        purl: 'pkg:npm/%40wombat/client-forecast@3.1.0',
        selected: true,
      });
    });

    it('takes one of another namespace of an owner that is known', () => {
      const packages = [pack(1, 'pkg:maven/org.wombat.core/wombat-burrow'), pack(2, 'pkg:npm/forecast')];
      const of = (org: string) =>
        resolve({ name: 'wombat-forecast', org, version: '3.1.0', hint: 'maven' }, { packages }).searchResults
          .package[0];
      expect(of('org.wombat.tools')).toMatchObject({ name: 'wombat-forecast', selected: true });
      expect(of('org.numbat.tools')).toMatchObject({ name: 'wombat-forecast', selected: false });
    });

    it.each(['@wombat/client-forecats', '@numbat/client-forecast'])('leaves out %s', (name) => {
      expect(first(name)).toMatchObject({ name: name.split('/')[1], selected: false });
    });
  });

  it('takes one spelling of a package for one candidate', () => {
    const outcome = resolve(
      { name: 'Quokka.Parser', version: '1.0.0', hint: 'nuget' },
      { packages: [pack(1, 'pkg:nuget/quokka.parser')] },
    );
    expect(outcome.searchResults.package.map(({ purl }) => purl)).toEqual(['pkg:nuget/quokka.parser@1.0.0']);
    expect(outcome.searchResults.package[0]!.automatically_selected).toBe(true);
  });

  it.each([
    ['the one product that the file’s own package is, whatever its name', [product(1, 'acme', 'wombat')], ['wombat']],
    ['none of several', [product(1, 'acme', 'wombat'), product(2, 'acme', 'burrow')], []],
    ['none that is for something else', [product(1, 'acme', 'wombat', { targetSoftware: ['wordpress'] })], []],
  ])('takes %s', (_what, products, expected) => {
    const wombat = pack(1, 'pkg:maven/org.acme/wombat-core', { versions: '2.14.1' });
    const { searchResults } = resolve(
      { name: 'wombat-core', version: '2.14.1', purls: ['pkg:maven/org.acme/wombat-core@2.14.1'] },
      {
        packages: [wombat],
        products,
        links: products.map(({ id }) => [
          ['package', 1],
          ['product', id],
        ]),
      },
    );
    expect(searchResults.product.filter(({ selected }) => selected).map(({ name }) => name)).toEqual(expected);
  });

  it('takes a repository that the chosen package is built from', () => {
    const outcome = resolve(
      { name: 'quokka-parser', version: '1.2.4', hint: 'npm' },
      {
        packages: [quokka],
        repositories: [repository(1, 'quokka', 'quokka-parser')],
        links: [
          [
            ['package', 1],
            ['repo', 1],
          ],
        ],
      },
    );
    expect(chosen(outcome)).toEqual(['quokka-parser', 'quokka-parser']);
  });

  it.each([
    ['whose owner is the reversed domain of the organization', 'quokkaio', ['quokka']],
    ['of a stranger, not of several that are linked', 'stranger', []],
  ])('takes a repository %s', (_what, owner, expected) => {
    const { searchResults } = resolve(
      { name: 'quokka-jaxb', org: 'io.quokka', version: '2.14.1', hint: 'maven' },
      {
        packages: [pack(1, 'pkg:maven/io.quokka/quokka-jaxb', { versions: '2.14.1' })],
        repositories: [repository(1, owner, 'quokka'), repository(2, 'elsewhere', 'burrow')],
        links: [
          [
            ['package', 1],
            ['repo', 1],
          ],
          [
            ['package', 1],
            ['repo', 2],
          ],
        ],
      },
    );
    expect(searchResults.repo.filter(({ selected }) => selected).map(({ name }) => name)).toEqual(expected);
  });

  it('is the same whatever the order of the catalogue’s answers', () => {
    const packages = ['npm/quokka', 'gem/quokka', 'pypi/quokka', 'npm/quokka-js'].map((path, index) =>
      pack(index + 1, `pkg:${path}`),
    );
    const outcome = JSON.stringify(resolve({ name: 'quokka' }, { packages }));
    fc.assert(
      fc.property(fc.shuffledSubarray(packages, { minLength: 4 }), (shuffled) =>
        expect(JSON.stringify(resolve({ name: 'quokka' }, { packages: shuffled }))).toBe(outcome),
      ),
    );
  });

  describe('of a product that the file itself names', () => {
    const own = product(1, 'kelp', 'quokka');
    const other = product(2, 'wallaby', 'quokka', { versions: '1.0.1', weight: 400, sources: 4 });
    const cpe = (vendor: string, name = 'quokka'): string => `cpe:2.3:a:${vendor}:${name}:1.0.1:*:*:*:*:*:*:*`;
    const named = { name: 'quokka', version: '1.0.1' };
    const products = (component: Partial<ComponentEvidence>) =>
      resolve({ ...named, ...component }, { products: [own, other] }).searchResults.product;

    it('takes the only one, in either binding, before whatever else bears the name', () => {
      for (const cpes of [[cpe('kelp')], ['cpe:/a:kelp:quokka:1.0.1', cpe('kelp')]])
        expect(products({ cpes })[0]).toMatchObject({ cpe: cpe('kelp'), selected: true });
      expect(products({})[0]).toMatchObject({ cpe: cpe('wallaby') });
    });

    it('takes several, or one beside a purl, for the guesses of a scanner', () => {
      for (const more of [
        { cpes: [cpe('kelp'), cpe('wallaby')] },
        { cpes: [cpe('kelp')], purls: ['pkg:npm/other-thing@1.0.1'] },
      ])
        expect(products(more).find((one) => one.cpe === cpe('kelp'))).toMatchObject({ selected: false });
    });

    it('proposes one that the catalogue does not know, and chooses it not', () => {
      const [first] = products({ cpes: [cpe('numbat', 'quokka\\+')] });
      expect(first).toMatchObject({ cpe: cpe('numbat', 'quokka\\+'), org: 'numbat', name: 'quokka+', selected: false });
    });
  });
});

describe('confidence', () => {
  it('rises with the share of belief, stays between 0 and 1, and promises nothing for certain', () => {
    const shares = [1, 0.9999, 0.99, 0.9, 0.5, 0.1, 0.001, 0];
    for (const calibration of Object.values(trainedModel.calibration)) {
      for (const selected of [true, false]) {
        const best = shares.map((share) => confidencesOf(calibration, [share], selected)[0]!);
        expect(best).toEqual([...best].sort((one, other) => other - one));
        expect(best.every((confidence) => confidence >= 0 && confidence < 1)).toBe(true);
      }
      expect(confidencesOf(calibration, [1], true)[0]).toBeGreaterThan(0.95);
    }
  });

  it('is never greater for a candidate behind the best, and follows the curve of its place', () => {
    const calibration: Calibration = {
      selectedBest: [2, 1, 0],
      besideSelected: [-2, 1, 0],
      best: [0, 1, 0],
      others: [1, 1, 0],
    };
    const [best, next, last] = confidencesOf(calibration, [0.6, 0.3, 0.1], false);
    expect(best).toBeCloseTo(0.6);
    expect(next).toBeCloseTo(0.538);
    expect(last).toBeCloseTo(0.232);
    expect(confidencesOf(calibration, [0.5, 0.5], false)[1]).toBeCloseTo(0.5);
    expect(confidencesOf(calibration, [0.5, 0.5], true)[0]).toBeCloseTo(0.881);
    expect(confidencesOf(calibration, [0.5, 0.5], true)[1]).toBeCloseTo(0.119);
    expect(confidencesOf(calibration, [], false)).toEqual([]);
  });

  it('stays level where a curve would turn down', () => {
    const turning = [0, 1, -0.25] as const;
    const calibration = { selectedBest: turning, besideSelected: turning, best: turning, others: turning };
    const [at, beyond] = [0.99, 0.999999].map((share) => confidencesOf(calibration, [share], true)[0]);
    expect(at).toBe(beyond);
  });
});

describe('suggestions', () => {
  const quokka = pack(1, 'pkg:npm/quokka-parser', { versions: '1.2.3\n1.2.4', weight: 40 });
  const wombat = product(1, 'acme', 'wombat_studio', { title: 'Acme Wombat Studio', versions: '2.0', weight: 60 });
  const numbat: Known = {
    packages: [pack(1, 'pkg:maven/org.acme.numbat/numbat-core', { versions: '2.14.1' })],
    products: [product(1, 'acme', 'numbat', { versions: '2.14.1', weight: 60 })],
    links: [[['package', 1], ['product', 1]]], // prettier-ignore
  };
  const correct = (component: Partial<ComponentEvidence>, catalog: Known): [string, string][] =>
    (resolve(component, catalog).suggestions ?? []).map(({ key, value }) => [key, value]);

  it.each<[string, Partial<ComponentEvidence>, Known, [string, string][]]>([
    [
      'the registry’s spelling',
      { name: 'quokkaparser', version: '1.2.3', hint: 'npm' },
      { packages: [quokka] },
      [['name', 'quokka-parser']],
    ],
    [
      'a slip',
      { name: 'qoukka-parser', version: '1.2.3', hint: 'npm' },
      { packages: [quokka] },
      [['name', 'quokka-parser']],
    ],
    [
      'the version that stands in the name, known or not',
      { name: 'quokka-parser 1.2.9', hint: 'npm' },
      { packages: [quokka] },
      [
        ['name', 'quokka-parser'],
        ['version', '1.2.9'],
      ],
    ],
    [
      'the nearest known version',
      { name: 'quokka-parser', version: '1.2.9', hint: 'npm' },
      { packages: [quokka] },
      [['version', '1.2.4']],
    ],
    [
      'a misspelt organization',
      { name: 'Wombat Studio', org: 'Wildlive', version: '2.0' },
      { products: [{ ...wombat, vendor: 'wildlife' }] },
      [['org', 'wildlife']],
    ],
    ['nothing for other separators of a product', { name: 'wombat-studio', org: 'Acme' }, { products: [wombat] }, []],
    ['nothing for a good name', { name: 'quokka-parser', version: '1.2.3', hint: 'npm' }, { packages: [quokka] }, []],
    [
      'no product for what a registry carries',
      { name: 'libwombat-studio2', version: '2.0-1', hint: 'deb' },
      { products: [wombat] },
      [],
    ],
    [
      'the spelling of the package that the product is, not the name of the product',
      { name: 'numbatcore', org: 'Acme', version: '2.14.1' },
      numbat,
      [['name', 'numbat-core']],
    ],
    [
      'nothing for the good name of such a package',
      { name: 'numbat-core', org: 'Acme', version: '2.14.1' },
      numbat,
      [],
    ],
  ])('are %s', (_what, component, catalog, expected) => {
    expect(correct(component, catalog)).toEqual(expected);
  });
});

describe('decisions', () => {
  it('go by names without case and separators, and organizations without legal forms', () => {
    expect(decisionName(' Log4J_Core ')).toBe(decisionName('log4j core'));
    expect(new Set(['C', 'C++', 'C#'].map(decisionName)).size).toBe(3);
    expect(decisionOrganization('The Apache Software Foundation')).toBe(decisionOrganization('apache'));
    expect(decisionOrganization('')).toBe('');
  });

  it.each([
    ['package', 'pkg:deb/debian/curl@7.88?arch=amd64', 'pkg:deb/debian/curl'],
    ['product', 'cpe:2.3:a:haxx:curl:7.88:p1:*:*:*:*:*:*', 'cpe:2.3:a:haxx:curl:*:*:*:*:*:*:*:*'],
    ['repo', 'https://github.com/curl/curl', 'https://github.com/curl/curl'],
  ] as const)('hold for every version of a %s', (kind, identifier, expected) => {
    expect(withoutVersion(kind, identifier)).toBe(expected);
  });

  it('put what was selected first and what was refused last', () => {
    const packages = Array.from({ length: 5 }, (_, index) => pack(index + 1, `pkg:npm/quokka-${index}`));
    const outcome = resolve({ name: 'quokka-3', version: '2', hint: 'npm' }, { packages });
    const by = { kind: 'package' as const, userName: 'ann', day: '2026-01-02' };
    const remembered = [
      { ...by, verdict: 'selected' as const, identifier: 'pkg:npm/other' },
      { ...by, verdict: 'refused' as const, identifier: 'pkg:npm/quokka-3' },
    ];
    const after = applyPriorDecisions(outcome, '2', remembered);
    const { searchResults } = after;
    const purls = searchResults.package.map(({ purl }) => purl);
    expect([purls[0], purls.length]).toEqual(['pkg:npm/other@2', outcome.searchResults.package.length + 1]);
    expect(searchResults.package.filter(({ selected }) => selected)).toHaveLength(1);
    const last = searchResults.package.at(-1)!;
    expect(last).toMatchObject({ purl: 'pkg:npm/quokka-3@2', confidence: 0 });
    expect(priorDecisionReasons(after, remembered).get(last.id)).toBe(
      'Against it: ann refused it for this name on 2026-01-02',
    );
  });
});

describe('internal patterns', () => {
  const component = (more: Partial<ComponentEvidence>): ComponentEvidence => ({
    ...{ name: 'billing', org: '', version: '' },
    ...more,
  });
  const holds = (pattern: string, more: Partial<ComponentEvidence>): boolean =>
    isInternal(component(more), [
      { kind: 'purl_namespace', pattern: canonicalPattern({ kind: 'purl_namespace', pattern }) },
    ]);

  it.each([
    ['maven/com.acme', { purls: ['pkg:maven/com.acme.money/billing@1'] }, true],
    ['pkg:maven/com.acme', { purls: ['pkg:maven/com.acmeshop/billing'] }, false],
    ['npm/@acme', { name: '@acme/ui' }, true],
    ['npm/@acme', { purls: ['pkg:npm/%40acme/ui'] }, true],
    ['npm/@acme', { name: 'pkg:npm/%40acme/ui@1.0' }, true],
    ['npm/@acme', { name: 'https://www.npmjs.com/package/@acme/ui' }, true],
    ['npm/@acme', { name: 'npm:@acme/ui@1.0' }, true],
    ['npm/@acme', { name: 'node_modules/@acme/ui' }, true],
    ['npm/@acme', { name: 'https://www.npmjs.com/package/@acmeshop/ui' }, false],
    ['maven/com.acme', { name: 'https://repo1.maven.org/maven2/com/acme/billing/1.0/' }, true],
    ['golang/github.com/acme', { purls: ['pkg:golang/github.com/acme/tools/deep'] }, true],
    ['golang/github.com/acme', { name: 'git@github.com:acme/tools.git' }, true],
    ['golang/github.com/acme', { repositories: ['https://github.com/Acme/tools/tree/main'] }, true],
    ['golang/github.com/acme', { name: 'https://github.com/acmeshop/tools' }, false],
    ['maven/com.acme', { org: 'com.acme.money' }, true],
    ['maven/com.acme', { org: 'com.acme', purls: ['pkg:npm/billing'] }, false],
  ] as [string, Partial<ComponentEvidence>, boolean][])('%s of %j: %s', (pattern, more, expected) => {
    expect(holds(pattern, more)).toBe(expected);
  });

  it('hold for the beginning of a name behind what tells where it is from', () => {
    const patterns = [{ kind: 'name_prefix', pattern: 'acme-' }] as const;
    for (const name of ['acme-billing', 'npm:acme-billing', 'lib/acme-billing-1.0.jar', 'acme-billing:amd64'])
      expect(isInternal(component({ name }), patterns)).toBe(true);
    expect(isInternal(component({ name: 'npm:macme-billing' }), patterns)).toBe(false);
  });

  it.each(['npm', 'nonsense', 'pkg:npm', ''])('refuse the namespace %j', (pattern) => {
    expect(() => canonicalPattern({ kind: 'purl_namespace', pattern })).toThrow();
  });
});
