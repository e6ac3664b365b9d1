import type { ComponentEvidence } from '../../../src/resolution/matching/query/evidence.js';
import { pack, product, resolve, type TestCatalog } from '../../support/test-catalog.js';

describe('suggestions', () => {
  const quokka = pack(1, 'pkg:npm/quokka-parser', { versions: '1.2.3\n1.2.4', weight: 40 });
  const wombat = product(1, 'acme', 'wombat_studio', { title: 'Acme Wombat Studio', versions: '2.0', weight: 60 });
  const numbat: TestCatalog = {
    packages: [pack(1, 'pkg:maven/org.acme.numbat/numbat-core', { versions: '2.14.1' })],
    products: [product(1, 'acme', 'numbat', { versions: '2.14.1', weight: 60 })],
    links: [[['package', 1], ['product', 1]]], // prettier-ignore
  };
  const correct = (component: Partial<ComponentEvidence>, catalog: TestCatalog): [string, string][] =>
    (resolve(component, catalog).suggestions ?? []).map(({ key, value }) => [key, value]);

  it.each<[string, Partial<ComponentEvidence>, TestCatalog, [string, string][]]>([
    [
      'the registry’s spelling',
      { name: 'quokkaparser', version: '1.2.3', hint: 'npm' },
      { packages: [quokka] },
      [['name', 'quokka-parser']],
    ],
    [
      'a typo',
      { name: 'qoukka-parser', version: '1.2.3', hint: 'npm' },
      { packages: [quokka] },
      [['name', 'quokka-parser']],
    ],
    [
      'the version in the name, known or not',
      { name: 'quokka-parser 1.2.9', hint: 'npm' },
      { packages: [quokka] },
      [
        ['name', 'quokka-parser'],
        ['version', '1.2.9'],
      ],
    ],
    [
      'the version in the name, where another one is given',
      { name: 'quokka-parser (1.2.3)', version: '9.2.3000', hint: 'npm' },
      { packages: [quokka] },
      [
        ['name', 'quokka-parser'],
        ['version', '1.2.3'],
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
      'no product for a package',
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
