import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/model/document.js';
import { CallerError } from '../../../src/model/errors.js';
import { readVex, vexFormats, type VexFormat } from '../../../src/vex/read-vex.js';
import type { ExportedStatement, VexComponent, VexExport } from '../../../src/vex/vex-export.js';
import { writeCsafVex } from '../../../src/vex/write-csaf.js';
import { writeCycloneDxVex } from '../../../src/vex/write-cyclonedx.js';
import { writeOpenVex } from '../../../src/vex/write-openvex.js';

const component = (ref: string, more: Partial<VexComponent> = {}): VexComponent => ({
  ref,
  name: ref,
  org: '',
  version: '1.0.0',
  purl: `pkg:npm/${ref}@1.0.0`,
  cpe: null,
  ...more,
});

const statement = (more: Partial<ExportedStatement>): ExportedStatement => ({
  vulnerability: 'CVE-2024-1234',
  aliases: ['GHSA-aaaa-bbbb-cccc'],
  status: 'not_affected',
  label: 'vulnerable_code_not_in_execute_path',
  response: null,
  justification: 'It is never called',
  statedAt: '2026-02-03T04:05:06.000Z',
  expiresAt: null,
  components: [component('broken')],
  ...more,
});

const statements: readonly ExportedStatement[] = [
  statement({}),
  statement({
    status: 'affected',
    label: null,
    response: 'update',
    justification: 'Update to 2.0',
    components: [component('other', { cpe: 'cpe:2.3:a:acme:other:1.0.0:*:*:*:*:*:*:*' })],
  }),
  statement({ vulnerability: 'CVE-2024-9999', aliases: [], status: 'fixed', label: null, justification: 'Patched' }),
  statement({
    vulnerability: 'GHSA-dddd-eeee-ffff',
    aliases: [],
    status: 'under_investigation',
    label: null,
    expiresAt: '2027-01-01T00:00:00.000Z',
    components: [component('a b/ü#1', { purl: null, name: '' })],
  }),
  statement({
    vulnerability: 'CVE-2024-7777',
    label: 'vulnerable_code_cannot_be_controlled_by_adversary',
    aliases: [],
    components: [component('broken'), component('other')],
  }),
];

const vex = (more: Partial<VexExport> = {}): VexExport => ({
  documentId: '0198c0de-0000-7000-8000-000000000001',
  revision: 3,
  name: 'Shop',
  version: '1',
  supplier: 'Acme',
  purl: 'pkg:oci/shop@1',
  author: 'Acme',
  authorId: '0198c0de-0000-7000-8000-000000000002',
  changedAt: '2026-02-03T04:05:06.000Z',
  tool: { name: 'Stocktake', version: '1.0.0' },
  statements,
  ...more,
});

const bare = vex({ purl: null, name: '', version: '', supplier: '', author: ' ' });

const writers: Readonly<Record<VexFormat, (document: VexExport) => JsonObject>> = {
  openvex: writeOpenVex,
  csaf: writeCsafVex,
  cyclonedx: writeCycloneDxVex,
};

describe.each(vexFormats)('VEX as %s', (format) => {
  it('is read as it was written', () => {
    const read = readVex(writers[format](vex()));
    expect(read.format).toBe(format);
    const said = read.statements.map(({ names, status, products }) => ({
      name: names[0],
      status,
      parts: products.flatMap(({ identifiers, subcomponents }) =>
        subcomponents.length > 0 ? subcomponents.flat() : identifiers,
      ),
    }));
    expect(said).toHaveLength(statements.length);
    for (const { vulnerability, status, components } of statements) {
      const found = said.find((one) => one.name === vulnerability && one.status === status);
      for (const { purl, ref } of components) expect(found?.parts).toContain(purl ?? ref);
    }
    const labelled = read.statements.find(({ status, names }) => status === 'not_affected' && names[0] === 'CVE-2024-1234');
    expect(labelled).toMatchObject({
      label: 'vulnerable_code_not_in_execute_path',
      justification: expect.stringContaining('It is never called'),
    });
  }); // prettier-ignore

  it('says when it stops to hold, and every standard reason', () => {
    const text = JSON.stringify(writers[format](vex()));
    expect(text).toContain('holds until 2027-01-01T00:00:00.000Z');
    expect(text).toContain('vulnerable_code_cannot_be_controlled_by_adversary');
  });
});

describe('VEX as CSAF', () => {
  it('passes the official schema and every mandatory test', () => {
    const documents = [vex(), bare, vex({ statements: statements.slice(0, 1) })].map(writeCsafVex);
    const twisted = structuredClone(documents[0]!) as any;
    twisted.vulnerabilities[0].product_status.known_affected.push('product-component-1');
    const script = join(import.meta.dirname, '../../support/csaf-validator.mjs');
    const output = execFileSync(process.execPath, [script], { input: JSON.stringify([...documents, twisted]) });
    const outcomes = JSON.parse(output.toString());
    for (const { errors, run } of outcomes.slice(0, 3)) {
      expect(errors).toEqual([]);
      expect(run).toBeGreaterThan(30);
    }
    expect(outcomes[3].isValid).toBe(false);
  });

  it.each([
    ['update', 'update', 'Update to 2.0 (CSAF'],
    ['will_not_fix', 'will_not_fix', 'Update to 2.0 (CSAF'],
    [null, null, 'Update to 2.0 (what is done about it is not recorded) (CSAF'],
  ] as const)('gives no response that is not recorded: %j', (response, read, said) => {
    const affected = { ...statements[1]!, response };
    const [found] = readVex(writeCsafVex(vex({ statements: [affected] }))).statements;
    expect(found).toMatchObject({ status: 'affected', response: read, justification: expect.stringContaining(said) });
  });

  it('keeps a package URL without version out of a version, where it would be read as of it', () => {
    const { statements: found } = readVex(writeCsafVex(vex({ purl: 'pkg:oci/shop' })));
    expect(found.flatMap(({ products }) => products.map(({ identifiers }) => identifiers))).toContainEqual(['pkg:oci/shop']); // prettier-ignore
  });

  it('takes groups, remedies, nested branches and relationships', () => {
    const product = (id: string, purl?: string) => ({
      product_id: id,
      name: id,
      ...(purl && { product_identification_helper: { purl } }),
    });
    const document = {
      document: { csaf_version: '2.0', publisher: { name: 'Acme' }, tracking: { id: 'A-1' } },
      product_tree: {
        branches: [{ branches: [{ product: product('os', 'pkg:oci/os') }, { product: product('named') }] }],
        full_product_names: [product('lib', 'pkg:npm/lib')],
        relationships: [{ category: 'installed_on', product_reference: 'lib', relates_to_product_reference: 'os', full_product_name: product('both') }],
        product_groups: [{ group_id: 'g', product_ids: ['both', 'named'] }],
      },
      vulnerabilities: [
        { cve: 'CVE-2024-1', product_status: { known_not_affected: ['both'], known_affected: ['named'] },
          flags: [{ label: 'component_not_present', group_ids: ['g'] }],
          remediations: [{ category: 'no_fix_planned', details: 'Old', product_ids: ['named'] }] },
      ],
    }; // prettier-ignore
    expect(readVex(document as unknown as JsonObject).statements).toEqual([
      {
        names: ['CVE-2024-1'], status: 'not_affected', label: 'component_not_present', response: null,
        justification: 'component_not_present (CSAF Acme, A-1)',
        products: [{ identifiers: ['pkg:oci/os'], subcomponents: [['pkg:npm/lib']] }],
      },
      {
        names: ['CVE-2024-1'], status: 'affected', label: 'component_not_present', response: 'will_not_fix',
        justification: 'component_not_present: Old (CSAF Acme, A-1)', products: [{ identifiers: [], subcomponents: [] }],
      },
    ]); // prettier-ignore
  });
});

describe('VEX as CycloneDX', () => {
  const nested = [{ 'bom-ref': 'a', components: [{ 'bom-ref': 'b', purl: 'pkg:npm/b@1' }] }];
  const document = (affects: object[] | undefined, more: object = {}, components: object[] = nested): JsonObject =>
    ({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: 'urn:uuid:0198c0de-0000-7000-8000-00000000000a',
      metadata: { component: { 'bom-ref': 'shop', purl: 'pkg:oci/shop@1' } },
      components,
      vulnerabilities: [{ id: 'CVE-2024-1', analysis: { state: 'resolved' }, ...(affects && { affects }), ...more }],
    }) as JsonObject;
  const products = (one: JsonObject) => readVex(one).statements[0]!.products;

  it('names components by identifiers, by links, by refs, or its subject', () => {
    const serial = 'urn:uuid:0198c0de-0000-7000-8000-00000000000a';
    expect(products(document([{ ref: 'b' }]))).toEqual([
      { identifiers: ['pkg:npm/b@1'], subcomponents: [] },
      { identifiers: [serial], subcomponents: [['b']] },
    ]);
    expect(products(document([{ ref: 'urn:cdx:0198c0de-0000-7000-8000-00000000000B/2#a%2Fb' }]))).toEqual([
      { identifiers: ['urn:uuid:0198c0de-0000-7000-8000-00000000000b'], subcomponents: [['a/b']] },
    ]);
    expect(products(document(undefined))).toEqual([{ identifiers: ['pkg:oci/shop@1', serial], subcomponents: [] }]);
  });

  it('is on the version of a component alone whose identifiers have none', () => {
    const cpe = 'cpe:2.3:a:acme:b:*:*:*:*:*:*:*:*';
    const of = (version: string) =>
      products(document([{ ref: 'b' }], {}, [{ 'bom-ref': 'b', version, purl: 'pkg:npm/b', cpe }]))[0]!;
    expect(of('').identifiers).toEqual(['pkg:npm/b', cpe]);
    expect(of('2.0').identifiers).toEqual(['pkg:npm/b@2.0', 'cpe:2.3:a:acme:b:2.0:*:*:*:*:*:*:*']);
    expect(of('>=2.0 <3')).toMatchObject({ identifiers: [], omission: expect.stringContaining('every version') });
  });

  it('is on the versions that it lists alone, and never on a range', () => {
    const affects = [
      {
        ref: 'pkg:npm/c@1',
        versions: [
          { version: '1', status: 'affected' },
          { version: '2' },
          { version: '3', status: 'unaffected' },
          { version: '2', status: 'unaffected' },
          { version: '4', status: 'unknown' },
          { range: 'vers:npm/>=5' },
        ],
      },
    ];
    const read = readVex(document(affects)).statements;
    const identifiersOf = (index: number) => read[index]!.products.flatMap(({ identifiers }) => identifiers);
    expect(read.map(({ status }) => status)).toEqual(['fixed', 'not_affected']);
    expect(identifiersOf(0)).toEqual(['pkg:npm/c@1', 'pkg:npm/c@2', 'pkg:npm/c@1 vers:npm/>=5']);
    expect(identifiersOf(1)).toEqual(['pkg:npm/c@3']);
    const unknown = [{ ref: 'pkg:npm/c@1', versions: [{ version: '1', status: 'unknown' }] }];
    expect(() => readVex(document(unknown))).toThrow(CallerError);
    const two = document(unknown);
    const said = { id: 'CVE-2024-2', analysis: { state: 'not_affected', justification: 'code_not_present' } };
    const versions = [{ version: '1', status: 'unaffected' }];
    const both = [two.vulnerabilities as JsonObject[], { ...said, affects: [{ ref: 'pkg:npm/c', versions }] }].flat();
    expect(readVex({ ...two, vulnerabilities: both }).statements).toMatchObject([
      { names: ['CVE-2024-1'], products: [{ omission: expect.stringContaining('does not know') }] },
      { names: ['CVE-2024-2'], status: 'not_affected', label: 'vulnerable_code_not_present' },
    ]);
  });

  it('is on its subject alone where neither that nor a component has a ref', () => {
    const vulnerabilities = [{ id: 'CVE-2024-1', analysis: { state: 'not_affected' } }];
    const metadata = { component: { type: 'application', name: 'shop', purl: 'pkg:oci/shop@1' } };
    const others = document(undefined, {}, [{ name: 'b', purl: 'pkg:npm/b@1' }]);
    const identifiers = ['pkg:oci/shop@1', others.serialNumber];
    expect(products({ ...others, metadata, vulnerabilities })).toEqual([{ identifiers, subcomponents: [] }]);
  });

  it.each<[string, unknown]>([
    ['a member without a ref', [{}]],
    ['a ref that is no text', [{ ref: 7 }]],
    ['versions without a ref', [{ versions: [{ version: '1' }] }]],
  ])('is on nothing, with the reason, where it names %s', (_, affects) => {
    const read = readVex({
      ...document([{ ref: 'b' }], {}, [{ name: 'c', purl: 'pkg:npm/c@1' }]),
      vulnerabilities: [
        { id: 'CVE-2024-1', analysis: { state: 'resolved' }, affects },
        { id: 'CVE-2024-2', analysis: { state: 'resolved' }, affects: [{ ref: 'b' }] },
      ],
    } as JsonObject);
    expect(read.statements[0]!.products).toEqual([
      { identifiers: [], subcomponents: [], omission: expect.stringContaining('no ref') },
    ]);
  });

  it('is on the one that it names where that is in no list', () => {
    expect(products(document({ ref: 'b' } as never))[0]!.identifiers).toEqual(['pkg:npm/b@1']);
  });

  it('is on none of several components of one ref, and by its ref on no other package', () => {
    const [b, c] = ['b', 'c'].map((name) => ({ 'bom-ref': 'x', purl: `pkg:npm/${name}@1` }));
    expect(products(document([{ ref: 'x' }], {}, [b!, c!]))[0]!.omission).toContain('Several components');
    expect(products(document([{ ref: 'x' }], {}, [b!, b!]))[0]!.identifiers).toEqual(['pkg:npm/b@1']);
    const versions = [{ version: '2' }];
    const named = document([{ ref: 'pkg:npm/d@1', versions }], {}, [{ 'bom-ref': 'pkg:npm/d@1', purl: 'pkg:npm/b@1' }]);
    expect(products(named)[0]!.identifiers).toEqual(['pkg:npm/b@2']);
  });

  it('takes nothing away where statements of one time contradict each other', () => {
    const said = (state: string, lastUpdated?: string) => ({
      id: 'CVE-2024-1',
      analysis: { state, ...(lastUpdated && { lastUpdated }) },
      affects: [{ ref: 'b' }],
    });
    const order = (...vulnerabilities: object[]) =>
      readVex({ ...document(undefined), vulnerabilities } as JsonObject).statements.map(({ status }) => status);
    expect(order(said('exploitable'), said('resolved'))).toEqual(['fixed', 'affected']);
    expect(order(said('resolved', '2024-02-01'), said('exploitable', '2024-01-01'))).toEqual(['affected', 'fixed']);
  });

  it('says nothing without an analysis', () => {
    expect(() => readVex(document(undefined, { analysis: {} }))).toThrow(CallerError);
    expect(() => readVex(document(undefined, { id: '' }))).toThrow(CallerError);
  });
});

describe('a document of no VEX format', () => {
  it.each([
    {},
    { document: 7 },
    { document: { csaf_version: '1.2' } },
    { bomFormat: 'CycloneDX' },
    { '@context': 'x' },
  ])('is refused: %j', (document) => expect(() => readVex(document as JsonObject)).toThrow(CallerError));

  it('is read or refused whatever its members are', () => {
    const odd: any[] = [null, 7, 'x', [], [null], [[]], {}, { __proto__: null, constructor: 1 }];
    const heads = [{ document: { csaf_version: '2.0' } }, { bomFormat: 'CycloneDX' }];
    for (const head of heads)
      for (const one of odd)
        for (const other of odd) {
          const entry = { cve: 'CVE-1', id: 'x', product_status: one, analysis: other, affects: one, flags: other, threats: one };
          const document = { ...head, product_tree: { branches: one, relationships: other, product_groups: [{ group_id: one }] }, components: one, metadata: other, vulnerabilities: [entry, one] }; // prettier-ignore
          try {
            readVex(document as unknown as JsonObject);
          } catch (error) {
            expect(error).toBeInstanceOf(CallerError);
          }
        }
  }); // prettier-ignore
});
