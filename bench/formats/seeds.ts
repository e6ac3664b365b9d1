import { bomSource, collectBom } from '../../src/formats/in-memory-bom.js';
import { openDocument } from '../../src/formats/open-document.js';
import { defaultLimits, type Format } from '../../src/formats/format.js';
import { bytesSource } from '../../src/formats/reading/bytes.js';
import { writeWorkbook } from '../../src/formats/writing/workbook.js';
import type { Bom } from '../../src/model/document.js';
import { product } from '../../src/platform/product.js';
import { label, labelSst, labels, mergedCells, number, sharedStrings, xlsOf } from '../../test/support/xls.js';
import { generatedSbom } from '../service/generated-sbom.js';

/** The generated sbom of `count` components, read. */
export async function generatedBom(count: number): Promise<Bom> {
  const bytes = new TextEncoder().encode(generatedSbom(count));
  const { decode } = await openDocument(bytesSource(bytes), {
    limits: defaultLimits,
    spill: () => Promise.reject(new Error('A generated document is not wrapped')),
  });
  return collectBom(decode());
}

/** An SBOM as a document of the format, in its first version. */
export async function written(format: Format, bom: Bom): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  const options = {
    specVersion: format.writes![0]!,
    timestamp: '2026-01-02T03:04:05Z',
    tool: product,
    onLoss: () => undefined,
  };
  for await (const piece of format.serialize!(bomSource(bom), options)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** A vendor's list as a workbook: a title, an empty row, the head and two rows. */
export async function workbookSeed(): Promise<Uint8Array> {
  const rows = [
    ['', ''],
    ['Component Name', 'Vendor', 'Version', 'License'],
    ['log4j', 'Apache', '2.14.1', 'Apache-2.0'],
    ['a;b', '', '1.10'],
  ];
  const sheet = {
    name: 'Components',
    header: ['Bill of us'],
    async *rows() {
      yield rows;
    },
  };
  const pieces: Uint8Array[] = [];
  for await (const piece of writeWorkbook([sheet], { onLoss: () => undefined })) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The same as Excel 2003 saved it, with cells of several kinds. */
export function oldWorkbookSeed(): Uint8Array {
  const list = [['Bill of us'], [], ['Component Name', 'Vendor', 'Version', 'License'], ['log4j', 'Apache', '2.14.1']];
  const more = [labelSst(4, 0, 0), label(4, 1, '版本'), number(4, 2, 1.1), mergedCells([0, 0, 0, 3], [4, 6, 1, 1])];
  return xlsOf(
    [
      { name: 'Components', records: [...labels(list), ...more] },
      { name: 'Notes', hidden: 1, records: labels([['x']]) },
    ],
    [sharedStrings(['a;b', '名前'])],
  );
}

/** Small documents of formats that are only read. */
export const readOnlySeeds: Readonly<Record<string, string>> = {
  'spdx-rdf':
    '<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" ' +
    'xmlns:spdx="http://spdx.org/rdf/terms#"><spdx:SpdxDocument rdf:about="https://example.org/d#SPDXRef-DOCUMENT">' +
    '<spdx:specVersion>SPDX-2.3</spdx:specVersion><spdx:name>d</spdx:name><spdx:relationship><spdx:Relationship>' +
    '<spdx:relationshipType rdf:resource="http://spdx.org/rdf/terms#relationshipType_describes"/>' +
    '<spdx:relatedSpdxElement><spdx:Package rdf:about="https://example.org/d#SPDXRef-a"><spdx:name>a</spdx:name>' +
    '<spdx:versionInfo>1.10</spdx:versionInfo></spdx:Package></spdx:relatedSpdxElement></spdx:Relationship>' +
    '</spdx:relationship></spdx:SpdxDocument></rdf:RDF>',
  'syft-json':
    '{"artifacts":[{"id":"a","name":"log4j","version":"2.14.1","type":"java-archive","locations":[{"path":"/a.jar"}],' +
    '"licenses":[{"value":"Apache-2.0","spdxExpression":"Apache-2.0"}],"cpes":[{"cpe":"cpe:2.3:a:b:c"}],"metadata":{}}],' +
    '"artifactRelationships":[{"parent":"s","child":"a","type":"contains"}],"files":[],"source":{"id":"s","name":"x"},' +
    '"distro":{"id":"debian","versionID":"12"},"schema":{"version":"16.0.0","url":"anchore/syft"}}',
  'table-json': '[{"License":"MIT","Name":"log4j","Version":"2.14.1","Tags":["a","b"],"More":{"x":1}}]',
  'table-text':
    'app (npm)\n┌──────┬─────────┐\n│ Name │ Version │\n├──────┼─────────┤\n│ a    │ 1.0.0   │\n│      ├─────────┤\n│      │ 2.0.0   │\n└──────┴─────────┘\n',
  'table-csv': 'Bill of us\n\nComponent Name;Vendor;Version;License\nlog4j;Apache;2.14.1;Apache-2.0\n"a;b";;1.10;\n',
};
