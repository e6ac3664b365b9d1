import fc from 'fast-check';
import type { JsonObject } from '../../../src/model/document.js';
import { CallerError } from '../../../src/model/errors.js';
import { IdentifierIndex } from '../../../src/scores/vulnerabilities/identifier-index.js';
import { parseOpenVex } from '../../../src/vex/read-openvex.js';

const document = (statements: JsonObject[], more: JsonObject = {}): JsonObject => ({
  '@context': 'https://openvex.dev/ns/v0.2.0',
  '@id': 'https://example.org/vex/1',
  author: 'Acme',
  timestamp: '2026-01-01T00:00:00Z',
  version: 1,
  statements,
  ...more,
});

describe('an OpenVEX document', () => {
  it('is read', () => {
    const statement: JsonObject = {
      vulnerability: { '@id': 'https://nvd.nist.gov/vuln/detail/CVE-2024-1', name: 'CVE-2024-1', aliases: ['GHSA-a'] },
      products: [
        { '@id': 'pkg:oci/webshop', subcomponents: [{ '@id': 'pkg:npm/broken', identifiers: { cpe23: 'cpe:2.3:a:b:c' } }] },
      ],
      status: 'not_affected', justification: 'vulnerable_code_not_in_execute_path', impact_statement: 'Never called',
    }; // prettier-ignore
    expect(parseOpenVex(document([statement]))).toEqual([
      {
        names: ['CVE-2024-1', 'GHSA-a'],
        status: 'not_affected',
        label: 'vulnerable_code_not_in_execute_path',
        response: null,
        justification: 'vulnerable_code_not_in_execute_path: Never called (OpenVEX of Acme, https://example.org/vex/1)',
        products: [{ identifiers: ['pkg:oci/webshop'], subcomponents: [['pkg:npm/broken', 'cpe:2.3:a:b:c']] }],
      },
    ]);
  });

  it.each([
    ['update: to 2.0', 'update', 'to 2.0 (OpenVEX of Acme, https://example.org/vex/1)'],
    ['rollback', 'rollback', '(OpenVEX of Acme, https://example.org/vex/1)'],
    ['note: update it', null, 'note: update it (OpenVEX of Acme, https://example.org/vex/1)'],
  ])('names the response before the action, as our export does: %s', (action_statement, response, justification) => {
    const products = [{ '@id': 'pkg:npm/broken' }];
    const statement: JsonObject = { vulnerability: 'CVE-2024-1', products, status: 'affected', action_statement };
    expect(parseOpenVex(document([statement]))).toMatchObject([{ response, justification }]);
  });

  it('is read as it was before v0.2', () => {
    const statement: JsonObject = {
      vulnerability: 'CVE-2024-1',
      products: ['pkg:apk/wolfi/git'],
      subcomponents: ['pkg:npm/broken'],
      status: 'under_investigation',
    };
    const old = document([statement], { '@context': 'https://openvex.dev/ns' });
    expect(parseOpenVex(old)).toMatchObject([
      {
        names: ['CVE-2024-1'],
        products: [{ identifiers: ['pkg:apk/wolfi/git'], subcomponents: [['pkg:npm/broken']] }],
      },
    ]);
  });

  it.each<[string, JsonObject['x'], string[][]]>([
    ['one', { '@id': 'pkg:npm/a' }, [['pkg:npm/a']]],
    ['one by its name', 'pkg:npm/a', [['pkg:npm/a']]],
    ['one of no kind', 7, [[]]],
  ])('is on the parts of a product alone where there is %s without a list', (_, subcomponents, expected) => {
    const of = (more: JsonObject) =>
      parseOpenVex(document([{ vulnerability: 'CVE-1', status: 'not_affected', ...more }]));
    const said = of({ products: [{ '@id': 'pkg:oci/shop', subcomponents: subcomponents! }] });
    expect(said[0]!.products).toEqual([{ identifiers: ['pkg:oci/shop'], subcomponents: expected }]);
    const beside = of({ products: 'pkg:oci/shop', subcomponents: subcomponents! });
    expect(beside[0]!.products).toEqual(said[0]!.products);
  });

  it('takes nothing away where statements of one time contradict each other', () => {
    const said = (status: string) => ({ vulnerability: 'CVE-1', products: ['x'], status });
    const read = parseOpenVex(document([said('affected'), said('fixed'), said('under_investigation')]));
    expect(read.map(({ status }) => status)).toEqual(['fixed', 'affected', 'under_investigation']);
  });

  it('comes in order of its statements’ times', () => {
    const said = (status: string, timestamp?: string): JsonObject => ({
      vulnerability: { '@id': 'https://osv.dev/GHSA-b' },
      products: [{ '@id': 'x' }],
      status,
      ...(timestamp ? { timestamp } : {}),
    });
    const read = parseOpenVex(
      document([said('fixed', '2026-03-01T00:00:00Z'), said('affected'), said('not_affected', '2026-02-01T01:00:00+02:00')]),
    ); // prettier-ignore
    expect(read.map(({ status }) => status)).toEqual(['affected', 'not_affected', 'fixed']);
    expect(read[0]!.names).toEqual(['GHSA-b']);
  });

  it('is refused field by field', () => {
    const refusal = (wrong: JsonObject): unknown => {
      try {
        return parseOpenVex(wrong);
      } catch (error) {
        return (error as CallerError).details.fields;
      }
    };
    expect(refusal({ bomFormat: 'CycloneDX' })).toEqual({ '@context': expect.any(String) });
    expect(refusal(document([]))).toEqual({ statements: expect.any(String) });
    expect(refusal(document([{ status: 'fine' }, { vulnerability: 'CVE-1', products: ['x'], status: 'fixed' }]))).toEqual({
      'statements[0].vulnerability': expect.any(String),
      'statements[0].status': expect.any(String),
      'statements[0].products': expect.any(String),
    }); // prettier-ignore
  });

  it('is read or refused, whatever it is', () => {
    const said = fc.record({ vulnerability: fc.jsonValue(), products: fc.jsonValue(), status: fc.jsonValue(), timestamp: fc.jsonValue() }); // prettier-ignore
    fc.assert(
      fc.property(fc.array(said), (statements) => {
        try {
          parseOpenVex(document(statements as JsonObject[]));
        } catch (error) {
          expect(error).toBeInstanceOf(CallerError);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('identified things', () => {
  const named = ['pkg:npm/a', 'pkg:npm/a@1.0.0', 'pkg:deb/debian/curl@1?arch=amd64', 'cpe:2.3:a:acme:anvil:*:*:*:*:*:*:*:*', 'urn:x:1']; // prettier-ignore
  const things = new IdentifierIndex([...named.map((one) => [one]), ['pkg:npm/a@2.0.0', 'urn:x:2']]);
  it.each([
    [['pkg:npm/a@1.0.0'], [0, 1]],
    [['pkg:npm/A@2.0.0'], [0, 5]],
    [['pkg:npm/a'], [0]],
    [['pkg:npm/aa@1.0.0'], []],
    [['pkg:deb/debian/curl@1?arch=amd64&distro=debian-12'], [2]],
    [['pkg:deb/debian/curl@1?arch=arm64'], []],
    [['cpe:2.3:a:acme:anvil:1.0:*:*:*:*:*:*:*'], [3]],
    [
      ['cpe:/a:acme:anvil:1.0', 'urn:x:1'],
      [3, 4],
    ],
    [
      ['urn:x:2', 'pkg:npm/a@2.0.0'],
      [0, 5],
    ],
    [['__proto__', ''], []],
  ])('%j: %j', (identifiers, places) => {
    expect([...things.matches(identifiers)].sort()).toEqual(places);
  });
});
