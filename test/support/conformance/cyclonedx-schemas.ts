import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { projectRoot } from '../../../src/platform/project-root.js';

// CommonJS, whose default export TypeScript and the test compiler see differently.
const addFormats = addFormatsModule as unknown as (ajv: Ajv) => void;
// eslint-disable-next-line @typescript-eslint/no-require-imports
const addDraft2019Formats = require('ajv-formats-draft2019') as (ajv: Ajv, options: { formats: string[] }) => void;

/** The official schemas, as the CycloneDX library ships them. */
const folder = join(dirname(require.resolve('@cyclonedx/cyclonedx-library/package.json')), 'res/schema');

const readSchema = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, `${name}.SNAPSHOT.schema.json`), 'utf8')) as Record<string, unknown>;

/** @returns what is wrong with the document, or null */
export type Validate = (document: unknown) => string | null;

const compiled = new Map<string, Validate>();

export function jsonValidator(version: string): Validate {
  const existing = compiled.get(version);
  if (existing) return existing;
  const ajv = new Ajv({ strict: false, logger: false });
  addFormats(ajv);
  addDraft2019Formats(ajv, { formats: ['idn-email'] });
  // ajv knows no IRI references; the XSD checks ours.
  ajv.addFormat('iri-reference', true);
  for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs'])
    ajv.addSchema(readSchema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  const validate = ajv.compile(readSchema(`bom-${version}`));
  const result: Validate = (document) =>
    validate(document)
      ? null
      : JSON.stringify(validate.errors?.map(({ instancePath, message }) => [instancePath, message]));
  compiled.set(version, result);
  return result;
}

/** @returns for each document what is wrong with it, or null */
export function validateXml(documents: readonly { version: string; xml: string }[]): (string | null)[] {
  const input = documents.map(({ version, xml }) => ({ xsd: join(folder, `bom-${version}.SNAPSHOT.xsd`), xml }));
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(__dirname, 'validate-xml.mjs')], {
    input: JSON.stringify(input),
    encoding: 'utf8',
    cwd: projectRoot,
    maxBuffer: 64 * 1024 * 1024,
    timeout: 120_000,
  });
  if (status !== 0) throw new Error(`validate-xml.mjs exited with ${status}: ${stderr.slice(0, 2_000)}`);
  return JSON.parse(stdout) as (string | null)[];
}
