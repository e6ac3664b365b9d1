import { defaultLimits, type Format } from '../../../../src/formats/format.js';
import { formats } from '../../../../src/formats/index.js';
import { collectBom } from '../../../../src/formats/in-memory-bom.js';
import { textSource } from '../../../../src/formats/reading/bytes.js';
import type { Bom, Json } from '../../../../src/model/document.js';
import { cycloneDxDocument, type Draw, drawFrom, pick, spdxDocument } from './every-field.js';
import { hostileValues, replaceText, textsIn } from './hostile-values.js';
import { through } from './passage.js';

/** `PAIR_RUNS=500` looks longer; `PAIR_SEED` begins elsewhere. */
const numRuns = Number(process.env.PAIR_RUNS ?? 8) * 5;
const firstSeed = Number(process.env.PAIR_SEED ?? 1) * 1_000_003;
jest.setTimeout(60_000 + 1_000 * numRuns);

/** How often each path of an SBOM occurs, whatever its texts are. */
function shapeOf(bom: Bom): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const add = (path: string): void => void counts.set(path, (counts.get(path) ?? 0) + 1);
  const walk = (value: unknown, path: string): void => {
    // Tag-value has all annotations after their elements, and reviews as annotations.
    if (path.endsWith('/annotations/*') || path === '/parts/annotation' || path === '/parts/review')
      return add('annotation');
    if (!path.endsWith('/annotations')) add(path);
    if (Array.isArray(value)) for (const item of value) walk(item, `${path}/*`);
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) if (name !== 'place') walk(inner, `${path}/${name}`);
  };
  const { warnings: _warnings, parts, ...rest } = bom;
  walk(rest, '');
  for (const { kind, ...part } of parts) walk(part, `/parts/${kind}`);
  return counts;
}

/** What came that JSON has not, and what went without a loss. */
function changes(before: Bom, after: Bom, losses: readonly string[]): readonly string[] {
  const [expected, actual] = [shapeOf(before), shapeOf(after)];
  const found: string[] = [];
  for (const path of new Set([...expected.keys(), ...actual.keys()])) {
    const difference = (actual.get(path) ?? 0) - (expected.get(path) ?? 0);
    if (difference > 0 || (difference < 0 && losses.length === 0)) found.push(`${path} ${difference}`);
  }
  return found;
}

const documentsOf: Readonly<Record<string, (draw: Draw) => Json>> = {
  cyclonedx: cycloneDxDocument,
  spdx: spdxDocument,
};
const targets = formats.filter(({ writes, encoding }) => writes !== undefined && encoding !== 'JSON');
const isList = ({ id }: Format): boolean => /^cyclonedx-(?:csv|xlsx)$/.test(id);

describe('no value of any field adds, ends or shifts an element', () => {
  test.each(targets.map((format) => [format.id, format] as const))('%s', async (_id, format) => {
    const json = formats.find(({ id }) => id === `${format.family}-json`)!;
    const version = format.family === 'spdx' ? '2.3' : format.writes!.at(-1)!;
    const runs = format.encoding === 'XLSX' ? Math.ceil(numRuns / 4) : numRuns;
    for (let run = 0; run < runs; run += 1) {
      const draw = drawFrom(firstSeed + run);
      const text = JSON.stringify(documentsOf[format.family]!(draw));
      const plain = await collectBom(json.parse(textSource(text), defaultLimits));
      const replaced = pick(
        draw,
        [...textsIn(plain)].filter((found) => found !== ''),
      );
      const value = pick(draw, hostileValues);
      // What JSON cannot say is gone after once.
      const { bom } = await through(json, version, replaceText(plain, replaced, value));
      const before = await through(json, version, bom);
      const after = await through(format, version, bom);
      const found = isList(format)
        ? [after.bom.components.length - before.bom.components.length].filter((difference) => difference !== 0)
        : changes(before.bom, after.bom, after.losses);
      expect({ seed: firstSeed + run, replaced, value, found }).toEqual({
        seed: firstSeed + run,
        replaced,
        value,
        found: [],
      });
    }
  });
});
