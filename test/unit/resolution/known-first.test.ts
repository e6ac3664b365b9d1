import type { ComponentEvidence } from '../../../src/resolution/matching/query/evidence.js';
import { explainRepository } from '../../../src/resolution/matching/select/explanation.js';
import { scoredRepository } from '../../support/selection-facts.js';
import { pack, product, repository, resolve, selectedNames, type TestCatalog } from '../../support/test-catalog.js';

const debian = pack(1, 'pkg:deb/debian/quokkassl', { versions: '1.1.1k-1\n3.0.0-2', weight: 60, sources: 3 });
const ubuntu = pack(2, 'pkg:deb/ubuntu/quokkassl', { weight: 40, sources: 2 });
const upstream = product(1, 'quokkassl', 'quokkassl', { versions: '1.1.1k', weight: 900, sources: 4 });
const catalog = {
  packages: [debian, ubuntu],
  products: [upstream],
  links: [
    [
      ['package', 1],
      ['product', 1],
    ],
  ] as [['package', number], ['product', number]][],
};
const selectedPurl = (component: Partial<ComponentEvidence>): string | undefined =>
  resolve({ name: 'quokkassl', ...component }, catalog).searchResults.package.find(({ selected }) => selected)?.purl;

describe('packages of distributions', () => {
  it.each([
    ['a vendor’s line', { org: 'QuokkaSSL Project', version: '1.1.1k' }],
    ['the ecosystem alone', { hint: 'deb', version: '1.1.1k-1' }],
    ['a revision that several distributions have', { version: '3.0.0-2' }],
  ])('are not selected for %s', (_, component) => expect(selectedPurl(component)).toBeUndefined());

  it.each([
    ['1.1.1k-1+deb11u2', 'pkg:deb/debian/quokkassl@1.1.1k-1%2Bdeb11u2'],
    ['1.1.1k-1ubuntu2', 'pkg:deb/ubuntu/quokkassl@1.1.1k-1ubuntu2'],
  ])('are selected for the version %s', (version, purl) => expect(selectedPurl({ hint: 'deb', version })).toBe(purl));

  it('are selected where the list is of the distribution', () => {
    const context = { ecosystems: { deb: 1 }, distribution: { namespace: 'ubuntu' }, vendors: [], sureCount: 20 };
    expect(selectedPurl({ hint: 'deb', version: '1.1.1k-1', context })).toBe('pkg:deb/ubuntu/quokkassl@1.1.1k-1');
  });
});

describe('what the catalogue does not know', () => {
  it('says so', () => {
    const { searchResults } = resolve(
      { name: 'quokka-reader', hint: 'npm' },
      { packages: [pack(1, 'pkg:npm/quokka')] },
    );
    expect(Object.fromEntries(searchResults.package.map(({ purl, known }) => [purl, known]))).toMatchObject({
      'pkg:npm/quokka-reader': false,
    });
  });

  it('stands behind what it knows', () => {
    const { searchResults } = resolve(
      { name: 'Quokka Libraries', org: 'quokka.example' },
      { packages: [pack(1, 'pkg:pypi/quokka-libs')], products: [product(1, 'wombat', 'quokka_libraries_server')] },
    );
    for (const items of [searchResults.package, searchResults.product]) {
      const known = items.map((one) => one.known);
      expect(known).toEqual([...known].sort((one, other) => Number(other) - Number(one)));
    }
  });

  it('stands before what only shares a word, which is no candidate then', () => {
    const { searchResults } = resolve(
      { name: 'quokka-reader-tools', version: '1.5.4' },
      { packages: [pack(1, 'pkg:gem/tools'), pack(2, 'pkg:pypi/some-quokka-of-tools-and-more')] },
    );
    expect(searchResults.package.map(({ known }) => known)).not.toContain(true);
    expect(searchResults.package.map(({ purl }) => purl)).toContain('pkg:npm/quokka-reader-tools@1.5.4');
  });

  it('is shown where nothing is known, as unknown and unselected, but not where it is improbable', () => {
    const { searchResults } = resolve({ name: 'Quokka C++ Libraries', org: 'quokka.example', version: '1.78.0' });
    expect(searchResults.package.length).toBeGreaterThan(0);
    expect(searchResults.package.some(({ known, selected }) => known || selected)).toBe(false);
    expect(resolve({ name: 'Quokka Control Center for Burrows' }).searchResults.package).toEqual([]);
  });

  it('never stands before a namesake for a mere name, unless its list is of one ecosystem', () => {
    const catalog = { packages: [pack(1, 'pkg:gem/quokka_reader')] };
    const purls = (component: Partial<ComponentEvidence>): readonly string[] =>
      resolve({ name: 'quokka-reader', version: '1.5.4', ...component }, catalog).searchResults.package.map(
        ({ purl }) => purl,
      );
    expect(purls({})[0]).toBe('pkg:gem/quokka_reader@1.5.4');
    const context = (npm: number) => ({ ecosystems: { npm }, vendors: [], sureCount: 20 });
    expect(purls({ context: context(0.5) })[0]).toBe('pkg:gem/quokka_reader@1.5.4');
    expect(purls({ context: context(0.95) })[0]).toBe('pkg:npm/quokka-reader@1.5.4');
    expect(purls({ hint: 'npm' })[0]).toBe('pkg:npm/quokka-reader@1.5.4');
  });

  it('is first for a name whose syntax or family is of one ecosystem', () => {
    const first = (name: string, packages: TestCatalog['packages'] = [], org = ''): string =>
      resolve({ name, org, version: '1.5.4' }, { packages: [pack(9, 'pkg:gem/quokka_reader'), ...packages] })
        .searchResults.package[0]?.purl ?? '';
    const family = ['core', 'filter', 'writer'].map((last, id) => pack(id + 1, `pkg:npm/quokka-${last}`));
    expect(first('quokka-reader', family)).toBe('pkg:npm/quokka-reader@1.5.4');
    expect(first('quokka-reader')).toBe('pkg:gem/quokka_reader@1.5.4');
    expect(first('Acme.Quokka.Reader', [], 'Acme')).toMatch(/^pkg:nuget\//);
  });

  it('stands behind a known package that is one slip away, whatever its coordinates', () => {
    const { searchResults } = resolve(
      { name: 'quokka-raeder', org: 'org.quokka', version: '1.5.4' },
      { packages: [pack(1, 'pkg:maven/org.quokka/quokka-reader', { weight: 1 })] },
    );
    expect(searchResults.package.map(({ purl }) => purl)).toEqual([
      'pkg:maven/org.quokka/quokka-reader@1.5.4',
      'pkg:maven/org.quokka/quokka-raeder@1.5.4',
    ]);
  });

  it('is first where the organization is a namespace that the catalogue knows', () => {
    const first = (org: string): string | undefined =>
      resolve(
        { name: 'quokka-lexer', org, version: '1.2.3' },
        { packages: [pack(1, 'pkg:composer/wombatry/annotations'), pack(2, 'pkg:gem/quokka_lexer')] },
      ).searchResults.package[0]?.purl;
    expect(first('wombatry')).toBe('pkg:composer/wombatry/quokka-lexer@1.2.3');
    expect(first('burrowers')).toBe('pkg:gem/quokka_lexer@1.2.3');
  });

  it.each(['../client/v2', './client', 'github.com/quokka/../client', '..'])('is no folder: %s', (name) => {
    const family = ['client_golang', 'client_model'].map((last, id) =>
      pack(id + 1, `pkg:golang/github.com/quokka/${last}`),
    );
    const { searchResults } = resolve({ name, version: '(devel)', hint: 'golang' }, { packages: family });
    expect(searchResults.package.filter(({ known }) => !known)).toEqual([]);
  });

  it('is of the name that the supplier of its distribution uses', () => {
    const first = (org: string): string | undefined =>
      resolve({ name: 'quokka-libs', org, version: '1.2-3.el9' }).searchResults.package[0]?.purl;
    expect(first('Red Hat, Inc.')).toMatch(/^pkg:rpm\/rhel\//);
    expect(first('Red Hat')).toMatch(/^pkg:rpm\/redhat\//);
  });

  it('is not selected beside a known package of other case or separators, or one slip away', () => {
    const group = [
      pack(1, 'pkg:maven/org.quokka/quokka-reader-core', { weight: 30 }),
      pack(2, 'pkg:maven/org.quokka/quokka-writer', { weight: 30 }),
    ];
    for (const name of ['QUOKKA-READER-CORE', 'quokka_reader_core', 'quokka-reader-coer', 'quokka_core'])
      expect(selectedNames(resolve({ name, org: 'org.quokka' }, { packages: group }))).not.toContain(name);
  });
});

describe('a product that is a typing error away', () => {
  it('stands behind the one that has the whole name', () => {
    const typo = product(1, 'burrowers', 'uokka', { weight: 900, sources: 4 });
    const found = (products: (typeof typo)[]): readonly string[] =>
      resolve({ name: 'qUokka' }, { products }).searchResults.product.map(({ name }) => name);
    expect(found([typo])).toEqual(['uokka']);
    const both = [typo, product(2, 'quokka', 'quokka')];
    expect(found(both)).toEqual(['quokka', 'uokka']);
    expect(selectedNames(resolve({ name: 'qUokka', cpes: [typo.cpe] }, { products: both }))).toEqual(['uokka']);
    const linked: TestCatalog = {
      packages: [pack(1, 'pkg:npm/quokka', { versions: '1.0.0', weight: 40 })],
      products: both,
      links: [
        [
          ['package', 1],
          ['product', 1],
        ],
      ],
    };
    const ofPackage = resolve({ name: 'qUokka', hint: 'npm', version: '1.0.0' }, linked).searchResults;
    expect(ofPackage.product[0]?.name).toBe('uokka');
  });
});

describe('a vendor under two names', () => {
  it('is the one that sources use more', () => {
    const products = [
      product(1, 'quokka_project', 'quokka', { weight: 2 }),
      product(2, 'quokka', 'quokka', { weight: 900 }),
    ];
    const { searchResults } = resolve({ name: 'Quokka', org: 'Quokka Project', version: '1.1.1k' }, { products });
    expect(searchResults.product.map(({ org, selected }) => [org, selected])).toEqual([['quokka', true]]);
  });
});

describe('a product that is filed as an application and as an operating system', () => {
  const cpe = 'cpe:2.3:o:quokka:quokka_kernel:*:*:*:*:*:*:*:*';
  const component = { name: 'Quokka Kernel', org: 'Quokka', version: '5.1' };
  const parts = (application: object, system: object): [string, boolean][] =>
    resolve(component, {
      products: [
        product(1, 'quokka', 'quokka_kernel', application),
        product(2, 'quokka', 'quokka_kernel', { cpe, part: 'o', ...system }),
      ],
    }).searchResults.product.map(({ cpe: found, selected }) => [found.split(':')[2]!, selected]);

  it('is the one that sources use more', () => {
    expect(parts({ weight: 900 }, { weight: 901 })).toEqual([['o', true]]);
    expect(parts({ weight: 900 }, { weight: 2 })).toEqual([['a', true]]);
  });

  it('is the one whose versions are known, where sources use both alike', () => {
    expect(parts({}, { versions: '4.0,3.0' })).toEqual([['o', true]]);
    expect(parts({ versions: '4.0,3.0' }, {})).toEqual([['a', true]]);
  });

  it('is not the one that the dictionary gave up', () => {
    expect(parts({ weight: 2 }, { weight: 900, deprecated: true })).toEqual([['a', true]]);
  });

  it('is another thing than the hardware', () => {
    expect(parts({ weight: 2 }, { weight: 900, cpe: cpe.replace(':o:', ':h:'), part: 'h' })).toHaveLength(2);
  });
});

describe('a product that sources spell in several ways', () => {
  const spellings = [product(1, 'quokka', 'quokka.reader'), product(2, 'quokka', 'quokkareader')];
  const read = (products: TestCatalog['products']) =>
    resolve({ name: 'Quokka.Reader', version: '5.1' }, { products }).searchResults.product;

  it('is one candidate, which says how it is spelled elsewhere', () => {
    const found = read(spellings);
    expect(found).toHaveLength(1);
    expect(found[0]!.confidence).toBeCloseTo(read(spellings.slice(0, 1))[0]!.confidence, 1);
    expect(read([...spellings, product(3, 'wombat', 'quokka_reader')])).toHaveLength(2);
  });
});

describe('one thing under several names', () => {
  const moved = [repository(1, 'quokka', 'quokka-reader'), repository(2, 'quokka-labs', 'quokka-reader')];
  const packages = [pack(1, 'pkg:npm/quokka-reader', { versions: '2.4.1', weight: 40 })];
  const source = (id: number): [['package', number], ['repo', number]] => [
    ['package', 1],
    ['repo', id],
  ];
  const urls = (links: TestCatalog['links']): readonly string[] =>
    resolve(
      { name: 'quokka-reader', version: '2.4.1' },
      { packages, repositories: moved, links },
    ).searchResults.repo.map(({ repo_url }) => repo_url);

  it('is one candidate where the catalogue links both names with the same entry', () => {
    expect(urls([source(1), source(2)])).toHaveLength(1);
  });

  it('says its other names', () => {
    const [one, other] = ['quokka', 'quokka-labs'].map((owner) =>
      scoredRepository({ candidate: { url: `https://github.com/${owner}/reader` } }),
    );
    expect(explainRepository({ ...one!, aliases: [other!.candidate] })).toContain(
      'Also known as https://github.com/quokka-labs/reader',
    );
  });

  it('is two where only the name is the same', () => expect(urls([source(1)])).toHaveLength(2));
});
