import { readFileSync } from 'node:fs';
import { collectBom } from '../../../../src/formats/in-memory-bom.js';
import { FormatError, defaultLimits } from '../../../../src/formats/format.js';
import { identifyFormat, isSbomAmongFiles } from '../../../../src/formats/index.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import { decodeHead } from '../../../../src/formats/reading/text.js';
import { recogniseColumn, recognisedNames } from '../../../../src/formats/shared/component-list/column-names.js';
import { tableCsv } from '../../../../src/formats/table/table-csv.js';
import { tableXlsx } from '../../../../src/formats/table/table-xlsx.js';
import type { Bom, BomComponent } from '../../../../src/model/document.js';
import { documents } from '../../../support/conformance/documents.js';
import { sheetRows, workbookOf } from '../../../support/zip.js';

const csv = (text: string | Buffer): Promise<Bom> =>
  collectBom(tableCsv.parse(bytesSource(Buffer.from(text)), defaultLimits));
const xlsx = (bytes: Buffer): Promise<Bom> => collectBom(tableXlsx.parse(bytesSource(bytes), defaultLimits));

async function refusal(bom: Promise<Bom>): Promise<string> {
  try {
    await bom;
  } catch (error) {
    if (error instanceof FormatError) return `${error.reason} ${error.place}`.trim();
    throw error;
  }
  return 'accepted';
}

const short = ({ name, version, supplier }: BomComponent): string => `${name}@${version}/${supplier?.name ?? ''}`;

async function first(text: string): Promise<BomComponent> {
  return (await csv(text)).components[0]!;
}

describe('cells with an error of the spreadsheet', () => {
  const message = (cells: string): string =>
    `${cells} an error of the spreadsheet (#N/A, #REF!, ####) in place of a value: correct the formulas, or widen the columns, and import the file again`;
  const table = (rows: string): Promise<Buffer> =>
    workbookOf([{ rows: `${sheetRows([['Name', 'Version', 'License']])}${rows}` }]);
  const text = (value: string): string => `<c t="str"><v>${value}</v></c>`;

  test('are empty, and counted', async () => {
    const bytes = await table(
      `<row r="2">${text('a')}<c t="e"><v>#N/A</v></c>${text('MIT')}</row>` +
        '<row r="3"><c t="e"><v>#REF!</v></c><c t="e"><v>#REF!</v></c></row>' +
        `<row r="4">${text('b')}${text('#DIV/0!')}${text('MIT')}</row>`,
    );
    const bom = await xlsx(bytes);
    expect(bom.components.map(short)).toEqual(['a@/', 'b@/']);
    expect(bom.warnings).toEqual([
      { place: 'Sheet1!A2', message: message('4 cells, from here on, which count as empty, hold') },
    ]);
  });

  test.each(['#N/A', '#NV', '####', '#REF!', '#¡VALOR!', '#NAME?', '#ZAHL!'])('also as text: %s', async (error) => {
    const bom = await csv(`Name,Version\na,${error}\nb,#1\n`);
    expect(bom.components.map(short)).toEqual(['a@/', 'b@#1/']);
    expect(bom.warnings).toEqual([{ place: 'line 2', message: message('A cell, which counts as empty, holds') }]);
  });
});

describe('versions that a spreadsheet made of text', () => {
  const warning =
    '2 versions, from here on, are numbers or dates of the spreadsheet, which makes 1.1 of 1.10 and a date of 3-1: if so, give the column the format "text" and correct them';

  test('are counted in workbooks', async () => {
    const styles =
      '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="2"/></cellXfs></styleSheet>';
    const row = (name: string, cell: string): string => `<row><c t="str"><v>${name}</v></c>${cell}</row>`;
    const rows = [
      row('a', '<c><v>1.1</v></c>'),
      row('b', '<c s="1"><v>45294</v></c>'),
      row('c', '<c s="2"><v>1.1</v></c>'),
      row('d', '<c><v>2</v></c>'),
      row('e', '<c t="str"><v>1.1</v></c>'),
    ];
    const sheet = { rows: `${sheetRows([['Name', 'Version']])}${rows.join('')}` };
    const bom = await xlsx(await workbookOf([sheet], { 'xl/styles.xml': styles }));
    expect(bom.components.map(short)).toEqual(['a@1.1/', 'b@2024-01-03/', 'c@1.10/', 'd@2/', 'e@1.1/']);
    expect(bom.warnings).toEqual([{ place: 'Sheet1!A2', message: warning }]);
  });

  test('are counted in CSV, where a text that is marked as one stays what it is', async () => {
    const bom = await csv('Name,Version\na,="1.10"\nb,03. Jan\nc,"=""2.20"""\nd,Jan-10\ne,1.1\nf,maybe-1\n');
    expect(bom.components.map(short)).toEqual([
      'a@1.10/',
      'b@03. Jan/',
      'c@2.20/',
      'd@Jan-10/',
      'e@1.1/',
      'f@maybe-1/',
    ]);
    expect(bom.warnings).toEqual([{ place: 'line 3', message: warning }]);
  });
});

describe('lists as CSV', () => {
  test.each([
    ['commas', 'Name,Version,Vendor\na,1,v\n'],
    ['semicolons', 'Name;Version;Vendor\na;1;v\n'],
    ['tabs', 'Name\tVersion\tVendor\na\t1\tv'],
    ['bars', 'Name|Version|Vendor\na|1|v'],
    ['a byte-order mark', '\ufeffName,Version,Vendor\na,1,v\n'],
    ['sep=', 'sep=;\r\nName;Version;Vendor\r\na;1;v\r\n'],
    ['other order and case', 'VENDOR,product name , RELEASE\nv,a,1\n'],
    ['title rows', 'Bill of materials for X\n\nMade by,Jane\nComponent Name,Component Version,Supplier\na,1,v\n'],
    ['single quotes', "'componentName','releaseVersion','vendorName'\n'a','1','v'\n"],
    ['empty columns on the right', 'Name,Version,Vendor,,\na,1,v,,\n'],
    ['empty rows', 'Name,Version,Vendor\n,,\n\na,1,v\n , ,\n'],
    ['the header again', 'Name,Version,Vendor\na,1,v\nName,Version,Vendor\n'],
    ['German names', 'Stückliste;;\nStand: 12.03.2026;;\nKomponente;Versionsnummer;Hersteller\na;1;v\n'],
    ['French names', '\ufeffNom du composant;Version;Fournisseur\na;1;v\n'],
    ['UTF-16', Buffer.from('\ufeffName\tVersion\tVendor\na\t1\tv\n', 'utf16le')],
  ])('with %s', async (_, text) => {
    expect(tableCsv.detect(decodeHead(Buffer.from(text)))).toBe(true);
    const bom = await csv(text);
    expect(bom.components.map(short)).toEqual(['a@1/v']);
    expect(bom.warnings).toEqual([]);
  });

  test('columns named as members of every object are data', async () => {
    const { components } = await csv('Name,Version,__proto__,constructor,toString\na,1,polluted,c,t\n');
    expect(components.map(short)).toEqual(['a@1/']);
    expect(components[0]!.properties).toEqual([
      { name: '__proto__', value: 'polluted' },
      { name: 'constructor', value: 'c' },
      { name: 'toString', value: 't' },
    ]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test.each([
    'Total: 2 packages,,',
    'Total : 2 composants,,',
    'Anzahl: 2,,',
    'Summe,2,',
    'Gesamt,,2',
    'TOTAL,2,',
    'Gesamtanzahl,2,',
    'Total général,,',
    'Totale: 3,,',
    'Итого: 2,,',
    '合計: 2件,,',
    '合计 2 项,,',
    '합계,,',
    '2 components,,',
  ])('the row "%s" is no component', async (total) => {
    const { components, warnings } = await csv(`Name,Version,License\na,1,MIT\n${total}\nb,2,MIT\n`);
    expect(components.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(warnings.map(({ place }) => place)).toEqual(['line 3']);
  });

  test.each(['Total,2.0,', 'sum,,MIT', 'total-components,1,', 'count,2,', 'Total Commander,10,', 'totals 2 go,,'])(
    'the row "%s" is one',
    async (row) => {
      expect((await csv(`Name,Version,License\na,1,MIT\n${row}\n`)).components).toHaveLength(2);
    },
  );

  test.each(['Total components: 2', 'Number of packages: 2', 'Anzahl Komponenten: 2', 'Nombre de composants : 2'])(
    'the row "%s" below a list is no component, and is told',
    async (total) => {
      const { components, warnings } = await csv(`Name,Version\na,1\nb,2\n${total},\n`);
      expect(components.map(({ name }) => name)).toEqual(['a', 'b']);
      expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining('sums up')]);
    },
  );

  test('a package whose name is a word of totals is one', async () => {
    const { components } = await csv('Name,Version\ntotal-components,1\ncount,2\nnumber,\n');
    expect(components).toHaveLength(3);
  });

  test('coordinates between blanks are taken apart beside their version', async () => {
    const { components } = await csv('Component,Version\norg.apache : x : 2.14.1,2.14.1\na : b : 1.0,2.0\n');
    expect(components.map(({ group, name, version }) => [group, name, version])).toEqual([
      ['org.apache', 'x', '2.14.1'],
      ['', 'a : b : 1.0', '2.0'],
    ]);
  });

  test('a row that sums up is no component, and one that only has such a name is', async () => {
    const text = 'Name,Version,License,Count\na,1,MIT,3\nTotal,2.0,MIT,1\nGrand Total:,,,4\nsum,,MIT,1\n';
    const { components, warnings } = await csv(text);
    expect(components.map(({ name }) => name)).toEqual(['a', 'Total', 'sum']);
    expect(warnings.map(({ place }) => place)).toEqual(['line 4']);
  });

  test('several blocks with a header each are read by their own', async () => {
    const { components, warnings } = await csv(
      'Name,Version\nlodash,4.17.21\nexpress,4.18.2\nCommercial\nName,Version,Vendor,License\nOracle DB,19c,Oracle,Commercial\n' +
        ',,,\nOwn\nNAME,VERSION,VENDOR,LICENSE\nalone,,,\nsolo,1,Me,MIT\nRelease,Package\n2,last\n',
    );
    expect(components.map(short)).toEqual([
      'lodash@4.17.21/',
      'express@4.18.2/',
      'Oracle DB@19c/Oracle',
      'alone@/',
      'solo@1/Me',
      'last@2/',
    ]);
    expect(warnings).toEqual([
      { place: 'line 4', message: 'The row "Commercial" is a title over a header; it is left out' },
      { place: 'line 8', message: 'The row "Own" is a title over a header; it is left out' },
    ]);
  });

  test('a name alone above a repeated header is a component where others are', async () => {
    const { components, warnings } = await csv('Name,Version\na,\nb,1\nlast\nName,Version\nc,2\n');
    expect(components.map(({ name }) => name)).toEqual(['a', 'b', 'last', 'c']);
    const alone = await csv('Name,purl\na,pkg:npm/a@1\n,pkg:npm/b@1\nName,purl\nc,pkg:npm/c@1\n');
    expect(alone.components.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining('fewer cells')]);
  });

  test('a table of one row about the product above the list is warned of', async () => {
    const { components, warnings } = await csv(
      'Product,Version\nShop,2.0\n\nComponent,Version,Supplier\na,1,v\nSoftware,,Apache\nurl,,library\nversion,latest,Me\n',
    );
    expect(components.map(short)).toEqual(['a@1/v', 'Software@/Apache', 'url@/library', 'version@latest/Me']);
    expect(warnings.map(({ place, message }) => `${place}: ${message}`)).toEqual([
      'line 2: A row of another table stands above the header; it is not read',
    ]);
  });

  test('a list of package URLs needs no header, and a list of anything else is refused without', async () => {
    const text =
      'pkg:npm/%40babel/core@7.1.0\r\npkg:maven/org.apache/a@1?type=jar&classifier=a,b\n\npkg:deb/debian/x\n';
    expect(tableCsv.detect(text)).toBe(true);
    const { components, warnings } = await csv(text);
    expect(components.map(({ name, purls }) => [name, ...purls])).toEqual([
      ['core', 'pkg:npm/%40babel/core@7.1.0'],
      ['a', 'pkg:maven/org.apache/a@1?type=jar&classifier=a,b'],
      ['x', 'pkg:deb/debian/x'],
    ]);
    expect(warnings).toEqual([]);
    for (const other of ['lodash\nexpress\n', 'pkg:npm/a@1\nand more\n', ''])
      expect(() => identifyFormat(other)).toThrow(/a list with a row of column names/);
  });

  test('so does one of CPEs', async () => {
    const cpes = ['cpe:2.3:a:apache:log4j:2.14.1:*:*:*:*:*:*:*', 'cpe:/o:linux:linux_kernel:5.10'];
    const { components } = await csv(cpes.join('\n'));
    expect(components.map(({ name, cpes: [cpe] }) => [name, cpe])).toEqual([
      ['log4j', cpes[0]],
      ['linux_kernel', cpes[1]],
    ]);
  });

  test.each([',', ', ', '; ', '|', ' | ', ' '])(
    'several identifiers of a cell may stand between "%s"',
    async (separator) => {
      const purls = ['pkg:npm/a@1', 'pkg:maven/o/a@1?x=b,c'];
      const cpes = ['cpe:/a:x:a:1', 'cpe:2.3:a:x:a\\|b:1:*:*:*:*:*:*:*'];
      const cells = [purls, cpes, [purls[0], cpes[1]]].map((list) => `"${list.join(separator)}"`);
      const { components } = await csv(`Name,Version,purl,CPE\na,1,${cells[0]},${cells[1]}\n`);
      expect(components).toMatchObject([{ purls, cpes }]);
      const mixed = await csv(`Name,Version,Unique Identifier\na,1,${cells[2]}\n`);
      expect(mixed.components).toMatchObject([{ purls: [purls[0]], cpes: [cpes[1]] }]);
    },
  );

  test('so does what pip freeze and pip-compile write', async () => {
    const text =
      '# This file is autogenerated\n-i https://pypi.example/simple\nrequests[socks]==2.31.0 \\\n' +
      '    --hash=sha256:58cd2187c01e70e6e26505bca751777aa9f2ee0b7f4300988b709f44e013003f\n    # via -r in.txt\n\n' +
      'zope.interface==6.1 ; python_version < "3.12"\r\nflask>=2.0,<3\n' +
      '-e git+https://github.com/owner/own.git@3f6c0a9#egg=own\nlocal @ https://example.org/local-1.0.tar.gz\nsix === 1.16.0  # why\n';
    expect(tableCsv.detect(text)).toBe(true);
    const { components, warnings } = await csv(text);
    const ecosystem = { name: 'ecosystem', value: 'pypi' };
    expect(components.map((one) => [one.name, one.version, one.references[0]?.url, one.properties])).toEqual([
      ['requests', '2.31.0', undefined, [ecosystem]],
      ['zope.interface', '6.1', undefined, [ecosystem]],
      ['flask', '', undefined, [{ name: 'requirement', value: '>=2.0,<3' }, ecosystem]],
      ['own', '', 'git+https://github.com/owner/own.git@3f6c0a9', [ecosystem]],
      ['local', '', 'https://example.org/local-1.0.tar.gz', [ecosystem]],
      ['six', '1.16.0', undefined, [ecosystem]],
    ]);
    expect(warnings.map(({ place }) => place)).toEqual(['line 2']);
  });

  test.each([
    ['spaces', 'zlib   1.2.13\ngithub.com/a/b v1.10.0\ntzdata 2024a\n'],
    ['tabs', '\ufeffzlib\t1.2.13\ngithub.com/a/b\tv1.10.0\ntzdata\t2024a\n'],
    ['at signs', 'zlib@1.2.13\ngithub.com/a/b@v1.10.0\ntzdata@2024a\n'],
    ['commas', '"zlib","1.2.13"\n"github.com/a/b","v1.10.0"\ntzdata,2024a\n'],
    ['comments', '# ours\nzlib;1.2.13\n\n# theirs\ngithub.com/a/b;v1.10.0\ntzdata;2024a\n'],
  ])('so do names and versions with %s between them', async (_, text) => {
    expect(tableCsv.detect(decodeHead(Buffer.from(text)))).toBe(true);
    const { components, warnings } = await csv(text);
    expect(components.map(short)).toEqual(['zlib@1.2.13/', 'github.com/a/b@v1.10.0/', 'tzdata@2024a/']);
    expect(warnings).toEqual([]);
  });

  test('names without a header are no list where they lie among other files', () => {
    expect(isSbomAmongFiles('requests==2.31.0\nsix==1.16.0\n')).toBe(false);
    expect(isSbomAmongFiles('pkg:npm/a@1\npkg:npm/b@1\n')).toBe(true);
    expect(isSbomAmongFiles('Name,Version\na,1\n')).toBe(true);
  });

  test.each([
    ['measured values', '# HELP x\nprocess_cpu_seconds_total 12.3\ngo_goroutines 12\n'],
    ['headings', 'Introduction 1\nScope 1.1\nTerms 1.2\n'],
    ['addresses', 'localhost 127.0.0.1\nprinter 10.0.0.17\n'],
    ['settings', 'name: 1.2.3\nother: 1.2.4\n'],
    ['one line', 'Release 1.2.3\n'],
    ['requirements without versions', 'flask\nrequests>=2\n'],
    ['a comparison in prose', 'we say that a==b\n'],
  ])('%s are no list', (_, text) => {
    expect(tableCsv.detect(text)).toBe(false);
  });

  test('a line that is no package URL is warned of far below the head as well', async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => `pkg:npm/package-${index}@1.0.0`);
    const { components, warnings } = await csv([...lines, 'and more', 'pkg:npm/last@1'].join('\n'));
    expect(components).toHaveLength(3_001);
    expect(warnings.map(({ place }) => place)).toEqual(['line 3001']);
  });

  test('a unique identifier is what it looks like', async () => {
    const head = 'Supplier Name,Component Name,Version String,Unique Identifier\n';
    const cpe = 'cpe:2.3:a:v:a:1:*:*:*:*:*:*:*';
    expect(await first(`${head}v,a,1,pkg:npm/a@1\n`)).toMatchObject({ purls: ['pkg:npm/a@1'], cpes: [] });
    expect(await first(`${head}v,a,1,${cpe}\n`)).toMatchObject({ purls: [], cpes: [cpe] });
    expect(await first(`${head}v,a,1,A-17\n`)).toMatchObject({
      purls: [],
      properties: [{ name: 'Unique Identifier', value: 'A-17' }],
    });
  });

  test('Markdown has its markup taken off, and the lines between its tables counted', async () => {
    const { components, warnings } = await csv(
      '# Third party\n\nWe use:\n\n| **Component** | Version | License |\n|:---|:---:|---:|\n' +
        '| [lodash](https://lodash.com) | 4.17.21 | MIT |\n| `express` | `4.18.2` | MIT |\n| **[react](https://react.dev)** | _18.2.0_ | MIT |\n' +
        '| _libgcc_mutex | 0.1 | MIT |\n| my\\_lib | 1.\\* | MIT |\n| a \\| b | 1.0.0 | MIT |\n\n## Dev\n\n| Component | Version | License |\n|---|---|---|\n' +
        '| jest | 29.7.0 | MIT |\n\nAll rights reserved.\n',
    );
    expect(components.map(({ name, version }) => `${name}@${version}`)).toEqual([
      'lodash@4.17.21',
      'express@4.18.2',
      'react@18.2.0',
      '_libgcc_mutex@0.1',
      'my_lib@1.*',
      'a |b@1.0.0',
      'jest@29.7.0',
    ]);
    expect(warnings).toEqual([{ place: 'line 14', message: '2 lines are no row of a table, and left out' }]);
    expect((await csv('Name|Version\n`a`|*1*\n')).components[0]).toMatchObject({ name: '`a`', version: '*1*' });
  });

  test('finds the delimiter by the header, whatever else is in the file', async () => {
    const text = 'List; of, things | here\nName;Version;Description\na;1,0;"x | y, z"\n';
    expect((await csv(text)).components.map(short)).toEqual(['a@1,0/']);
  });

  test('keeps cells exactly, formulas and versions included', async () => {
    const text =
      'name,version,vendor,description,group\n=cmd|x,1.10,+evil,@SUM(1),-1\n"\t=1",1E5,v,"\rx",g\nc,00123,"a ""b""",,\n';
    const { components } = await csv(text);
    expect(components.map((one) => [one.name, one.version, one.supplier?.name, one.description, one.group])).toEqual([
      ['=cmd|x', '1.10', '+evil', '@SUM(1)', '-1'],
      ['\t=1', '1E5', 'v', '\rx', 'g'],
      ['c', '00123', 'a "b"', undefined, ''],
    ]);
  });

  test("takes off the mark that other tools put before a formula's character", async () => {
    expect((await first("name,version\n'@babel/core,'-1\n")).name).toBe('@babel/core');
  });

  test('reads what each column says', async () => {
    const component = await first(
      'Component,Version,Type,Package URL,CPE,Licence,License URL,Homepage,Repository,Download,SHA-256,Checksum,Hash Algorithm,Scope,Copyright,Author,Publisher,Manufacturer,Group ID,Risk,BOM-Ref\n' +
        `a,1,Operating System,pkg:npm/a@1,"cpe:/a:x:a:1, cpe:2.3:a:x:a:1:*:*:*:*:*:*:*",MIT,https://l.example/mit,https://h.example,git@github.com:x/a.git,n/a,${'A'.repeat(64)},${'b'.repeat(40)},SHA1,Optional,(c) X,Jane,Pub,Organization: Maker (m@example.com),org.x,low,ref-1\n`,
    );
    expect(component).toEqual({
      ref: 'ref-1',
      parentRef: null,
      place: 'line 2',
      type: 'operating-system',
      name: 'a',
      group: 'org.x',
      version: '1',
      purls: ['pkg:npm/a@1'],
      cpes: ['cpe:/a:x:a:1', 'cpe:2.3:a:x:a:1:*:*:*:*:*:*:*'],
      originator: { kind: 'organization', name: 'Maker', email: 'm@example.com' },
      publisher: 'Pub',
      author: 'Jane',
      copyright: '(c) X',
      scope: 'optional',
      licenses: [{ relation: 'declared', id: 'MIT', url: 'https://l.example/mit' }],
      hashes: [
        { algorithm: 'SHA-256', value: 'a'.repeat(64) },
        { algorithm: 'SHA-1', value: 'b'.repeat(40) },
      ],
      references: [
        { type: 'website', url: 'https://h.example' },
        { type: 'vcs', url: 'git@github.com:x/a.git' },
      ],
      properties: [{ name: 'Risk', value: 'low' }],
    });
  });

  test('prefers the plainer of two columns and keeps the other as a property', async () => {
    const component = await first('Product,Component,Name,Vendor,Vendor Shortname\nSuite,part,a,Acme Inc,acme\n');
    expect(component.name).toBe('a');
    expect(component.supplier?.name).toBe('Acme Inc');
    expect(component.properties).toEqual([
      { name: 'Product', value: 'Suite' },
      { name: 'Component', value: 'part' },
      { name: 'Vendor Shortname', value: 'acme' },
    ]);
  });

  test.each([
    ['MIT', [{ id: 'MIT' }]],
    ['apache-2.0', [{ id: 'Apache-2.0' }]],
    ['(MPL-2.0 OR Apache-2.0)', [{ expression: '(MPL-2.0 OR Apache-2.0)' }]],
    ['MIT, BSD-3-Clause', [{ id: 'MIT' }, { id: 'BSD-3-Clause' }]],
    ['MIT,Apache-2.0', [{ id: 'MIT' }, { id: 'Apache-2.0' }]],
    ['MIT; Zlib', [{ id: 'MIT' }, { id: 'Zlib' }]],
    ['Apache License, Version 2.0', [{ name: 'Apache License, Version 2.0' }]],
    ['New BSD; Own', [{ name: 'New BSD' }, { name: 'Own' }]],
    ['EUPL-1.2+', [{ expression: 'EUPL-1.2+' }]],
    ['N/A', []],
  ])('reads the licence cell %j', async (cell, expected) => {
    const { licenses } = await first(`name,version,license\na,1,"${cell}"\n`);
    expect(licenses).toEqual(expected.map((license) => ({ relation: 'declared', ...license })));
  });

  test('takes the name from an identifier, and warns of rows that name nothing', async () => {
    const bom = await csv('purl,version\npkg:npm/%40x/y@1,1\n,2\n');
    expect(bom.components.map(short)).toEqual(['y@1/']);
    expect(bom.warnings).toEqual([{ place: 'line 3', message: expect.stringContaining('names no component') }]);
  });

  test('gives a row its own reference where the list gives one twice', async () => {
    const bom = await csv('name,version,bom-ref\na,1,x\nb,1,x\n');
    expect(bom.components.map((component) => component.ref)).toEqual(['x', 'row-2']);
    expect(bom.warnings).toHaveLength(1);
  });

  test.each([
    ['too many cells', 'name,version\na,1\nb,1,2\n', 'malformed line 3'],
    ['a quote that is not closed', 'name,version\n"a,1\nb,2\n', 'truncated line 2'],
    ['a column twice', 'name,version,Version\na,1,2\n', 'duplicate_header line 1'],
    ['no name', 'version,license\n1,MIT\n', 'unknown_format'],
    ['no header', 'a,1\nb,2\n', 'unknown_format'],
    ['a name that is too long', `name,version\n${'a'.repeat(5_000)},1\n`, 'limit line 2'],
  ])('refuses %s', async (_, text, expected) => {
    expect(await refusal(csv(text))).toBe(expected);
  });

  test.each([
    'Dear Sir,\nhere is the list.\n',
    '{"name":"x","version":"1"}',
    'name: x\nversion: 1\n',
    '<a/>',
    'Software\nx\n',
  ])('does not claim %j', (text) => {
    expect(tableCsv.detect(text)).toBe(false);
  });
});

describe('lists as XLSX', () => {
  const rows = sheetRows([
    ['Name', 'Version', 'Vendor'],
    ['a', '1.10', 'v'],
  ]);

  test('reads every visible sheet with a header, below titles and merged cells', async () => {
    const titled = sheetRows([
      ['Our software'],
      [],
      ['', 'Vendor', 'Component', 'Version'],
      ['', 'v', 'b', '2'],
      ['', '', 'c', '3'],
    ]);
    const sheets = [
      { name: 'Cover', rows: sheetRows([['Hello']]) },
      { name: 'One', rows },
      { name: 'Two', rows: titled, after: '<mergeCells><mergeCell ref="A1:D1"/><mergeCell ref="B4:B5"/></mergeCells>' },
      { name: 'Old', rows, state: 'hidden' },
    ];
    const bom = await xlsx(await workbookOf(sheets));
    expect(bom.components.map(short)).toEqual(['a@1.10/v', 'b@2/v', 'c@3/v']);
    expect(bom.components.map((component) => component.place)).toEqual(['One!A2', 'Two!A4', 'Two!A5']);
    expect(bom.warnings.map((warning) => warning.place)).toEqual(['Old']);
  });

  test('reads every block of a sheet that has a header', async () => {
    const blocks = sheetRows([
      ['Name', 'Version', 'License'],
      ['lodash', '4.17.21', 'MIT'],
      [],
      ['Bought'],
      ['Vendor', 'Product', 'Release', 'License'],
      ['Oracle', 'Database', '19c', 'Commercial'],
    ]);
    const { components, warnings } = await xlsx(await workbookOf([{ name: 'One', rows: blocks }]));
    expect(components.map(short)).toEqual(['lodash@4.17.21/', 'Database@19c/Oracle']);
    expect(warnings.map(({ place }) => place)).toEqual(['One!A4']);
  });

  test('takes merged cells for what they are: the second row of a head, and titles between the rows', async () => {
    const list = sheetRows([
      ['Component Name', 'Version', 'Vendor', 'License'],
      ['', '', '', 'Declared', 'Concluded'],
      ['Backend'],
      ['a', '1.10', 'v', 'MIT'],
      ['', '1.11', '', 'MIT'],
      ['Name over two columns', '', 'v'],
      ['alone'],
    ]);
    const merged = ['A1:A2', 'B1:B2', 'C1:C2', 'D1:E1', 'A3:E3', 'A4:A5', 'C4:C5', 'A6:B6'];
    const after = `<mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`;
    const { components, warnings } = await xlsx(await workbookOf([{ name: 'One', rows: list, after }]));
    expect(components.map(short)).toEqual(['a@1.10/v', 'a@1.11/v', 'Name over two columns@/v', 'alone@/']);
    expect(warnings).toEqual([
      { place: 'One!A3', message: 'The row "Backend" is a title over merged cells; it is left out' },
    ]);
  });

  test('reads the sheets that are named for components where there are such', async () => {
    const files = sheetRows([
      ['name', 'sha1'],
      ['x.c', ''],
    ]);
    const bom = await xlsx(
      await workbookOf([
        { name: 'FILES', rows: files },
        { name: 'Packages', rows },
      ]),
    );
    expect(bom.components.map(short)).toEqual(['a@1.10/v']);
    expect(bom.warnings).toEqual([{ place: 'FILES', message: expect.stringContaining('"Packages" holds') }]);
  });

  test('needs no header where each row says what it is', async () => {
    const purls = sheetRows([[], ['', 'pkg:npm/a@1.10'], ['', 'pkg:npm/b@2']]);
    expect((await xlsx(await workbookOf([{ rows: purls }]))).components.map(({ purls: [purl] }) => purl)).toEqual([
      'pkg:npm/a@1.10',
      'pkg:npm/b@2',
    ]);
    const pairs = sheetRows([
      ['Apache Tomcat', '9.0.65'],
      ['zlib', '1.2.13'],
      ['and more', 'soon'],
    ]);
    const { components, warnings } = await xlsx(await workbookOf([{ rows: pairs.replace(/<row>(?!.*<row>).*/, '') }]));
    expect(components.map(short)).toEqual(['Apache Tomcat@9.0.65/', 'zlib@1.2.13/']);
    expect(warnings).toEqual([]);
    expect(await refusal(xlsx(await workbookOf([{ rows: pairs }])))).toBe('unknown_format');
  });

  test('looks at each sheet by itself, and names those that are tables and not read', async () => {
    const bom = await xlsx(
      await workbookOf([
        { name: 'One', rows },
        { name: 'Notes', rows: sheetRows([['by', 'Jane'], ['only one']]) },
        { name: 'Two', rows: sheetRows([['b', '2.0.0'], ['c', '3.0.0']]) }, // prettier-ignore
        { name: 'Three', rows: sheetRows([['d', '4.0.0', 'MIT'], ['e', '5.0.0', 'MIT']]) }, // prettier-ignore
        { name: 'Gone', rows: sheetRows([['f', '6.0.0'], ['g', '7.0.0']]), state: 'hidden' }, // prettier-ignore
      ]),
    );
    expect(bom.components.map(short)).toEqual(['a@1.10/v', 'b@2.0.0/', 'c@3.0.0/']);
    expect(bom.warnings).toEqual([
      { place: 'Three', message: expect.stringContaining('it is not read') },
      { place: 'Gone', message: 'The sheet is hidden; it is not read' },
    ]);
  });

  test('refuses a workbook without a list', async () => {
    expect(await refusal(xlsx(await workbookOf([{ rows: sheetRows([['x', 'y']]) }])))).toBe('unknown_format');
  });

  test('gives the same components as the CSV of the same cells', async () => {
    const cells = [
      ['Name', 'Version', 'PURL', 'License', 'SHA-1', 'Notes'],
      ['a', '1.10', 'pkg:npm/a@1.10', 'MIT', 'c'.repeat(40), '=1+1'],
      ['b', '00123', '', 'GPL-2.0-only OR MIT', '', 'x, y'],
    ];
    const text = cells.map((row) => row.map((cell) => `"${cell}"`).join(';')).join('\n');
    const strip = ({ components }: Bom): unknown => components.map(({ place: _, ...rest }) => rest);
    expect(strip(await xlsx(await workbookOf([{ rows: sheetRows(cells) }])))).toEqual(strip(await csv(text)));
  });
});

test.each([
  ['German', 'Komponente;Hersteller;Version;Lizenz'],
  ['French', 'Logiciel;Éditeur;N° de version;Licence'],
  ['French without accents', 'Nom de la bibliotheque;Editeur;Numero de version;Licence'],
  ['Spanish', 'Nombre del software;Fabricante;Versión;Tipo de licencia'],
  ['Italian', 'Nome componente;Fornitore;Versione;Licenza'],
  ['Portuguese', 'Nome do componente;Fornecedor;Versão;Licença'],
  ['Dutch', 'Naam;Leverancier;Versie;Licentie'],
  ['Polish', 'Nazwa składnika;Dostawca;Wersja;Licencja'],
  ['Russian', 'Название компонента;Поставщик;Версия;Лицензия'],
  ['Japanese', 'コンポーネント名;サプライヤー名;バージョン;ライセンス'],
  ['Japanese of half width', 'ｿﾌﾄｳｪｱ名;ﾍﾞﾝﾀﾞｰ;ﾊﾞｰｼﾞｮﾝ;ﾗｲｾﾝｽ'],
  ['Chinese', '组件名称;供应商;版本号;许可证'],
  ['traditional Chinese', '軟體名稱;廠商;版本;授權'],
  ['Korean', '구성요소 이름;공급업체;버전;라이선스'],
])('columns have their names in %s', async (_, header) => {
  const { components } = await csv(`${header}\nOpenSSL;OpenSSL Foundation;3.0.10;Apache-2.0\n`);
  expect(components).toMatchObject([
    {
      name: 'OpenSSL',
      version: '3.0.10',
      supplier: { name: 'OpenSSL Foundation' },
      licenses: [{ id: 'Apache-2.0' }],
    },
  ]);
});

test.each([
  ['of all columns', 'Deployed software title'],
  ['of those beside a known name', 'Name'],
])('unknown names %s are guessed by their words, each for itself, and a warning says so', async (_, first) => {
  const others = ['Lieferant laut Einkauf', 'Lizenz laut Einkauf', 'Rolled out version'];
  const header = [first, ...others];
  const bom = await csv(`${header.join(';')}\nopenssl;OpenSSL Foundation;Apache-2.0;3.0.10\nzlib;Mark;Zlib;1.3\n`);
  expect(bom.columns?.map(({ field }) => field)).toEqual(['name', 'supplier', 'license', 'version']);
  expect(bom.columns?.slice(1).map(({ source }) => source)).toEqual(['guess', 'guess', 'guess']);
  expect(bom.components.map(short)).toEqual(['openssl@3.0.10/OpenSSL Foundation', 'zlib@1.3/Mark']);
  for (const name of others)
    expect(bom.warnings.filter(({ message }) => message.includes(`"${name}" was taken for`))).toHaveLength(1);
});

test('every recognised name means what the table says, and is in the documentation', () => {
  const documentation = readFileSync('docs/formats/tables.md', 'utf8').replace(/\s+/g, ' ');
  for (const [kind, list] of Object.entries(recognisedNames)) {
    expect(documentation).toContain(list.replace(/\s+/g, ' '));
    for (const name of list.split(/,\s*/)) expect(`${name}: ${recogniseColumn(name)?.kind}`).toBe(`${name}: ${kind}`);
  }
  for (const name of [
    'Component Name',
    'componentName',
    'COMPONENT_NAME',
    'Component-Name *',
    '1. Component Name',
    'Licence',
  ]) {
    expect(recogniseColumn(name)).toBeDefined();
  }
});

test('every recognised name has the rank of its place in the list', () => {
  const spelled = (name: string): string => name.normalize('NFD').replace(/\p{Mn}| /gu, '');
  for (const list of Object.values(recognisedNames)) {
    const names = list.split(/,\s*/);
    const wrong = names.filter((name, rank) => {
      const first = names.findIndex((other) => spelled(other) === spelled(name));
      return ![rank, first].includes(recogniseColumn(name)!.rank);
    });
    expect(wrong).toEqual([]);
  }
  expect(recogniseColumn('Version')?.rank).toBeLessThan(recogniseColumn('Release')!.rank);
});

test.each([
  ['Name,Version,Release\nbash,5.1.8,6.el9\n', 'bash@5.1.8/'],
  ['Project,Software Name,Software Version,Ver\nShop,OpenSSL,3.0.8,9\n', 'OpenSSL@3.0.8/'],
  ['DisplayName,DisplayVersion,Version\n7-Zip,23.01,385941504\n', '7-Zip@23.01/'],
])('of two columns the one whose name stands first counts: %j', async (text, expected) => {
  expect((await csv(text)).components.map(short)).toEqual([expected]);
});

/** The larger corpus does not count the rows of this file. */
const uncounted: Record<string, number> = { 'list-na/sw360__test-components.csv': 8 };

test.each(documents.filter(({ format }) => format === 'list'))(
  'a listed file is read: $path',
  async ({ path, file, encoding, components }) => {
    const bytes = readFileSync(file);
    const bom = await (encoding === 'xlsx' ? xlsx(bytes) : csv(bytes));
    expect(bom.components).toHaveLength(components ?? uncounted[path]!);
  },
);
