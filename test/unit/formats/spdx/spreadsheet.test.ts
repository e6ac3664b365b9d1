import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { bomSource, collectBom } from '../../../../src/formats/in-memory-bom.js';
import { FormatError, defaultLimits, type Format } from '../../../../src/formats/format.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import { openWorkbook } from '../../../../src/formats/reading/xlsx/workbook.js';
import { spdxJson } from '../../../../src/formats/spdx/json.js';
import { spdxIdOf } from '../../../../src/formats/shared/spdx-identifiers.js';
import { spdxCsv } from '../../../../src/formats/spdx/spdx-csv.js';
import { spdxXlsx } from '../../../../src/formats/spdx/spdx-xlsx.js';
import { splitQuoted } from '../../../../src/formats/spdx/spreadsheet/cells.js';
import { type Bom, type BomComponent, entryOrg } from '../../../../src/model/document.js';
import { additionalFile, describeAdditional } from '../../../support/conformance/documents.js';
import { cpuMilliseconds } from '../../../support/cpu-time.js';
import { bytesOf, sheetRows, workbookOf } from '../../../support/zip.js';
import { arbitraryBom } from './arbitrary-bom.js';
import { read as readText, write as writeText } from './documents.js';

function write(format: Format, bom: Bom, specVersion = '2.3', losses: string[] = []): Promise<Buffer> {
  const tool = { name: 'Stocktake', version: '0.1.0' };
  const onLoss = (what: string): void => void losses.push(what);
  return bytesOf(format.serialize!(bomSource(bom), { specVersion, timestamp: '2026-01-02T03:04:05Z', tool, onLoss }));
}

const read = (format: Format, bytes: Uint8Array): Promise<Bom> =>
  collectBom(format.parse(bytesSource(bytes), defaultLimits));

const fieldsOf = ({ native: _native, place: _place, ...component }: BomComponent) => ({
  ...component,
  ref: spdxIdOf(component.ref),
  parentRef: component.parentRef === null ? null : spdxIdOf(component.parentRef),
});

const edgesOf = (bom: Bom): string[] =>
  bom.dependencies
    .flatMap(({ from, to, kind }) => to.map((end) => `${spdxIdOf(from)} ${kind} ${spdxIdOf(end)}`))
    .sort();

const minimal = [
  [
    'Spreadsheet Version',
    'SPDX Version',
    'Data License',
    'SPDX Identifier',
    'Document Name',
    'Document Namespace',
    'Document Contents',
    'Creator',
    'Created',
  ],
  [
    '2.1.0',
    'SPDX-2.1',
    'CC0-1.0',
    'SPDXRef-DOCUMENT',
    'doc',
    'https://x.example/doc',
    'SPDXRef-a',
    'Tool: t',
    '2020-01-02',
  ],
  ['', '', '', '', '', '', '', 'Person: P'],
];

describe('the SPDX spreadsheet', () => {
  test.each(['2.2', '2.3'])('gives back an SBOM of another family, version %s', async (version) => {
    await fc.assert(
      fc.asyncProperty(arbitraryBom, async (bom) => {
        const again = await read(spdxXlsx, await write(spdxXlsx, bom, version));
        expect(again.warnings).toEqual([]);
        expect(again.components.map(fieldsOf)).toEqual(bom.components.map(fieldsOf));
        expect(again.subject && fieldsOf(again.subject)).toEqual(bom.subject && fieldsOf(bom.subject));
        expect(edgesOf(again)).toEqual(edgesOf(bom));
      }),
      { numRuns: 6 },
    );
  });

  test('keeps the sheets in their order and their official columns', async () => {
    const bom = await readText(spdxJson, await writeText(spdxJson, emptyBom, '2.3'));
    const sheets = await openWorkbook(bytesSource(await write(spdxXlsx, bom)), defaultLimits);
    const titles: Record<string, string | undefined> = {};
    for (const sheet of sheets) {
      for await (const rows of sheet.rows()) titles[sheet.name] ??= rows[0]!.cells.slice(0, 4).join('|');
    }
    expect(titles).toEqual({
      'Document Info': 'Spreadsheet Version|SPDX Version|Data License|SPDX Identifier',
      'Package Info': 'Package Name|SPDX Identifier|Package Version|Package FileName',
      'External Refs': 'Package ID|Category|Type|Locator',
      'Extracted License Info': 'Identifier|Extracted Text|License Name|Cross Reference URLs',
      'Per File Info': 'File Name|SPDX Identifier|Package Identifier|File Type(s)',
      Relationships: 'SPDX Identifier A|Relationship|SPDX Identifier B|Relationship Comment',
      Annotations: 'SPDX Identifier being Annotated|Annotation Comment|Annotation Date|Annotator',
      Snippets: 'ID|Name|From File ID|Byte Range',
      Reviewers: 'Reviewer|Review Date|Reviewer Comment',
    });
  });

  test('reads columns in any order, and names those that it does not know', async () => {
    const sheets = [
      { name: 'Document Info', rows: sheetRows(minimal) },
      {
        name: 'Package Info',
        rows: sheetRows([
          ['SPDX Identifier', 'package  name', 'Package Checksum', 'Rating', 'Attribution Text', 'Built Date'],
          ['SPDXRef-a', 'a', 'SHA1: AB\nMD5: cd', '5', '"x, ""y""","z\\"w"', '2020-01-02T03:04:05'],
          ['SPDXRef-b', 'b'],
        ]),
      },
      {
        name: 'External Refs',
        rows: sheetRows([
          ['Package ID', 'Category', 'Type', 'Locator'],
          ['SPDXRef-b', 'PACKAGE_MANAGER', 'purl', 'pkg:npm/b@1'],
          ['SPDXRef-x', 'OTHER', 'x', 'y'],
        ]),
      },
      {
        name: 'Per File Info',
        rows: sheetRows([
          ['File Name', 'SPDX Identifier', 'Package Identifier'],
          ['./f', 'SPDXRef-f', 'SPDXRef-b'],
        ]),
      },
    ];
    const bom = await read(spdxXlsx, await workbookOf(sheets));
    expect(bom.header).toMatchObject({ specVersion: '2.1', name: 'doc', created: '2020-01-02T00:00:00Z' });
    expect(bom.subject).toMatchObject({
      ref: 'SPDXRef-a',
      hashes: [
        { algorithm: 'SHA-1', value: 'ab' },
        { algorithm: 'MD5', value: 'cd' },
      ],
    });
    expect(bom.subject!.native!.data).toMatchObject({
      attributionTexts: ['x, "y"', 'z"w'],
      builtDate: '2020-01-02T03:04:05Z',
    });
    expect(bom.components).toMatchObject([{ ref: 'SPDXRef-b', purls: ['pkg:npm/b@1'], place: 'Package Info!A3' }]);
    expect(bom.parts.map(({ kind }) => kind)).toEqual(['relationship', 'file', 'relationship']);
    expect(bom.warnings.map(({ place }) => place).sort()).toEqual(['External Refs', 'Package Info!A1']);
  });

  test('is refused without its first sheet or its version', async () => {
    const refusal = async (bytes: Promise<Buffer>): Promise<unknown> =>
      read(spdxXlsx, await bytes).catch((error: unknown) => (error as FormatError).reason);
    expect(await refusal(workbookOf([{ name: 'Package Info', rows: '' }]))).toBe('invalid');
    expect(
      await refusal(workbookOf([{ name: 'Document Info', rows: sheetRows([['SPDX Version'], ['SPDX-9.9']]) }])),
    ).toBe('unsupported_version');
  });

  test('splits quoted texts', () => {
    expect(splitQuoted('"a","b, \\"c\\"", "d\\\\"')).toEqual(['a', 'b, "c"', 'd\\']);
    expect(splitQuoted('plain, text')).toEqual(['plain, text']);
    expect(splitQuoted('"",""')).toEqual(['', '']);
    expect(splitQuoted('"a", b')).toEqual(['"a", b']);
    const quotes = '"'.repeat(200_001) + 'x';
    expect(cpuMilliseconds(() => expect(splitQuoted(quotes)).toEqual([quotes]))).toBeLessThan(1_000);
  });
});

describe('the sheet of packages as CSV', () => {
  test('gives back the components of an SBOM of another family', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryBom, async (bom) => {
        const again = await read(spdxCsv, await write(spdxCsv, bom));
        expect(again.warnings).toEqual([]);
        expect(again.components.map(fieldsOf)).toEqual(bom.components.map(fieldsOf));
        expect(again.components.map(entryOrg)).toEqual(bom.components.map(entryOrg));
      }),
      { numRuns: 6 },
    );
  });

  test('keeps a reference that is called an identifier and is none', async () => {
    const refs = ['cpe:2.3:a:v:p:1:*:*:*:*:*:*:*', 'cpe:/a:v:p:1', 'no-cpe'].map((referenceLocator, index) => ({
      referenceCategory: index < 2 ? 'SECURITY' : 'OTHER',
      referenceType: index === 1 ? 'cpe22Type' : 'cpe23Type',
      referenceLocator,
    }));
    const one = { SPDXID: 'SPDXRef-one', name: 'one', downloadLocation: 'NOASSERTION', externalRefs: refs };
    const document = {
      spdxVersion: 'SPDX-2.3',
      SPDXID: 'SPDXRef-DOCUMENT',
      name: 'n',
      dataLicense: 'CC0-1.0',
      packages: [one],
      documentNamespace: 'https://example.org/n',
      relationships: [],
      creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: t'] },
    };
    const bom = await readText(spdxJson, JSON.stringify(document));
    const again = await read(spdxCsv, await write(spdxCsv, bom));
    expect(again.components[0]!.native!.data.externalRefs).toEqual(refs);
  });

  test('says what it cannot hold', async () => {
    const losses: string[] = [];
    const parts = [
      {
        kind: 'file' as const,
        family: 'spdx' as const,
        ref: 'SPDXRef-f',
        data: {
          SPDXID: 'SPDXRef-f',
          fileName: './f',
          checksums: [{ algorithm: 'SHA1', checksumValue: 'a'.repeat(40) }],
        },
      },
    ];
    await write(spdxCsv, { ...emptyBom, parts }, '2.3', losses);
    expect(losses).toContain('file');
  });
});

const emptyBom: Bom = {
  header: { family: 'cyclonedx', specVersion: '1.6' },
  subject: null,
  components: [],
  dependencies: [],
  parts: [],
  warnings: [],
};

describeAdditional('spreadsheets of the larger corpus', () => {
  test.each([
    ['spdx-2.0/spdx-java-spreadsheet-store__SPDXSpreadsheetExample-2.0.xlsx', 1, 4],
    ['spdx-2.2/tools-java__SPDXSpreadsheetExample-v2.2.xlsx', 4, 4],
    ['spdx-2.3/tools-java__SPDXSpreadsheetExample-v2.3.xlsx', 4, 5],
    ['spdx-2.3/trustify__openssl.xlsx', 38, 0],
  ])('%s', async (path, packages, files) => {
    const bom = await read(spdxXlsx, readFileSync(additionalFile(path)));
    expect(bom.components.length + (bom.subject ? 1 : 0)).toBe(packages);
    expect(bom.parts.filter(({ kind }) => kind === 'file')).toHaveLength(files);
    expect(bom.warnings).toEqual([]);
    const again = await read(spdxXlsx, await write(spdxXlsx, bom, bom.header.specVersion === '2.3' ? '2.3' : '2.2'));
    expect(again.components.map(fieldsOf)).toEqual(bom.components.map(fieldsOf));
    expect(edgesOf(again)).toEqual(edgesOf(bom));
  });

  test('one document gives the same components as a spreadsheet and as JSON', async () => {
    const json = readFileSync(additionalFile('spdx-2.3/trustify__openssl.spdx.yaml'), 'utf8');
    const { spdxYaml } = await import('../../../../src/formats/spdx/yaml.js');
    const key = ({ name, version, purls, licenses, hashes, supplier }: BomComponent): string =>
      JSON.stringify([name, version, purls, licenses, hashes, supplier]);
    const sheet = await read(spdxXlsx, readFileSync(additionalFile('spdx-2.3/trustify__openssl.xlsx')));
    expect(sheet.components.map(key).sort()).toEqual((await readText(spdxYaml, json)).components.map(key).sort());
  });
});
