import { parseCsafVex } from '../../../src/vex/read-csaf.js';

const branch = (category: string, id: string, purl: string) => ({
  category,
  name: id,
  product: { product_id: id, name: id, product_identification_helper: { purl } },
});

const documentOf = (...branches: object[]) => ({
  document: { category: 'csaf_vex', csaf_version: '2.0', title: 't', publisher: { name: 'p' }, tracking: { id: '1' } },
  product_tree: { branches: [{ category: 'product_name', name: 'a', branches }] },
  vulnerabilities: [{ cve: 'CVE-2024-1', product_status: { fixed: ['new'], known_affected: ['old'] } }],
});

it.each([
  ['draft', '(CSAF draft, p, 1)'],
  ['interim', '(CSAF interim, p, 1)'],
  ['final', '(CSAF p, 1)'],
])('statements of a CSAF document that is %s say %j', (status, said) => {
  const document = documentOf(branch('product_version', 'new', 'pkg:npm/a@2'));
  const tracked = { ...document, document: { ...document.document, tracking: { id: '1', status } } };
  expect(new Set(parseCsafVex(tracked as never).map(({ justification }) => justification))).toEqual(new Set([said]));
});

it.each([
  ['no_fix_planned', 'will_not_fix'],
  ['none_available', null],
])('the remedy %s of an affected product is the response %j', (category, response) => {
  const document = documentOf(branch('product_version', 'old', 'pkg:npm/a@1'));
  const remediations = [{ category, details: 'Wait', product_ids: ['old'] }];
  const vulnerabilities = [{ ...document.vulnerabilities[0], remediations }];
  const affected = parseCsafVex({ ...document, vulnerabilities } as never).find(({ status }) => status === 'affected');
  expect(affected).toMatchObject({ response, justification: 'Wait (CSAF p, 1)' });
});

describe('products of a CSAF document', () => {
  it('are what their package URLs name', () => {
    const statements = parseCsafVex(documentOf(branch('product_version', 'new', 'pkg:npm/a@2'), branch('product_version', 'old', 'pkg:npm/a@1')) as never); // prettier-ignore
    expect(statements.flatMap(({ products }) => products.map(({ identifiers }) => identifiers.length))).toEqual([1, 1]);
  });

  it('are nothing known where they are a range of versions: its package URL would name them all', () => {
    const statements = parseCsafVex(documentOf(branch('product_version_range', 'new', 'pkg:npm/a'), branch('product_version_range', 'old', 'pkg:npm/a')) as never); // prettier-ignore
    expect(statements.map(({ status }) => status).sort()).toEqual(['affected', 'fixed']);
    expect(statements.flatMap(({ products }) => products)).toEqual([
      { identifiers: [], subcomponents: [], omission: expect.stringContaining('range "new"') },
      { identifiers: [], subcomponents: [], omission: expect.stringContaining('range "old"') },
    ]);
  });

  it.each(['first', 'last'])(
    'are the innermost part where a part is itself in something that is listed %s',
    (place) => {
      const named = (id: string, purl?: string) => ({
        product_id: id,
        name: id,
        ...(purl && { product_identification_helper: { purl } }),
      });
      const within = (part: string, whole: string) => ({
        category: 'default_component_of',
        product_reference: part,
        relates_to_product_reference: whole,
        full_product_name: named(`${part} in ${whole}`),
      });
      const relationships = [within('lib', 'os'), within('lib in os', 'shop')];
      const document = {
        ...documentOf(),
        product_tree: {
          full_product_names: [named('lib', 'pkg:npm/lib@1'), named('os', 'pkg:oci/os'), named('shop', 'pkg:oci/shop')],
          relationships: place === 'first' ? relationships : relationships.toReversed(),
        },
        vulnerabilities: [{ cve: 'CVE-2024-1', product_status: { known_not_affected: ['lib in os in shop'] } }],
      };
      expect(parseCsafVex(document as never).map(({ products }) => products)).toEqual([
        [{ identifiers: ['pkg:oci/shop'], subcomponents: [['pkg:npm/lib@1']], omission: undefined }],
      ]);
    },
  );

  const version = (id: string, name: string, helper: object) => ({
    category: 'product_version',
    name,
    product: { product_id: id, name: id, product_identification_helper: helper },
  });
  const productsUnder = (name: string, helper: object) =>
    parseCsafVex(documentOf(version('new', name, helper)) as never).find(({ status }) => status === 'fixed')!.products;

  it.each([
    ['2.0', { purl: 'pkg:npm/foo' }, ['pkg:npm/foo@2.0']],
    ['2.0', { purl: 'pkg:npm/%40a/foo?arch=x' }, ['pkg:npm/%40a/foo@2.0?arch=x']],
    ['2.0', { purl: 'pkg:npm/foo@1.9' }, ['pkg:npm/foo@1.9']],
    ['2.0+a', { cpe: 'cpe:2.3:a:acme:foo:*:*:*:*:*:*:*:*' }, ['cpe:2.3:a:acme:foo:2.0\\+a:*:*:*:*:*:*:*']],
    ['2.0', { cpe: 'cpe:/a:acme:foo' }, ['cpe:2.3:a:acme:foo:2.0:*:*:*:*:*:*:*']],
    ['2.0', { cpe: 'cpe:/a:acme:foo:1' }, ['cpe:/a:acme:foo:1']],
    ['2.0', { x_generic_uris: [{ uri: 'urn:a' }] }, ['urn:a']],
  ])('under the version %s are of this version alone: %j', (name, helper, identifiers) => {
    expect(productsUnder(name, helper)).toEqual([{ identifiers, subcomponents: [] }]);
  });

  it.each(['', 'foo', '< 2.0', 'vers:npm/<2.0', '2.*'])('are nothing known, with the reason, under %j', (name) => {
    const cpe = 'cpe:2.3:a:acme:foo:*:*:*:*:*:*:*:*';
    expect(productsUnder(name, { purl: 'pkg:npm/foo', cpe })).toEqual([
      { identifiers: [], subcomponents: [], omission: expect.stringContaining('would name every version') },
    ]);
  });

  it('are of the version of a branch above them', () => {
    const below = (category: string, name: string, id: string) => ({
      category,
      name,
      branches: [branch('architecture', id, 'pkg:npm/foo')],
    });
    const statements = parseCsafVex(documentOf(below('product_version', '2.0', 'new'), below('product_version_range', '<2', 'old')) as never); // prettier-ignore
    expect(statements.map(({ status, products }) => [status, products[0]!.identifiers])).toEqual([
      ['fixed', ['pkg:npm/foo@2.0']],
      ['affected', []],
    ]);
  });

  it('hand the reason to what contains them', () => {
    const document = documentOf(version('lib', 'lib', { purl: 'pkg:npm/lib' }), version('os', '1', { purl: 'pkg:oci/os' })); // prettier-ignore
    const relationship = {
      category: 'default_component_of',
      product_reference: 'lib',
      relates_to_product_reference: 'os',
      full_product_name: { product_id: 'old' },
    };
    const tree = { ...document.product_tree, relationships: [relationship] };
    const products = parseCsafVex({ ...document, product_tree: tree } as never).flatMap((one) => one.products);
    expect(products).toContainEqual({
      identifiers: ['pkg:oci/os@1'],
      subcomponents: [[]],
      omission: expect.stringContaining('"lib"'),
    });
  });
});

it('takes nothing away where two vulnerabilities of one name contradict each other', () => {
  const vulnerabilities = ['known_affected', 'known_not_affected'].map((list) => ({ cve: 'CVE-2024-1', product_status: { [list]: ['new'] } })); // prettier-ignore
  const read = parseCsafVex({ ...documentOf(), vulnerabilities } as never);
  expect(read.map(({ status }) => status)).toEqual(['not_affected', 'affected']);
});

it('puts the most dangerous status last, for the last statement on a component counts', () => {
  const lists = ['known_affected', 'last_affected', 'first_affected', 'under_investigation', 'fixed', 'first_fixed', 'known_not_affected']; // prettier-ignore
  const product_status = Object.fromEntries(lists.map((list) => [list, ['new']]));
  const document = { ...documentOf(), vulnerabilities: [{ cve: 'CVE-2024-1', product_status }] };
  expect(parseCsafVex(document as never).map(({ status }) => status)).toEqual(['not_affected', 'fixed', 'under_investigation', 'affected']); // prettier-ignore
});
