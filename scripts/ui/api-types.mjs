/** TypeScript types of the API from `openapi.json`, for the workbench. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../preparation/run.mjs';

const file = join(root, 'ui', 'src', 'generated', 'api.d.ts');

export function writeApiTypes() {
  const document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, apiTypes(document));
}

/** A type for each schema, and `Answers`: what each route answers, by method and path. */
export function apiTypes({ paths, components }) {
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};`,
  );
  const answers = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const [status] = Object.keys(operation.responses).filter((code) => code.startsWith('2'));
      const schema = operation.responses[status]?.content?.['application/json']?.schema;
      return `  '${method.toUpperCase()} ${path.slice(1)}': ${schema ? typeOf(schema) : 'unknown'};`;
    }),
  );
  return [
    '// Made from openapi.json by scripts/ui/api-types.mjs.',
    ...schemas,
    'export interface Answers {',
    ...answers,
    '}',
    '',
  ].join('\n');
}

function typeOf(schema) {
  if (schema.$ref) return schema.$ref.replace(/^.*\//, '');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (parts) return `(${parts.map(typeOf).join(schema.allOf ? ' & ' : ' | ')})`;
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  if (schema.type === 'array') return `readonly (${typeOf(schema.items ?? {})})[]`;
  if (schema.type === 'object' || schema.properties) return objectOf(schema);
  return (
    { string: 'string', number: 'number', integer: 'number', boolean: 'boolean', null: 'null' }[schema.type] ??
    'unknown'
  );
}

function objectOf({ properties = {}, required = [], additionalProperties }) {
  const members = Object.entries(properties).map(
    ([name, schema]) => `readonly ${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)};`,
  );
  const object = members.length > 0 ? `{ ${members.join(' ')} }` : '{}';
  if (!additionalProperties) return object;
  return `(${object} & { readonly [name: string]: ${additionalProperties === true ? 'unknown' : typeOf(additionalProperties)} })`;
}
