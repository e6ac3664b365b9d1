import { identifyFormat } from '../../../src/formats/index.js';
import { decodeHead } from '../../../src/formats/reading/text.js';

test.each([
  ['OpenVEX', { '@context': 'https://openvex.dev/ns/v0.2.0', statements: [] }],
  ['OpenVEX', { '@context': '', statements: [{ vulnerability: 'CVE-2021-44228', status: 'fixed' }] }],
  ['CSAF', { document: { category: 'csaf_vex', csaf_version: '2.0' } }],
  ['SARIF', { version: '2.1.0', runs: [] }],
  ['SLSA', { builder: { id: 'https://example.org' }, buildType: 'x' }],
  ['SLSA', { buildDefinition: { buildType: 'x' }, runDetails: {} }],
])('what comes beside SBOMs is refused by its name: %s', (name, document) => {
  expect(() => identifyFormat(JSON.stringify(document))).toThrow(new RegExp(`^The document is an? .*${name}`));
});

test.each(['{"name": "x"}', '{"statements": []}', 'x', ''])('anything else is no SBOM that we know: %s', (text) => {
  expect(() => identifyFormat(text)).toThrow(/^The document is not an SBOM in a supported format/);
});

test('a list in Shift_JIS, as spreadsheets save it, is recognised', () => {
  const header = Buffer.from('83528393837c815b836c8393836796bc2c836f815b8357838783930a', 'hex');
  expect(identifyFormat(decodeHead(header)).id).toBe('table-csv');
});

test('a text whose UTF-8 is broken is told to be so', () => {
  const head = Buffer.concat([Buffer.from('Größe;Käufer;'), Buffer.from([0xfc])]);
  expect(() => identifyFormat(decodeHead(Buffer.concat([head, Buffer.from(';x\n')])))).toThrow(
    /not an SBOM .* not UTF-8/,
  );
});

test.each([
  [
    'Syft JSON',
    '{"artifacts": [], "schema": {"version": "16.0.0", "url": "https://raw.githubusercontent.com/anchore/syft/main/schema/json/schema-16.0.0.json"}}',
  ],
  ['Trivy', '{"SchemaVersion": 2, "ArtifactName": "x", "Results": []}'],
  ['Grype', '{"matches": [], "source": {}, "descriptor": {"name": "grype"}}'],
  ['package-lock.json', '{"name": "x", "lockfileVersion": 3, "packages": {}}'],
  ['package.json', '{"name": "x", "version": "1.0.0", "dependencies": {"a": "^1.0.0"}}'],
  ['composer.lock', '{"content-hash": "x", "packages": []}'],
  [
    'Maven POM',
    '<?xml version="1.0"?>\n<project xmlns="http://maven.apache.org/POM/4.0.0"><artifactId>x</artifactId></project>',
  ],
  ['.csproj', '<Project Sdk="Microsoft.NET.Sdk"></Project>'],
  ['CycloneDX without its namespace', '<bom version="1"><components/></bom>'],
  ['Cargo.lock', 'version = 3\n\n[[package]]\nname = "x"\nversion = "1.0.0"\n'],
  ['go.mod', 'module example.org/x\n\ngo 1.22\n\nrequire example.org/y v1.0.0\n'],
  ['go.sum', 'example.org/y v1.0.0 h1:abc=\nexample.org/y v1.0.0/go.mod h1:def=\n'],
  ['yarn.lock', '# yarn lockfile v1\n\n\na@^1.0.0:\n  version "1.0.0"\n'],
  ['pnpm-lock.yaml', "lockfileVersion: '9.0'\n\nimporters:\n  .: {}\n"],
  ['Gemfile.lock', 'GEM\n  remote: https://rubygems.org/\n  specs:\n    rack (3.0.0)\n'],
])('a file of a package manager or scanner is refused by its name: %s', (name, head) => {
  expect(() => identifyFormat(head)).toThrow(name);
});
