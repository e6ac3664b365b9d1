import type { HostileFile } from './hostile-file.js';

const head = `SPDXVersion: SPDX-2.3
DataLicense: CC0-1.0
SPDXID: SPDXRef-DOCUMENT
DocumentName: x
DocumentNamespace: https://example.org/x
Creator: Tool: x
Created: 2024-01-01T00:00:00Z
`;
const packageOf = (name: string, more = ''): string =>
  `\nPackageName: ${name}\nSPDXID: SPDXRef-${name}\nPackageVersion: 1\nPackageDownloadLocation: NOASSERTION\n${more}`;
const good = head + packageOf('a') + packageOf('b');
const chain = (length: number): string =>
  Array.from({ length }, (_, i) => `Relationship: SPDXRef-a DEPENDS_ON SPDXRef-${i % 2 ? 'a' : 'b'}\n`).join('');
const licence = (expression: string): string => head + packageOf('a', `PackageLicenseDeclared: ${expression}\n`);
const jsonLd = (context: string): string =>
  JSON.stringify({
    '@context': context,
    '@graph': [{ type: 'CreationInfo', '@id': '_:c', specVersion: '3.0.1', created: '2024-01-01T00:00:00Z' }],
  });

/** Section "B-TV". */
export const tagValueFiles: readonly HostileFile[] = [
  {
    what: 'a text that never ends',
    bytes: () => `${good}PackageComment: <text>${'x\n'.repeat(1_000_000)}`,
    refused: ['truncated', 'malformed', 'limit'],
  },
  {
    what: 'relationships to nobody, to itself and round in a ring, a hundred thousand of them',
    bytes: () =>
      `${good}Relationship: SPDXRef-a DEPENDS_ON SPDXRef-nobody\nRelationship: SPDXRef-a DEPENDS_ON SPDXRef-a\n${chain(100_000)}`,
    names: ['a', 'b'],
  },
  { what: 'one SPDXID twice, which is a warning', bytes: () => good + packageOf('a'), names: ['a', 'a', 'b'] },
  {
    what: 'two versions of SPDX',
    bytes: () => `SPDXVersion: SPDX-2.2\n${good}`,
    refused: ['invalid'],
  },
  { what: 'lines that end in CR LF', bytes: () => good.replaceAll('\n', '\r\n'), names: ['a', 'b'] },
  { what: 'lines that end in CR', bytes: () => good.replaceAll('\n', '\r'), names: ['a', 'b'] },
  { what: 'NUL and form feed', bytes: () => good.replace('PackageVersion: 1', 'PackageVersion: 1\0\f2') },
  { what: 'a line of a megabyte', bytes: () => `${good}PackageComment: ${'x'.repeat(1_000_000)}\n` },
  { what: 'a licence in ten thousand brackets', bytes: () => licence(`${'('.repeat(10_000)}MIT${')'.repeat(10_000)}`) },
  { what: 'a licence of a megabyte', bytes: () => licence(`MIT${' AND Apache-2.0'.repeat(60_000)}`) },
  {
    what: 'JSON-LD with a context from elsewhere',
    bytes: () => jsonLd('http://127.0.0.1:9/context.jsonld'),
    refused: ['invalid', 'unsupported_version', 'unknown_format', 'malformed'],
  },
];
