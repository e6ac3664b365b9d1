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

test('CycloneDX in Protocol Buffers is refused by its name, with what to send', () => {
  const bom = Buffer.from('\n\u00031.6\u0010\u0001\u001a\u002durn:uuid:3e671687-395b-41f5-a30f-a58921a69b79', 'latin1');
  expect(() => identifyFormat(decodeHead(bom))).toThrow(
    /^The document is CycloneDX in .*Protocol Buffers.*JSON or XML/,
  );
});

const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  components: [{ type: 'library', name: 'a', version: '1' }],
};

test.each([
  ['snyk test', JSON.stringify({ vulnerabilities: [], ok: true, dependencyCount: 3 })],
  ['dependency graph of GitHub', JSON.stringify({ version: 0, job: {}, detector: {}, manifests: {} })],
  ['Dependency-Track', JSON.stringify({ version: '1.2', meta: {}, project: {}, findings: [] })],
  [
    'SWID',
    '<?xml version="1.0"?>\n<SoftwareIdentity xmlns="http://standards.iso.org/iso/19770/-2/2015/schema.xsd" name="x"/>',
  ],
  ['a list of SBOMs', JSON.stringify([bom, bom])],
  ['a list of SBOMs', JSON.stringify([{ spdxVersion: 'SPDX-2.3', packages: [{ name: 'a', versionInfo: '1' }] }])],
])('what people send for an SBOM is refused by its name: %s', (name, text) => {
  expect(() => identifyFormat(text)).toThrow(new RegExp(`^The document is .*${name}`));
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
  ['Trivy', '{"SchemaVersion": 2, "ArtifactName": "x", "Results": []}'],
  ['Grype', '{"matches": [], "source": {}, "descriptor": {"name": "grype"}}'],
  ['package-lock.json: it names packages', '{"name": "x", "lockfileVersion": 3, "packages": {}}'],
  ['package.json', '{"name": "x", "version": "1.0.0", "dependencies": {"a": "^1.0.0"}}'],
  ['Cargo.lock', 'version = 3\n\n[[package]]\nname = "x"\nversion = "1.0.0"\n'],
])('a file of a package manager or scanner has a name: %s', (name, head) => {
  expect(() => identifyFormat(head)).toThrow(name);
});
