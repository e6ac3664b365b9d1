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
