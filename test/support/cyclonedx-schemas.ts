import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { projectRoot } from '../../src/platform/project-root.js';

// CommonJS, whose default export TypeScript and the test compiler see differently.
const addFormats = addFormatsModule as unknown as (ajv: Ajv) => void;
// eslint-disable-next-line @typescript-eslint/no-require-imports
const addDraft2019Formats = require('ajv-formats-draft2019') as (ajv: Ajv, options: { formats: string[] }) => void;

/** The official schemas of CycloneDX, kept beside the project and not part of it. */
const folder = join(projectRoot, '../shared/schemas/cdx');
export const schemasAreThere = existsSync(folder);
if (!schemasAreThere) console.warn(`The schemas ${folder} are not there: tests that validate against them are skipped`);

export const readSchema = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, unknown>;

/** @returns what is wrong with the document, or null */
export type Validate = (document: unknown) => string | null;

const compiled = new Map<string, Validate>();

export function jsonValidator(version: string): Validate {
  const known = compiled.get(version);
  if (known) return known;
  const ajv = new Ajv({ strict: false, logger: false });
  addFormats(ajv);
  addDraft2019Formats(ajv, { formats: ['idn-email'] });
  // No format of ajv knows IRI references; what we write there is tested by itself and by the XSD.
  ajv.addFormat('iri-reference', true);
  for (const file of ['spdx.schema.json', 'jsf-0.82.schema.json', 'cryptography-defs.schema.json'])
    ajv.addSchema(readSchema(file), `http://cyclonedx.org/schema/${file}`);
  const validate = ajv.compile(readSchema(`bom-${version}.schema.json`));
  const result: Validate = (document) =>
    validate(document)
      ? null
      : JSON.stringify(validate.errors?.map(({ instancePath, message }) => [instancePath, message]));
  compiled.set(version, result);
  return result;
}

/** @returns for each document what is wrong with it, or null */
export function validateXml(documents: readonly { version: string; xml: string }[]): (string | null)[] {
  const input = documents.map(({ version, xml }) => ({ xsd: join(folder, `bom-${version}.xsd`), xml }));
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(projectRoot, 'test/support/validate-xml.mjs')], {
    input: JSON.stringify(input),
    encoding: 'utf8',
    cwd: projectRoot,
    maxBuffer: 64 * 1024 * 1024,
    timeout: 120_000,
  });
  if (status !== 0) throw new Error(`validate-xml.mjs ended with ${status}: ${stderr.slice(0, 2_000)}`);
  return JSON.parse(stdout) as (string | null)[];
}
