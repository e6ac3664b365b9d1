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

test('a list in Shift_JIS, as spreadsheets save it, is told to be in another encoding', () => {
  const header = Buffer.from('83518393837c815b836c8393836796bc2c836f815b83578387839390a10a', 'hex');
  expect(() => identifyFormat(decodeHead(header))).toThrow(/not an SBOM .* not UTF-8/);
});
