import { spdxTagValue } from '../../../../src/formats/spdx/tag-value.js';
import { writeTags } from '../../../../src/formats/spdx/tag-value/writer.js';
import { read, write } from './documents.js';

const head = [
  'SPDXVersion: SPDX-2.3',
  'DataLicense: CC0-1.0',
  'SPDXID: SPDXRef-DOCUMENT',
  'DocumentName: sample',
  'DocumentNamespace: https://example.org/sample',
  'Creator: Tool: maker-1.0',
  'Created: 2026-01-01T00:00:00Z',
  '',
].join('\n');

const document = (...lines: string[]): string => `${head}${lines.join('\n')}\n`;

const whole = document(
  '# a comment: not a tag',
  'FileName: ./a.c',
  'SPDXID: SPDXRef-a',
  'FileChecksum: SHA1: d6a770ba38583ed4bb4525bd96e50461655d2758',
  'LicenseConcluded: MIT',
  'SnippetSPDXID: SPDXRef-part',
  'SnippetFromFileSPDXID: SPDXRef-a',
  'SnippetByteRange: 1:20',
  'SnippetLineRange: 1:2',
  'SnippetName: some lines',
  'PackageName: one',
  'SPDXID: SPDXRef-one',
  'PackageVersion: 1.10',
  'PackageSupplier: Organization: Acme (info@acme.example)',
  'PackageOriginator: NOASSERTION',
  'PackageDownloadLocation: git+https://example.org/one.git@v1',
  'PackageVerificationCode: d6a770ba38583ed4bb4525bd96e50461655d2758 (excludes: ./x, ./y)',
  `PackageChecksum: SHA256: ${'ab'.repeat(32)}`,
  'PackageLicenseDeclared: (MIT OR LicenseRef-own)',
  'PackageComment: <text>first',
  'PackageName: inside a text',
  '',
  'last</text>',
  'ExternalRef: SECURITY cpe23Type cpe:2.3:a:acme:one:1.10:*:*:*:*:*:*:*',
  'ExternalRef: PACKAGE-MANAGER purl pkg:npm/one@1.10',
  'ExternalRefComment: where it comes from',
  'PrimaryPackagePurpose: OPERATING-SYSTEM',
  'Annotator: Person: Jane',
  'AnnotationDate: 2026-01-01T00:00:00Z',
  'AnnotationType: REVIEW',
  'SPDXREF: SPDXRef-one',
  'AnnotationComment: <text>seen</text>',
  'Relationship: SPDXRef-one DEPENDS_ON SPDXRef-two',
  'Relationship: SPDXRef-one GENERATED_FROM NOASSERTION',
  'RelationshipComment: nobody knows',
  'FileName: ./b.c',
  'SPDXID: SPDXRef-b',
  'FileChecksum: SHA1: d6a770ba38583ed4bb4525bd96e50461655d2759',
  'PackageName: two',
  'SPDXID: SPDXRef-two',
  'PackageDownloadLocation: NONE',
  'FilesAnalyzed: false',
  'LicenseID: LicenseRef-own',
  'ExtractedText: <text>Do as you like.</text>',
  'LicenseCrossReference: https://example.org/licence',
);

test('every kind of element is read into its fields', async () => {
  const bom = await read(spdxTagValue, whole);
  expect(bom.warnings).toEqual([]);
  expect(bom.header).toMatchObject({
    specVersion: '2.3',
    name: 'sample',
    serial: 'https://example.org/sample',
    created: '2026-01-01T00:00:00Z',
  });
  const [one, two] = bom.components;
  expect(one).toMatchObject({
    ref: 'SPDXRef-one',
    place: 'line 18',
    type: 'operating-system',
    version: '1.10',
    supplier: { kind: 'organization', name: 'Acme', email: 'info@acme.example' },
    purls: ['pkg:npm/one@1.10'],
    cpes: ['cpe:2.3:a:acme:one:1.10:*:*:*:*:*:*:*'],
    hashes: [{ algorithm: 'SHA-256', value: 'ab'.repeat(32) }],
    licenses: [{ relation: 'declared', expression: '(MIT OR LicenseRef-own)' }],
    references: [{ type: 'vcs', url: 'git+https://example.org/one.git@v1' }],
  });
  expect(one!.originator).toBeUndefined();
  expect(one!.native!.data).toMatchObject({
    originator: 'NOASSERTION',
    comment: 'first\nPackageName: inside a text\n\nlast',
    packageVerificationCode: { packageVerificationCodeExcludedFiles: ['./x', './y'] },
    annotations: [{ annotator: 'Person: Jane', annotationType: 'REVIEW', comment: 'seen' }],
  });
  expect(two).toMatchObject({ ref: 'SPDXRef-two', name: 'two' });
  expect(bom.dependencies).toEqual([{ from: 'SPDXRef-one', to: ['SPDXRef-two'], kind: 'depends-on' }]);
  const relationships = bom.parts.filter(({ kind }) => kind === 'relationship').map(({ data }) => data);
  expect(relationships).toEqual([
    {
      spdxElementId: 'SPDXRef-one',
      relationshipType: 'GENERATED_FROM',
      relatedSpdxElement: 'NOASSERTION',
      comment: 'nobody knows',
    },
    { spdxElementId: 'SPDXRef-one', relationshipType: 'CONTAINS', relatedSpdxElement: 'SPDXRef-b' },
  ]);
});

test('what is read is written so that it reads the same', async () => {
  const first = await read(spdxTagValue, whole);
  const losses: string[] = [];
  const again = await read(spdxTagValue, await write(spdxTagValue, first, '2.3', losses));
  expect(losses).toEqual([]);
  expect(again.components.map(({ place: _, ...component }) => component)).toEqual(
    first.components.map(({ place: _, ...component }) => component),
  );
  expect(again.parts).toEqual(expect.arrayContaining([...first.parts]));
});

test.each([
  ['CR LF', '\r\n'],
  ['CR', '\r'],
])('line ends may be %s', async (_, end) => {
  const plain = await read(spdxTagValue, whole);
  const other = await read(spdxTagValue, whole.replaceAll('\n', end));
  expect(other).toEqual(plain);
});

test('what cannot be understood is a warning with its line, and the rest is read', async () => {
  const bom = await read(
    spdxTagValue,
    document(
      'PackageName: one',
      'SPDXID: SPDXRef-one',
      'just some words',
      'NoSuchTag: x',
      'PackageChecksum: nothing',
      'ExternalRef: SECURITY alone',
      'PackageVersion: 1',
      'PackageVersion: 2',
      'FileType: SOURCE',
      'Relationship: SPDXRef-one DEPENDS_ON',
      'Relationship: SPDXRef-one DEPENDS_ON SPDXRef-gone',
    ),
  );
  expect(bom.components).toMatchObject([{ name: 'one', version: '1' }]);
  expect(bom.warnings.map(({ place }) => place).sort()).toEqual(
    ['line 10', 'line 11', 'line 12', 'line 13', 'line 15', 'line 16', 'line 17', 'line 18'].sort(),
  );
});

test('text beyond a line that is broken up by pieces of the stream', async () => {
  const long = `${'x'.repeat(70_000)}\r\n${'y'.repeat(70_000)}`;
  const lines = document('PackageName: one', 'SPDXID: SPDXRef-one', `PackageComment: <text>${long}</text>`);
  const bom = await read(spdxTagValue, lines);
  expect(bom.components[0]!.native!.data.comment).toBe(long.replace('\r', ''));
});

test('a file without a checksum is written with one that says that none is known', async () => {
  const bom = await read(spdxTagValue, document('FileName: ./a', 'SPDXID: SPDXRef-a'));
  const text = await write(spdxTagValue, bom, '2.3');
  expect(text).toContain('FileName: ./a');
  expect(text).toContain(`FileChecksum: SHA1: ${'0'.repeat(40)}`);
});

test.each([
  ['</text>\nPackageName: evil\nSPDXID: SPDXRef-evil', '</ text>\nPackageName: evil\nSPDXID: SPDXRef-evil'],
  ['one\r\ntwo\rthree', 'one\ntwo\nthree'],
])('a text that says %j stays within its tag', async (comment, expected) => {
  const bom = await read(spdxTagValue, document('PackageName: one', 'SPDXID: SPDXRef-one', 'PackageComment: said'));
  const [component] = bom.components;
  const commented = { ...component!, native: { family: 'spdx' as const, data: { comment } } };
  const text = await write(spdxTagValue, { ...bom, components: [commented] }, '2.3');
  expect(text).toContain(`PackageComment: <text>${expected}</text>\n`);
  const again = await read(spdxTagValue, text);
  expect(again.components).toMatchObject([{ name: 'one', native: { data: { comment: expected } } }]);
});

it.each(['\nPackageName: evil', '\rPackageName: evil', '\r\nPackageName: evil', '<text>'])(
  'a verification code with %j adds no element and ends none',
  async (evil) => {
    const code = { packageVerificationCodeValue: 'd6a770ba38583ed4bb4525bd96e50461655d2758' };
    for (const packageVerificationCode of [
      { ...code, packageVerificationCodeExcludedFiles: [`./x${evil}`, evil] },
      { packageVerificationCodeValue: `${evil}a` },
    ]) {
      const losses: string[] = [];
      const data = { name: 'one', SPDXID: 'SPDXRef-one', packageVerificationCode, versionInfo: '1' };
      const text = writeTags({ kind: 'package', data, place: '' }, (what) => void losses.push(what));
      const { components } = await read(spdxTagValue, `${head}${text}PackageName: two\nSPDXID: SPDXRef-two\n`);
      expect(components.map(({ name, version }) => [name, version])).toEqual([
        ['one', '1'],
        ['two', ''],
      ]);
      expect(losses).toEqual(
        evil === '<text>' && 'packageVerificationCodeExcludedFiles' in packageVerificationCode
          ? []
          : ['PackageVerificationCode'],
      );
    }
  },
);
