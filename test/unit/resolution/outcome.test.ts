import fc from 'fast-check';
import type { ComponentEvidence } from '../../../src/resolution/matching/query/evidence.js';
import { pack, product, repository, resolve, selectedNames, type TestCatalog } from '../../support/test-catalog.js';

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
    ['a generated package', { name: 'quokka-parser', hint: 'npm' }, {}],
    ['another ecosystem’s package', { name: 'quokka-parser', hint: 'pypi' }, { packages: [quokka] }],
    ['a longer name', { name: 'quokka-parser-sidecar-acme', version: '7.1.3' }, { packages: [quokka] }],
    [
      'another group’s artifact',
      { name: 'wombat-core', org: 'com.acme', hint: 'maven' },
      { packages: [pack(1, 'pkg:maven/org.wombat/wombat-core')] },
    ],
    [
      'what a plugin is for',
      { name: 'Wombatron plugin for WordPress' },
      { products: [product(1, 'wombatron', 'wombatron', { weight: 900, sources: 4 })] },
    ],
    ['a name that says nothing', { name: 'worker', version: '1.0.0' }, { packages: [pack(1, 'pkg:npm/worker')] }],
    [
      'a product of a part of the name',
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
    ['a Go path of an unknown repository', { name: 'github.com/quokka/parser/v2', version: '2.1.0' }, {}],
    [
      'a part of the name where another product has the whole name',
      { name: 'Wombat Framework 4.8', org: 'Acme' },
      {
        products: [
          product(1, 'acme', 'wombat', { versions: '4.8', weight: 300 }),
          product(2, 'acme', 'wombat_framework', { versions: '3.5', weight: 5 }),
        ],
      },
    ],
    [
      'a part of the name with its vendor where another product has the whole name',
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
      'a part of the name where another package has the whole name',
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
  ] as [string, Partial<ComponentEvidence>, TestCatalog][])('leaves out %s', (_what, component, catalog) => {
    expect(selectedNames(resolve(component, catalog))).toEqual([]);
  });

  it('takes the package of the distribution that the list names', () => {
    const packages = [pack(1, 'pkg:deb/debian/wombat-tools', { weight: 40 }), pack(2, 'pkg:deb/ubuntu/wombat-tools')];
    const outcome = resolve({ name: 'wombat-tools', org: 'Ubuntu', hint: 'deb' }, { packages });
    expect(outcome.searchResults.package[0]).toMatchObject({ purl: 'pkg:deb/ubuntu/wombat-tools', selected: true });
  });

  it('takes a Fedora package that the list calls Fedora’s, though its version does not tell', () => {
    const packages = [pack(1, 'pkg:rpm/fedora/wombat-tools', { versions: '4.2.1' })];
    const outcome = resolve({ name: 'wombat-tools', org: 'Fedora', version: '4.2.1', hint: 'rpm' }, { packages });
    expect(selectedNames(outcome)).toEqual(['wombat-tools']);
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
    expect(selectedNames(outcome)).toEqual(['quokka-parser']);
  });

  it('takes declared package and product though others have the whole name', () => {
    const named = { name: 'Wombat Framework 4.8', version: '4.8.0' };
    const declared = resolve(
      { ...named, purls: ['pkg:npm/wombat@4.8.0'] },
      { packages: [pack(1, 'pkg:npm/wombat', { versions: '4.8.0' }), pack(2, 'pkg:npm/wombat-framework')] },
    );
    expect(declared.searchResults.package[0]).toMatchObject({ purl: 'pkg:npm/wombat@4.8.0', selected: true });
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
    expect(selectedNames(resolve(component, { products }))).toEqual(['wombatron']);
  });

  it('ranks a product named by organization and name first, and generates none', () => {
    const products = [product(1, 'wombat', 'wombat_burrow_plus'), product(2, 'wombat', 'wombat_tunnel_plus')];
    const { searchResults } = resolve({ name: 'Burrow Plus', org: 'Wombat' }, { products });
    expect(searchResults.product.map(({ name }) => name)).toEqual(['wombat_burrow_plus', 'wombat_tunnel_plus']);
  });

  it('generates no product whose acronym the name is', () => {
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

  it('generates no product that the vendor has with this title', () => {
    const products = [
      product(1, 'wombat', 'burrow_map', { title: 'Wombat Burrow Map plugin for WordPress' }),
      product(2, 'wombat', 'tunnel'),
    ];
    const { searchResults } = resolve({ name: 'Burrow Map plugin for WordPress', org: 'Wombat' }, { products });
    expect(searchResults.product.map(({ name }) => name)).toEqual(['burrow_map', 'tunnel']);
  });

  describe('of an unlisted package', () => {
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
    expect(selectedNames(outcome)).toEqual(['quokka-parser', 'quokka-parser']);
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

  describe('of a declared product', () => {
    const own = product(1, 'kelp', 'quokka');
    const other = product(2, 'wallaby', 'quokka', { versions: '1.0.1', weight: 400, sources: 4 });
    const cpe = (vendor: string, name = 'quokka'): string => `cpe:2.3:a:${vendor}:${name}:1.0.1:*:*:*:*:*:*:*`;
    const named = { name: 'quokka', version: '1.0.1' };
    const products = (component: Partial<ComponentEvidence>) =>
      resolve({ ...named, ...component }, { products: [own, other] }).searchResults.product;

    it('takes the only one, in either binding, before others of the name', () => {
      for (const cpes of [[cpe('kelp')], ['cpe:/a:kelp:quokka:1.0.1', cpe('kelp')]])
        expect(products({ cpes })[0]).toMatchObject({ cpe: cpe('kelp'), selected: true });
      expect(products({})[0]).toMatchObject({ cpe: cpe('wallaby') });
    });

    it('takes none of several, or of one beside a purl: they are guesses of a scanner', () => {
      for (const more of [
        { cpes: [cpe('kelp'), cpe('wallaby')] },
        { cpes: [cpe('kelp')], purls: ['pkg:npm/other-thing@1.0.1'] },
      ])
        expect(products(more).find((one) => one.cpe === cpe('kelp'))).toMatchObject({ selected: false });
    });

    it('proposes an unlisted one, and does not select it', () => {
      const [first] = products({ cpes: [cpe('numbat', 'quokka\\+')] });
      expect(first).toMatchObject({ cpe: cpe('numbat', 'quokka\\+'), org: 'numbat', name: 'quokka+', selected: false });
    });
  });
});
