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

describe('products of a CSAF document', () => {
  it('are what their package URLs name', () => {
    const statements = parseCsafVex(documentOf(branch('product_version', 'new', 'pkg:npm/a@2'), branch('product_version', 'old', 'pkg:npm/a@1')) as never); // prettier-ignore
    expect(statements.flatMap(({ products }) => products.map(({ identifiers }) => identifiers.length))).toEqual([1, 1]);
  });

  it('are nothing known where they are a range of versions: its package URL would name them all', () => {
    const statements = parseCsafVex(documentOf(branch('product_version_range', 'new', 'pkg:npm/a'), branch('product_version_range', 'old', 'pkg:npm/a')) as never); // prettier-ignore
    expect(statements.map(({ status }) => status).sort()).toEqual(['affected', 'fixed']);
    expect(statements.flatMap(({ products }) => products)).toEqual([
      { identifiers: [], subcomponents: [] },
      { identifiers: [], subcomponents: [] },
    ]);
  });
});
