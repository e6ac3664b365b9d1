import type { JsonObject } from '../../../src/model/document.js';
import { readVex } from '../../../src/vex/read-vex.js';
import { cpuMilliseconds } from '../../support/cpu-time.js';

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `p${index}`);
const repeated = <T>(count: number, one: T): T[] => Array<T>(count).fill(one);
const uris = (count: number): object => ({ x_generic_uris: ids(count).map((uri) => ({ uri })) });

const csaf = (product_tree: object, vulnerability: object): object => ({
  document: { csaf_version: '2.0', publisher: { name: 'p' }, tracking: { id: '1' } },
  product_tree,
  vulnerabilities: [{ cve: 'CVE-2024-1', product_status: { fixed: ['p1'] }, ...vulnerability }],
});
const group = (count: number): object => ({ product_groups: [{ group_id: 'g', product_ids: ids(count) }] });
const named = (product_id: string, count: number): object => ({
  product_id,
  product_identification_helper: uris(count),
});
const openVex = (products: unknown[], subcomponents: unknown[]): object => ({
  '@context': 'https://openvex.dev/ns/v0.2.0',
  statements: [{ vulnerability: 'CVE-2024-1', status: 'fixed', products, subcomponents }],
});
const cycloneDx = (ref: string, versions: object[]): object => ({
  bomFormat: 'CycloneDX',
  vulnerabilities: [{ id: 'CVE-2024-1', analysis: { state: 'exploitable' }, affects: [{ ref, versions }] }],
});

describe('a VEX document of which little stands for much is refused', () => {
  it.each<[string, object]>([
    ['a group in one flag, often', csaf(group(3_000), { flags: [{ group_ids: repeated(2_000, 'g') }] })],
    [
      'a group in many threats',
      csaf(group(3_000), { threats: repeated(2_000, { category: 'impact', group_ids: ['g'], details: 'x' }) }),
    ],
    [
      'a product of many identifiers, often',
      csaf({ full_product_names: [named('p1', 3_000)] }, { product_status: { fixed: repeated(2_000, 'p1') } }),
    ],
    [
      'a part of many identifiers in many products',
      csaf(
        {
          full_product_names: [named('part', 20_000), named('whole', 1)],
          relationships: ids(2_000).map((product_id) => ({
            product_reference: 'part',
            relates_to_product_reference: 'whole',
            full_product_name: { product_id },
          })),
        },
        { product_status: { fixed: ids(2_000) } },
      ),
    ],
    [
      'a long text on many products, each with a word of its own',
      csaf(group(30_000), {
        product_status: { fixed: ids(30_000) },
        threats: [
          ...ids(30_000).map((id) => ({ category: 'impact', product_ids: [id], details: id })),
          { category: 'impact', group_ids: ['g'], details: 'x'.repeat(1_000_000) },
        ],
      }),
    ],
    ['subcomponents beside many products', openVex(ids(3_000), ids(2_000))],
    [
      'a long name with many versions',
      cycloneDx('x'.repeat(100_000), ids(1_000).map((version) => ({ version }))), // prettier-ignore
    ],
  ])('%s', (_what, document) => {
    expect(() => readVex(document as JsonObject)).toThrow(expect.objectContaining({ status: 413 }));
  });

  it('and takes no longer where a long name is said with each of many', () => {
    const author = 'a'.repeat(5_000_000);
    const one = { vulnerability: 'CVE-2024-1', status: 'fixed', products: ['p'], impact_statement: author };
    const document = { '@context': 'https://openvex.dev/ns', author, statements: repeated(10_000, one) };
    expect(cpuMilliseconds(() => void readVex(document as JsonObject))).toBeLessThan(5_000);
  });

  it('and not where a text is on many products without a word of their own', () => {
    const said = { category: 'impact', group_ids: ['g'], details: 'x'.repeat(4_000) };
    const document = csaf(group(30_000), { product_status: { fixed: ids(30_000) }, threats: repeated(50, said) });
    const { statements } = readVex(document as JsonObject);
    expect(statements.map(({ products }) => products.length)).toEqual([30_000]);
    expect(statements[0]!.justification).toMatch(/^x{4000} \(CSAF p, 1\)$/);
  });
});
