import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { collectBom } from '../../../../src/formats/in-memory-bom.js';
import { defaultLimits } from '../../../../src/formats/format.js';
import { detectFormat } from '../../../../src/formats/index.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import { decodeHead } from '../../../../src/formats/reading/text.js';
import { spdxJsonLd } from '../../../../src/formats/spdx/json-ld.js';
import type { Bom, BomComponent } from '../../../../src/model/document.js';
import { documents } from '../../../support/conformance/documents.js';
import { spdx3Faults } from '../../../support/conformance/spdx-schemas.js';
import { arbitraryBom } from './arbitrary-bom.js';
import { read, write } from './documents.js';

/** Names of packages that an element of the document is called by, without the document's namespace. */
const shortRef = (ref: string | null): string | null => ref?.replace(/^.*#(SPDXRef-)?/, '') ?? null;
const essence = ({ name, version, purls, cpes, hashes }: BomComponent) => ({ name, version, purls, cpes, hashes });
const licensesOf = ({ licenses }: BomComponent): string[] =>
  licenses.map(({ relation, expression, id, name }) => `${relation} ${expression ?? id ?? name}`).sort();

/** A lone package is an entry, in whatever role it was written (api-decisions, Import). */
const hasEntries = ({ subject, components }: Bom): boolean => subject === null || components.length > 0;

/** Edges by the names of their ends in order of appearance: refs are other ones in another family. */
function edgesOf(bom: Bom): string[] {
  const all = bom.subject ? [bom.subject, ...bom.components] : bom.components;
  const place = new Map(all.map(({ ref }, index) => [ref, index]));
  return bom.dependencies
    .flatMap(({ from, to, kind }) => to.map((end) => `${place.get(from)} ${kind} ${place.get(end)}`))
    .sort();
}

describe('SPDX 3.0.1, written', () => {
  it('gives an SBOM of another family back: components, identifiers, hashes, licences, nesting and edges', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryBom, async (bom) => {
        fc.pre(hasEntries(bom));
        const text = await write(spdxJsonLd, bom, '3.0.1');
        expect(await write(spdxJsonLd, bom, '3.0.1')).toBe(text);
        const again = await read(spdxJsonLd, text);
        expect(again.warnings).toEqual([]);
        expect(again.header.specVersion).toBe('3.0.1');
        expect(again.components.map(essence)).toEqual(bom.components.map(essence));
        expect(again.components.map(licensesOf)).toEqual(bom.components.map(licensesOf));
        expect(again.subject?.name).toBe(bom.subject?.name);
        expect(edgesOf(again)).toEqual(edgesOf(bom));
        const parents = ({ components }: Bom) =>
          components.map(({ parentRef }) => components.findIndex(({ ref }) => ref === parentRef));
        expect(parents(again)).toEqual(parents(bom));
        // Written once more, what came from SPDX 3.0 keeps its names.
        const third = await read(spdxJsonLd, await write(spdxJsonLd, again, '3.0.1'));
        expect(third.components.map(({ ref }) => shortRef(ref))).toEqual(
          again.components.map(({ ref }) => shortRef(ref)),
        );
        expect(third.components.map(essence)).toEqual(again.components.map(essence));
      }),
      { numRuns: 25 },
    );
  });

  it('is valid, whatever it is made from', async () => {
    const check = (name: string, text: string): void =>
      expect({ name, faults: spdx3Faults(JSON.parse(text)) }).toEqual({ name, faults: [] });
    for (const bom of fc.sample(arbitraryBom, { numRuns: 10, seed: 3 }))
      check('a generated document', await write(spdxJsonLd, bom, '3.0.1'));
    let checked = 0;
    for (const { path, file } of documents) {
      if (!/\.(json|xml|ya?ml|spdx|rdf|csv)$/.test(path)) continue;
      const bytes = readFileSync(file);
      const format = detectFormat(decodeHead(bytes.subarray(0, 64 * 1024)));
      const bom = format && (await collectBom(format.parse(bytesSource(bytes), defaultLimits)).catch(() => undefined));
      if (!bom || bom.components.length > 60) continue;
      const text = await write(spdxJsonLd, bom, '3.0.1');
      check(path, text);
      checked += 1;
      if (!hasEntries(bom)) continue;
      const again = await read(spdxJsonLd, text);
      const shown = (one: Bom) => one.components.map(({ name, purls }) => [name, purls]);
      expect([path, shown(again)]).toEqual([path, shown(bom)]);
    }
    expect(checked).toBeGreaterThan(15);
  }, 120_000);
});
