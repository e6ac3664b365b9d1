import { CallerError } from '../../../src/model/errors.js';
import { readVex } from '../../../src/vex/read-vex.js';

const csaf = (...vulnerabilities: object[]) => ({
  document: { category: 'csaf_vex', csaf_version: '2.0', title: 't', publisher: { name: 'p' }, tracking: { id: '1' } },
  product_tree: {
    full_product_names: [{ product_id: 'a', name: 'a', product_identification_helper: { purl: 'pkg:npm/a@1' } }],
  },
  vulnerabilities: vulnerabilities.map((one) => ({ product_status: { known_affected: ['a'] }, ...one })),
});
const cyclonedx = (...vulnerabilities: object[]) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  vulnerabilities: vulnerabilities.map((one) => ({
    analysis: { state: 'exploitable' },
    affects: [{ ref: 'pkg:npm/a@1' }],
    ...one,
  })),
});
const reasons = (document: object) =>
  readVex(document as never).statements.map(({ products }) => products.map(({ omission }) => omission ?? ''));

describe('what a VEX document says and nobody can take over', () => {
  it.each([
    ['CSAF', csaf({ cve: 'CVE-2024-1' }, { title: 'Overflow in a' })],
    ['CycloneDX', cyclonedx({ id: 'CVE-2024-1' }, { description: 'Overflow in a' })],
    ['CycloneDX, too long', cyclonedx({ id: 'CVE-2024-1' }, { id: 'x'.repeat(300) })],
  ])('is left out with the reason where the vulnerability has no name (%s)', (_format, document) => {
    expect(reasons(document)).toEqual([expect.arrayContaining(['']), [expect.stringContaining('has no name')]]);
  });

  it('is left out with the reason where the state is none of CycloneDX', () => {
    const wrong = { id: 'CVE-2024-2', analysis: { state: 'Exploitable' } };
    expect(reasons(cyclonedx({ id: 'CVE-2024-1' }, wrong))[1]).toEqual([expect.stringContaining('"Exploitable"')]);
  });

  it.each([csaf({}), cyclonedx({}), cyclonedx({ id: 'CVE-2024-1', analysis: { state: 'no' } })])(
    'is refused where there is nothing else',
    (document) => expect(() => readVex(document as never)).toThrow(CallerError),
  );
});
