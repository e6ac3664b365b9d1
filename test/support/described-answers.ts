import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
import type { Answer } from './api-client.js';

// CommonJS, whose default export TypeScript and the test compiler see differently.
const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void;

type Json = Record<string, any>;

/** Compares answers with openapi.json, closed: what is not described is a fault. */
export class DescribedAnswers {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly document: Json;

  constructor(file = join(projectRoot, 'openapi.json')) {
    this.document = JSON.parse(readFileSync(file, 'utf8'));
    addFormats(this.ajv);
    this.ajv.addSchema(closed(this.document) as object, 'openapi');
  }

  /** The operations by `METHOD /path`. */
  get operations(): ReadonlyMap<string, Json> {
    return new Map(
      Object.entries<Json>(this.document.paths).flatMap(([path, methods]) =>
        Object.entries<Json>(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
      ),
    );
  }

  /** @returns what the answer has that openapi.json does not describe, and the reverse */
  faultsOf(method: string, path: string, { status, headers, body }: Answer): string[] {
    const operation = this.document.paths[path]?.[method.toLowerCase()];
    if (!operation) return [`${method} ${path} is not described`];
    const pointer = ['paths', path, method.toLowerCase(), 'responses', String(status)];
    let response = operation.responses[status];
    if (!response) return [`the status ${status} is not described: ${JSON.stringify(body).slice(0, 200)}`];
    if (response.$ref) {
      pointer.splice(0, pointer.length, ...response.$ref.split('/').slice(1));
      response = this.document.components.responses[pointer.at(-1)!];
    }
    const mediaType = (headers.get('content-type') ?? '').split(';')[0]!;
    if (!response.content) return body === '' ? [] : ['a body is not described'];
    if (!response.content[mediaType]) return [`the media type ${mediaType} is not described`];
    if (mediaType !== 'application/json') return [];
    const steps = [...pointer, 'content', mediaType, 'schema'].map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')); // prettier-ignore
    const validate = this.ajv.getSchema(`openapi#/${steps.map(encodeURIComponent).join('/')}`)!;
    return validate(body) ? [] : validate.errors!.map(textOf);
  }
}

const textOf = ({
  instancePath,
  message,
  params,
}: {
  instancePath: string;
  message?: string;
  params: object;
}): string => `${instancePath} ${message} ${JSON.stringify(params)}`;

/** Objects with described properties have no others, unless the schema says what they are. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (schema === null || typeof schema !== 'object') return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)])) as Json;
  const isObject = inner.type === 'object' && typeof inner.properties === 'object';
  return isObject && inner.additionalProperties === undefined ? { ...inner, additionalProperties: false } : inner;
}
