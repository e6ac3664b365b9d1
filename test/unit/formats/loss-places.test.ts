import fc from 'fast-check';
import { formatById, formats } from '../../../src/formats/index.js';
import { bomSource, collectBom } from '../../../src/formats/in-memory-bom.js';
import { defaultLimits, type Format } from '../../../src/formats/format.js';
import { LossLog, type Loss } from '../../../src/formats/losses.js';
import { bytesSource } from '../../../src/formats/reading/bytes.js';
import type { Bom } from '../../../src/model/document.js';

const sbom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  signature: { algorithm: 'ES256', value: 'AAAA' },
  metadata: { authors: [{ name: 'x' }], component: { type: 'application', name: 'shop', 'bom-ref': 'shop' } },
  components: [
    { type: 'library', name: 'plain', version: '1', 'bom-ref': 'p' },
    {
      type: 'library',
      name: 'shady',
      version: '2',
      'bom-ref': 's',
      pedigree: { notes: 'forked' },
      manufacturer: { name: 'M' },
    },
    { type: 'library', name: 'last', 'bom-ref': 'l', purl: 'pkg:npm/last@1' },
  ],
  services: [{ 'bom-ref': 'api', name: 'api' }],
  vulnerabilities: [{ id: 'CVE-2021-44228', 'bom-ref': 'v', affects: [{ ref: 's' }] }],
};

const read = (json: object): Promise<Bom> =>
  collectBom(formatById('cyclonedx-json')!.parse(bytesSource(Buffer.from(JSON.stringify(json))), defaultLimits));

async function lossesOf(format: Format, bom: Bom, specVersion = format.writes![0]!): Promise<Loss[]> {
  const losses = new LossLog();
  const { onLoss, onElement } = losses;
  const about = { specVersion, timestamp: '2026-01-02T03:04:05Z', tool: { name: 't', version: '1' } };
  for await (const _ of format.serialize!(bomSource(bom), { ...about, onLoss, onElement }));
  return losses.list;
}

const placesOf = (losses: readonly Loss[], what: string): string[] =>
  losses.flatMap((loss) => (loss.what === what ? loss.places.map(({ element, field }) => `${element}: ${field}`) : []));

describe('the places of losses', () => {
  it('name component and field', async () => {
    const bom = await read(sbom);
    const older = await lossesOf(formatById('cyclonedx-xml')!, bom, '1.5');
    expect(placesOf(older, 'manufacturer')).toEqual(['shady 2: manufacturer']);
    expect(placesOf(older, 'signature')).toEqual([': signature']);
    const list = await lossesOf(formatById('cyclonedx-csv')!, bom);
    expect(placesOf(list, 'pedigree')).toEqual(['shady 2: pedigree']);
    for (const id of [
      'spdx-json',
      'spdx-json-ld',
      'spdx-tag-value',
      'spdx-xml',
      'spdx-yaml',
      'spdx-xlsx',
      'spdx-csv',
    ]) {
      const losses = await lossesOf(formatById(id)!, bom);
      expect([id, ...placesOf(losses, 'service')]).toEqual([id, 'service api: service']);
      expect(placesOf(losses, 'metadata.authors')).toEqual([': metadata.authors']);
    }
  });

  it('lead to the field within an element', async () => {
    const patents = { 'bom-ref': 'x', patentNumber: '' };
    const evidence = { identity: [{ field: 'purl', confidence: 2, methods: [] }] };
    const component = { type: 'library', name: 'a', version: '1', evidence, patents };
    const losses = await lossesOf(
      formatById('cyclonedx-json')!,
      await read({ ...sbom, components: [component] }),
      '1.6',
    );
    const places = losses.flatMap((loss) => loss.places).filter(({ element }) => element === 'a 1');
    expect(places.map(({ field }) => field)).toContain('evidence.identity.0.confidence');
  });

  it('are at most five, whatever the count', async () => {
    const components = Array.from({ length: 20 }, (_, at) => ({
      type: 'library',
      name: `c${at}`,
      manufacturer: { name: 'M' },
    }));
    const [loss] = await lossesOf(
      formatById('cyclonedx-json')!,
      await read({ ...sbom, components, signature: undefined }),
      '1.5',
    );
    expect(loss).toMatchObject({ what: 'manufacturer', count: 20 });
    expect(loss!.places.map(({ element }) => element)).toEqual(['c0', 'c1', 'c2', 'c3', 'c4']);
  });

  it('are of elements that lose something, in every format', async () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{3,8}$/), { minLength: 1, maxLength: 8 });
    const shady = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });
    const written = formats.filter((format) => format.serialize);
    await fc.assert(
      fc.asyncProperty(names, shady, fc.constantFrom(...written), async (list, isShady, format) => {
        const components = list.map((name, at) => ({
          type: 'library',
          name,
          version: '1',
          ...(isShady[at] && {
            pedigree: { notes: 'n' },
            evidence: { copyright: [{ text: 't' }] },
            swid: { tagId: 'x', name },
          }),
        }));
        const bom = await read({ bomFormat: 'CycloneDX', specVersion: '1.6', components });
        const losing = new Set(list.filter((_, at) => isShady[at]).map((name) => `${name} 1`));
        for (const { places } of await lossesOf(format, bom))
          for (const { element } of places) if (element !== '') expect(losing).toContain(element);
      }),
      { numRuns: 150 },
    );
  });

  it('of several documents come in their order', () => {
    const [log, other] = [new LossLog(), new LossLog()];
    for (const [at, one] of [log, other].entries()) {
      one.onElement(`e${at} \ud800`);
      for (let time = 0; time < 4; time += 1) one.onLoss('x', ['a', time]);
    }
    log.add(other.list);
    expect(log.list).toEqual([{ what: 'x', count: 8, places: expect.any(Array) }]);
    expect(placesOf(log.list, 'x')).toEqual([...[0, 1, 2, 3].map((n) => `e0 \ufffd: a.${n}`), 'e1 \ufffd: a.0']);
  });
});
