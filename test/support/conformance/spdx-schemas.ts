import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { projectRoot } from '../../../src/platform/project-root.js';

// CommonJS, whose default export TypeScript and the test compiler see differently.
const addFormats = addFormatsModule as unknown as (ajv: Ajv) => void;

/**
 * No npm package ships the schemas of SPDX. The repository's own state the rules of the specification that exports must
 * keep; the official ones beside the repository check them again.
 */
function schemas(own: string, official: string): object[] {
  return [join(projectRoot, 'test/conformance/schemas', own), join(projectRoot, '../shared/schemas/spdx', official)]
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as object);
}

const compiled = new Map<string, ValidateFunction[]>();

function faults(version: string, compile: () => ValidateFunction[], document: unknown): unknown[] {
  if (!compiled.has(version)) compiled.set(version, compile());
  return compiled
    .get(version)!
    .flatMap((validate) => (validate(document) ? [] : (validate.errors ?? []).slice(0, 3)))
    .map(({ instancePath, message }) => `${instancePath} ${message}`);
}

export function spdx23Faults(document: unknown): unknown[] {
  const compile = (): ValidateFunction[] =>
    schemas('spdx-2.3.json', 'spdx-2.3.schema.json').map((schema) => {
      const ajv = new Ajv({ strict: false, logger: false });
      addFormats(ajv);
      return ajv.compile(schema);
    });
  return faults('2.3', compile, document);
}

export function spdx3Faults(document: unknown): unknown[] {
  const compile = (): ValidateFunction[] =>
    schemas('spdx-3.0.1.json', 'spdx-3.0.1.schema.json').map((schema) =>
      new Ajv2020({ strict: false, logger: false }).compile(schema),
    );
  return [...faults('3.0.1', compile, document), ...danglingReferences(document)];
}

/** Elements are referred to by IRI; each blank node and each element of the document's own namespace must exist. */
function danglingReferences(document: unknown): string[] {
  const graph = (document as { '@graph'?: Record<string, unknown>[] })['@graph'] ?? [];
  const ids = new Set(graph.map((one) => one['spdxId'] ?? one['@id']));
  const sbom = graph.find(({ type }) => type === 'SpdxDocument');
  const references = graph
    .flatMap((one) =>
      ['creationInfo', 'from', 'to', 'rootElement', 'element'].flatMap((key) => [one[key] ?? []].flat()),
    )
    .filter((reference) => typeof reference === 'string');
  const namespace = String(sbom?.['spdxId'] ?? '').replace(/[^#/]*$/, '');
  const isOwn = (id: string): boolean => id.startsWith('_:') || (namespace !== '' && id.startsWith(namespace));
  return references.filter((id) => isOwn(id) && !ids.has(id)).map((id) => `${id} is referred to and not defined`);
}
