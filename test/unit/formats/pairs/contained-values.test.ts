import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { defaultLimits, type Format } from '../../../../src/formats/format.js';
import { formats } from '../../../../src/formats/index.js';
import { collectBom } from '../../../../src/formats/in-memory-bom.js';
import { openDocument } from '../../../../src/formats/open-document.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import type { Bom } from '../../../../src/model/document.js';
import { documents } from '../../../support/conformance/documents.js';
import { hostileValues, replaceText, textsIn } from './hostile-values.js';
import { through } from './passage.js';

/** `PAIR_RUNS=500` looks longer. */
const numRuns = Number(process.env.PAIR_RUNS ?? 8);
jest.setTimeout(60_000 + 2_000 * numRuns);

interface ReadDocument {
  readonly path: string;
  readonly bom: Bom;
}

async function readOwnDocuments(): Promise<readonly ReadDocument[]> {
  const limits = defaultLimits;
  const spill = (): never => {
    throw new Error('not needed');
  };
  const accepted = documents.filter(({ expect: outcome, file }) => outcome === 'accept' && !file.includes('/shared/'));
  return Promise.all(
    accepted.map(async ({ path, file }) => {
      const document = await openDocument(bytesSource(readFileSync(file)), { limits, spill });
      return { path, bom: await collectBom(document.decode()) };
    }),
  );
}

const isList = ({ id }: Format): boolean => /csv|^cyclonedx-xlsx/.test(id);

/** What an SBOM consists of, as far as the format holds it. */
const outline = (format: Format, { components, subject, parts, dependencies }: Bom): unknown =>
  isList(format)
    ? components.length
    : {
        components: components.length,
        hasSubject: subject !== null,
        parts: parts.map(({ kind }) => kind).sort(),
        edges: dependencies.flatMap(({ to }) => to).length,
      };

const targets = formats.filter(({ writes, encoding }) => writes !== undefined && encoding !== 'JSON');

describe('no value adds, ends or shifts an element: each encoding has the elements that JSON has', () => {
  test.each(targets.map((format) => [format.id, format] as const))('%s', async (_id, format) => {
    const json = formats.find(({ id }) => id === `${format.family}-json`)!;
    const [version] = format.writes!;
    const read = await readOwnDocuments();
    expect(read.length).toBeGreaterThan(10);
    for (const { path, bom } of read) {
      const texts = [...textsIn(bom)].filter((text) => text !== '');
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...texts), fc.constantFrom(...hostileValues), async (text, value) => {
          const hostile = replaceText(bom, text, value);
          const expected = outline(format, (await through(json, version!, hostile)).bom);
          const actual = outline(format, (await through(format, version!, hostile)).bom);
          expect({ path, text, value, outline: actual }).toEqual({ path, text, value, outline: expected });
        }),
        // A workbook takes ten times as long.
        { numRuns: format.encoding === 'XLSX' ? Math.ceil(numRuns / 4) : numRuns },
      );
    }
  });
});

const excluded = ['./a,b', './c"d\\e', './f'];
const withExcludedFiles = `{"spdxVersion":"SPDX-2.3","SPDXID":"SPDXRef-DOCUMENT","name":"n","dataLicense":"CC0-1.0",
"documentNamespace":"https://example.org/n","creationInfo":{"created":"2026-01-01T00:00:00Z","creators":["Tool: t"]},
"packages":[{"name":"one","SPDXID":"SPDXRef-one","downloadLocation":"NONE","filesAnalyzed":true,
"packageVerificationCode":{"packageVerificationCodeValue":"d6a770ba38583ed4bb4525bd96e50461655d2758",
"packageVerificationCodeExcludedFiles":${JSON.stringify(excluded)}}},
{"name":"two","SPDXID":"SPDXRef-two","downloadLocation":"NONE","filesAnalyzed":false}]}`;

test.each([
  ['spdx-xlsx', excluded, []],
  ['spdx-tag-value', ['./a_b', './c"d\\e', './f'], ['PackageVerificationCode']],
])('a comma in the name of a file makes no two of it in %s', async (id, files, losses) => {
  const json = formats.find((format) => format.id === 'spdx-json')!;
  const bom = await collectBom(json.parse(bytesSource(Buffer.from(withExcludedFiles)), defaultLimits));
  const passage = await through(
    formats.find((format) => format.id === id)!,
    '2.3',
    bom,
  );
  const code = passage.bom.components[0]!.native!.data.packageVerificationCode;
  expect(code).toMatchObject({ packageVerificationCodeExcludedFiles: files });
  expect(passage.losses).toEqual(losses);
});
