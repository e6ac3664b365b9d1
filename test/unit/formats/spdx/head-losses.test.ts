import { cycloneDxJson } from '../../../../src/formats/cyclonedx/json.js';
import { spdxJson } from '../../../../src/formats/spdx/json.js';
import { spdxJsonLd } from '../../../../src/formats/spdx/json-ld.js';
import type { JsonObject } from '../../../../src/model/document.js';
import { read, write } from './documents.js';

/** What is lost of a document of SPDX 2.3 with these members. */
async function lossesOf(format: typeof spdxJson, version: string, info: JsonObject, more: JsonObject = {}) {
  const document = {
    spdxVersion: 'SPDX-2.3',
    SPDXID: 'SPDXRef-DOCUMENT',
    dataLicense: 'CC0-1.0',
    name: 'd',
    documentNamespace: 'https://example.org/d',
    comment: 'of a build',
    creationInfo: { created: '2026-01-02T03:04:05Z', creators: ['Tool: t'], comment: 'by hand', ...info },
    packages: [{ SPDXID: 'SPDXRef-a', name: 'a', downloadLocation: 'NOASSERTION' }],
    ...more,
  };
  const losses: string[] = [];
  const text = await write(format, await read(spdxJson, JSON.stringify(document)), version, losses);
  return { losses, text };
}
const targets = [
  ['SPDX 2.2', spdxJson, '2.2'],
  ['SPDX 2.3', spdxJson, '2.3'],
  ['CycloneDX 1.6', cycloneDxJson, '1.6'],
] as const;

describe.each(targets)('a creator of SPDX 2.x in %s', (_, format, version) => {
  test.each([[['anonymous', 'Tool: t']], [['Person: Jane', 'Team: Blue']], [['organization: Acme']], [[7, 'Tool: t']]])(
    'is told as lost where it has no kind: %j',
    async (creators) => {
      expect((await lossesOf(format, version, { creators })).losses).toEqual(['creators']);
    },
  );

  test('is told as lost once for each that is', async () => {
    expect((await lossesOf(format, version, { creators: ['anonymous', 'me'] })).losses).toEqual([
      'creators',
      'creators',
    ]);
  });

  test.each([[['Person: Jane (j@example.org)', 'Organization: Acme ()', 'Tool: t-1']], [['Tool:t', 'Person:Jane']]])(
    'is kept where it has one: %j',
    async (creators) => {
      const { losses, text } = await lossesOf(format, version, { creators });
      expect(losses).toEqual([]);
      expect(text).toContain('Jane');
    },
  );
});

describe.each([...targets, ['SPDX 3.0.1', spdxJsonLd, '3.0.1'] as const])(
  'a member that SPDX 2.x does not have, in %s',
  (_, format, version) => {
    test('is told as lost, of the document and of its creation info', async () => {
      const { losses } = await lossesOf(format, version, { buildId: '7' }, { reviewedBy: 'Jane' });
      expect(losses.sort()).toEqual(['buildId', 'reviewedBy']);
    });

    test('is all that is told: the others have a place', async () => {
      expect((await lossesOf(format, version, {})).losses).toEqual([]);
    });
  },
);
