import { sortSpdxCreators } from '../../../../src/formats/shared/spdx-parties.js';
import { spdxJson } from '../../../../src/formats/spdx/json.js';
import { spdxTagValue } from '../../../../src/formats/spdx/tag-value.js';
import type { BomWarning, JsonObject } from '../../../../src/model/document.js';
import { cpuMilliseconds } from '../../../support/cpu-time.js';
import { read } from './documents.js';

const creationInfo = { created: '2026-01-02T03:04:05Z', creators: ['Tool: t'] };
const head = {
  spdxVersion: 'SPDX-2.3',
  SPDXID: 'SPDXRef-DOCUMENT',
  dataLicense: 'CC0-1.0',
  name: 'd',
  documentNamespace: 'https://example.org/d',
  creationInfo,
};
const warningsOf = async (change: JsonObject): Promise<readonly BomWarning[]> =>
  (await read(spdxJson, JSON.stringify({ ...head, ...change }))).warnings;

describe('warnings about missing and invalid members of an SPDX 2.x document (clause 6)', () => {
  test.each<[string, JsonObject, string, string]>([
    ['another SPDXID', { SPDXID: 'SPDXRef-d' }, '/SPDXID', '"SPDXID" is not valid in SPDX'],
    ['another licence', { dataLicense: 'MIT' }, '/dataLicense', '"dataLicense" is not valid in SPDX'],
    ['no name', { name: '' }, '/', 'The document has no "name"'],
    ['no namespace', { documentNamespace: null }, '/', 'The document has no "documentNamespace"'],
    [
      'no creators',
      { creationInfo: { ...creationInfo, creators: [] } },
      '/creationInfo',
      'The document has no "creators"',
    ],
    [
      'fractions of a second',
      { creationInfo: { ...creationInfo, created: '2026-01-02T03:04:05.6Z' } },
      '/creationInfo/created',
      '"created" is not valid in SPDX',
    ] as [string, JsonObject, string, string],
  ])('%s', async (_, change, place, message) => {
    expect(await warningsOf(change)).toEqual([{ place, message }]);
  });

  test('a whole head has no faults, nor has a bare list of packages', async () => {
    expect(await warningsOf({})).toEqual([]);
    const bare = {
      spdxVersion: 'SPDX-2.3',
      SPDXID: 'SPDXRef-DOCUMENT',
      packages: [{ SPDXID: 'SPDXRef-a', name: 'a' }],
    };
    expect((await read(spdxJson, JSON.stringify(bare))).warnings).toEqual([]);
  });

  test('what is no element of a list is passed over and told of, and the rest is read', async () => {
    const related = {
      spdxElementId: 'SPDXRef-DOCUMENT',
      relationshipType: 'DESCRIBES',
      relatedSpdxElement: 'SPDXRef-a',
    };
    const packages = [{ SPDXID: 'SPDXRef-a', name: 'a' }];
    const document = { ...head, documentDescribes: [7], packages, relationships: [null, related], files: ['f'] };
    const { components, warnings } = await read(spdxJson, JSON.stringify(document));
    expect(components.map(({ name }) => name)).toEqual(['a']);
    expect(warnings.map(({ place }) => place)).toEqual(['/documentDescribes/0', '/relationships/0', '/files/0']);
    await expect(read(spdxJson, JSON.stringify({ ...head, packages: [null] }))).rejects.toMatchObject({
      reason: 'invalid',
      place: '/packages/0',
    });
  });

  test('in tag-value the place is a line', async () => {
    const text =
      'SPDXVersion: SPDX-2.3\nDataLicense: CC0-1.0\nSPDXID: SPDXRef-DOCUMENT\nDocumentName: d\n' +
      'DocumentNamespace: https://example.org/d\nCreator: Tool: t\n';
    const { warnings } = await read(spdxTagValue, text);
    expect(warnings).toEqual([{ place: 'line 1', message: 'The document has no "created"' }]);
  });
});

describe('creators', () => {
  test('of many spaces are read at once', () => {
    const spaces = ' '.repeat(200_000);
    const creators = [`${spaces}x`, spaces, `Tool:${spaces}`, `${spaces}Tool:`, 'Tool: a'];
    const sorting = () => expect(sortSpdxCreators(creators)).toEqual({ valid: ['Tool: a'], others: 1 });
    expect(cpuMilliseconds(sorting)).toBeLessThan(1_000);
  });
});
