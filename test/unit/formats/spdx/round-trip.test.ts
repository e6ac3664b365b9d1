import fc from 'fast-check';
import { spdxIdOf } from '../../../../src/formats/shared/spdx-identifiers.js';
import { spdxJson } from '../../../../src/formats/spdx/json.js';
import { spdxTagValue } from '../../../../src/formats/spdx/tag-value.js';
import { spdxXml } from '../../../../src/formats/spdx/xml.js';
import { spdxYaml } from '../../../../src/formats/spdx/yaml.js';
import { type Bom, type BomComponent, entryOrg } from '../../../../src/model/document.js';
import { arbitraryBom } from './arbitrary-bom.js';
import { read, write } from './documents.js';

const encodings = [spdxJson, spdxXml, spdxYaml, spdxTagValue];
const targets = encodings.flatMap((format) => format.writes!.map((version) => [format, version] as const));

const withoutPlaces = ({ warnings: _, ...bom }: Bom) =>
  JSON.parse(JSON.stringify(bom, (key, value: unknown) => (key === 'place' ? undefined : value))) as unknown;

/** What must come back: everything that has a field, under the SPDXIDs that the refs become. */
const fieldsOf = ({ native: _native, place: _place, ...component }: BomComponent) => ({
  ...component,
  ref: spdxIdOf(component.ref),
  parentRef: component.parentRef === null ? null : spdxIdOf(component.parentRef),
});

const edgesOf = (bom: Bom): string[] =>
  bom.dependencies
    .flatMap(({ from, to, kind }) =>
      (to.length === 0 ? ['nothing'] : to).map((end) => `${spdxIdOf(from)} ${kind} ${spdxIdOf(end)}`),
    )
    .sort();

for (const [format, version] of targets)
  test(`an SBOM of another family comes back from ${format.encoding} ${version}`, async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryBom, async (bom) => {
        const again = await read(format, await write(format, bom, version));
        expect(again.warnings).toEqual([]);
        expect(again.components.map(fieldsOf)).toEqual(bom.components.map(fieldsOf));
        expect(again.components.map(entryOrg)).toEqual(bom.components.map(entryOrg));
        expect(again.subject && fieldsOf(again.subject)).toEqual(bom.subject && fieldsOf(bom.subject));
        expect(edgesOf(again)).toEqual(edgesOf(bom));
      }),
      { numRuns: 10 },
    );
  });

for (const [from, to] of encodings.flatMap((one) => encodings.map((other) => [one, other] as const)))
  test(`${from.encoding} to ${to.encoding} keeps every word of SPDX`, async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryBom, async (bom) => {
        const first = await read(from, await write(from, bom, '2.3'));
        const second = await read(to, await write(to, first, '2.3'));
        expect(withoutPlaces(second)).toEqual(withoutPlaces(first));
      }),
      { numRuns: 3 },
    );
  });

test('an address that SPDX refuses as a home page is an external reference', async () => {
  const advisory = { referenceCategory: 'SECURITY', referenceType: 'advisory', referenceLocator: 'https://adv.org/1' };
  const document = {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: 'd',
    documentNamespace: 'https://example.org/d',
    creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: t'] },
    packages: [
      {
        SPDXID: 'SPDXRef-a',
        name: 'a',
        homepage: 'http://wiki/a',
        downloadLocation: 'NOASSERTION',
        externalRefs: [advisory],
      },
    ],
  };
  const bom = await read(spdxJson, JSON.stringify(document));
  const text = await write(spdxJson, bom, '2.3');
  const { packages } = JSON.parse(text) as { packages: [{ homepage?: string; externalRefs: object[] }] };
  const website = { referenceCategory: 'OTHER', referenceType: 'website', referenceLocator: 'http://wiki/a' };
  expect(packages[0]).toMatchObject({ externalRefs: [advisory, website] });
  expect(packages[0].homepage).toBeUndefined();
  const again = await read(spdxJson, text);
  expect(again.components[0]!.references).toEqual(bom.components[0]!.references);
});
