import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { bomSource, collectBom } from '../../../../src/formats/in-memory-bom.js';
import { cycloneDxCsv } from '../../../../src/formats/cyclonedx/csv.js';
import { cycloneDxXlsx } from '../../../../src/formats/cyclonedx/xlsx.js';
import { defaultLimits, type Format } from '../../../../src/formats/format.js';
import { openDocument } from '../../../../src/formats/open-document.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import type { Bom, BomComponent } from '../../../../src/model/document.js';
import { additionalFile, describeAdditional } from '../../../support/conformance/documents.js';
import { bytesOf, sheetRows, workbookOf } from '../../../support/zip.js';

const formats = [cycloneDxCsv, cycloneDxXlsx];

function write(format: Format, bom: Bom, losses: string[] = []): Promise<Buffer> {
  const tool = { name: 'Stocktake', version: '0.1.0' };
  const onLoss = (what: string): void => void losses.push(what);
  return bytesOf(
    format.serialize!(bomSource(bom), { specVersion: '1.6', timestamp: '2026-01-02T03:04:05Z', tool, onLoss }),
  );
}

const read = (format: Format, bytes: Uint8Array): Promise<Bom> =>
  collectBom(format.parse(bytesSource(bytes), defaultLimits));

const bomOf = (components: readonly BomComponent[]): Bom => ({
  header: { family: 'cyclonedx', specVersion: '1.6' },
  subject: null,
  components,
  dependencies: [],
  parts: [],
  warnings: [],
});

const word = fc
  .oneof(
    fc.constantFrom(
      '=1+1',
      "'=x",
      '-1',
      '@a/b',
      '\ttab',
      '1.10',
      '00123',
      ' x ',
      'a;b',
      'a,b',
      '"q"',
      'x\ny',
      '<&>',
      '_x000D_',
      'N/A',
    ),
    fc
      .string({ unit: 'grapheme', minLength: 1 })
      .map((text) => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '?')),
  )
  .map((text) => text.replace(/\r/g, '\n'))
  .filter((text) => text.trim() !== '');

/** Components that hold nothing but what the list has columns for. */
const component = fc
  .record({
    name: word,
    group: fc.option(word, { nil: '' }),
    version: fc.option(word, { nil: '' }),
    type: fc.constantFrom('library' as const, 'operating-system' as const, 'machine-learning-model' as const),
    purls: fc.constantFrom([], ['pkg:npm/%40a/b@1']),
    cpes: fc.constantFrom([], ['cpe:2.3:a:b:c:1:*:*:*:*:*:*:*']),
    licenses: fc.constantFrom<BomComponent['licenses'][]>(
      [],
      [
        { relation: 'declared', id: 'MIT' },
        { relation: 'declared', name: 'Own' },
      ],
      [{ relation: 'declared', expression: 'MIT OR Zlib' }],
    ),
    hashes: fc.constantFrom([], [{ algorithm: 'SHA-256', value: 'a'.repeat(64) }]),
    description: fc.option(word, { nil: undefined }),
    scope: fc.constantFrom(undefined, 'optional' as const),
    native: fc.constantFrom(undefined, {
      family: 'cyclonedx' as const,
      data: {
        'mime-type': 'image/jpeg',
        modified: false,
        swid: { tagId: 't', tagVersion: 2, text: { content: 'eA==' } },
      },
    }),
  })
  .map(
    (fields): BomComponent =>
      ({ ...fields, ref: 'row', parentRef: null, place: '', references: [], properties: [] }) as BomComponent,
  );

const fieldsOf = ({ ref: _ref, place: _place, ...fields }: BomComponent): unknown => JSON.parse(JSON.stringify(fields));

for (const format of formats) {
  test(`an SBOM comes back from ${format.id}, formulas and all`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(component, { maxLength: 4 }), async (components) => {
        const losses: string[] = [];
        const again = await read(format, await write(format, bomOf(components), losses));
        expect(again.components.map(fieldsOf)).toEqual(components.map(fieldsOf));
        expect(again.warnings).toEqual([]);
        expect(losses).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });

  test(`${format.id} is recognised by its content`, async () => {
    const bytes = await write(format, bomOf([]));
    const opened = await openDocument(bytesSource(bytes), {
      limits: defaultLimits,
      spill: () => Promise.reject(new Error('not needed')),
    });
    expect(opened.format.id).toBe(format.id);
  });
}

test('what the list cannot hold is reported', async () => {
  const [plain] = fc.sample(component, 1);
  const rich: BomComponent = {
    ...plain!,
    parentRef: 'x',
    purls: ['pkg:npm/a@1', 'pkg:npm/b@1'],
    hashes: [{ algorithm: 'SHA-224', value: 'a' }],
    licenses: [{ relation: 'concluded', id: 'MIT' }],
    references: [{ type: 'vcs', url: 'https://x.example' }],
    properties: [{ name: 'n', value: 'v' }],
    native: { family: 'cyclonedx', data: { pedigree: {}, 'mime-type': 'x' } },
  };
  const losses: string[] = [];
  const bom: Bom = { ...bomOf([rich]), subject: plain!, dependencies: [{ from: 'a', to: ['b'], kind: 'depends-on' }] };
  await write(cycloneDxCsv, bom, losses);
  expect(losses.sort()).toEqual(
    [
      'dependencies',
      'externalReferences',
      'hashes',
      'identifier',
      'licenses',
      'nesting',
      'pedigree',
      'properties',
      'subject',
    ].sort(),
  );
});

test('no cell of the CSV starts as a formula does', async () => {
  const [plain] = fc.sample(component, 1);
  const text = String(
    await write(cycloneDxCsv, bomOf([{ ...plain!, name: '=cmd|x', version: '+1', group: '@g', description: '-2' }])),
  );
  expect(text).toContain(`,"'@g","'=cmd|x","'+1",`);
  expect(text.split('\r\n')[1]).not.toMatch(/(?:^|,)"?[=+\-@]/);
});

describeAdditional('lists of the CycloneDX command line', () => {
  test('have our columns, and come back', async () => {
    const bytes = readFileSync(additionalFile('cyclonedx-na/cyclonedx-cli__bom.csv'));
    const bom = await read(cycloneDxCsv, bytes);
    expect(bom.components).toHaveLength(78);
    const written = String(await write(cycloneDxCsv, bom));
    expect(written.split('\r\n')[0]).toBe(bytes.toString('utf8').replace('\ufeff', '').split(/\r?\n/)[0]);
    expect((await read(cycloneDxCsv, Buffer.from(written))).components).toEqual(bom.components);
  });

  test('have their hashes read', async () => {
    const file = additionalFile('cyclonedx-na/cyclonedx-cli__valid-component-hashes.csv');
    expect((await read(cycloneDxCsv, readFileSync(file))).components[0]!.hashes).toHaveLength(12);
  });
});

test('that a supplier is a person is reported as lost', async () => {
  const [plain] = fc.sample(component, 1);
  const lossesOf = async (kind: 'person' | 'organization'): Promise<string[]> => {
    const losses: string[] = [];
    await write(formats[0]!, bomOf([{ ...plain!, native: undefined, supplier: { kind, name: 'Jane' } }]), losses);
    return losses;
  };
  expect(await lossesOf('organization')).toEqual([]);
  expect(await lossesOf('person')).toEqual(['supplier']);
});

test.each(formats)('columns that are not of the list, and cells that are not of their column: $id', async (format) => {
  const rows = [
    ['Type', 'Name', 'Version', 'Scope', 'LicenseExpressions', 'LicenseNames', 'MimeType', 'Modified', 'Team'],
    ['Gadget', 'a', '1', 'sometimes', 'MIT', '', '', 'maybe', 'payments'],
  ];
  const text = rows.map((cells) => cells.join(',')).join('\n');
  const list =
    format === cycloneDxCsv ? Buffer.from(text) : await workbookOf([{ name: 'CycloneDX', rows: sheetRows(rows) }]);
  const { components } = await read(format, list);
  expect(components).toMatchObject([{ type: 'library', name: 'a', version: '1', licenses: [{ id: 'MIT' }] }]);
  expect(components[0]!.properties).toEqual([
    { name: 'Type', value: 'Gadget' },
    { name: 'Scope', value: 'sometimes' },
    { name: 'Modified', value: 'maybe' },
    { name: 'Team', value: 'payments' },
  ]);
});
