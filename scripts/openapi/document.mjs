import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { root } from '../preparation/run.mjs';
import { answerSchemas } from './answer-schemas.mjs';

const errors = {
  400: 'The request is invalid; `fields` names every invalid field.',
  401: 'The token is missing or invalid.',
  403: 'The caller lacks the required role.',
  404: 'The object does not exist, or belongs to another organization.',
  503: 'The database or the queue is unavailable; try again after `Retry-After` seconds.',
};

/** Who may call a route, by its permission (src/organizations/access/roles.ts). */
const callers = {
  public: 'Requires no token.',
  authenticated: 'Any caller with a valid token.',
  viewer: 'Any member of the organization.',
  member: 'Members and administrators of the organization.',
  admin: 'Administrators of the organization.',
  sys_admin: 'System administrators.',
};

const errorSchema = {
  type: 'object',
  description: 'The body of every error.',
  required: ['message', 'code', 'request_id'],
  properties: {
    message: { type: 'string', description: 'What is wrong, and what to do about it.' },
    code: { type: 'integer', description: 'The HTTP status.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'What is wrong with each field, by its path (`3.search_results.package.0.purl`).',
    },
    reason: { type: 'string', description: 'For a refused file: the reason, for programs.' },
    place: { type: 'string', description: 'For a refused file: line or JSON pointer.' },
    request_id: { type: 'string', description: 'Also in the header X-Request-Id and in the log.' },
  },
};

/** The OpenAPI document of the built service: routes and requests from Nest's metadata, answers from return types. */
export async function openApiDocument() {
  const { AppModule } = await import(new URL('../../dist/src/app.module.js', import.meta.url));
  const { Configuration } = await import(
    new URL('../../dist/src/platform/configuration/configuration.js', import.meta.url)
  );
  const { version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const application = AppModule.forRoot(new Configuration({}), 'postgres://nobody@localhost/none');
  const nest = await NestFactory.create(application, { preview: true, logger: false, abortOnError: false });
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Stocktake')
    .setDescription(description)
    .setVersion(version)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addBearerAuth({
      type: 'http',
      scheme: 'bearer',
      description: 'A session (login), an API key, or an OpenID Connect token.',
    })
    .build();
  const document = SwaggerModule.createDocument(nest, config);
  const { answers, schemas } = answerSchemas();
  for (const operation of operationsOf(document)) complete(operation, answers);
  document.components.schemas = sorted({ ...schemas, ...document.components.schemas, Error: errorSchema });
  document.tags = [...new Set(operationsOf(document).flatMap(({ tags = [] }) => tags))]
    .sort()
    .map((name) => ({ name }));
  document.paths = sorted(document.paths);
  return document;
}

const operationsOf = (document) => Object.values(document.paths).flatMap((path) => Object.values(path));

function complete(operation, answers) {
  const permission = operation['x-permission'];
  operation.security = permission === 'public' ? [] : [{ bearer: [] }];
  operation.description = [operation.description, callers[permission]].filter(Boolean).join('\n\n');
  const answer = answers.get(operation.operationId);
  const [ok] = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
  const success = operation.responses[ok ?? '200'];
  if (answer)
    operation.responses[ok ?? '200'] = { description: success?.description || 'Done.', content: asJson(answer) };
  for (const [status, text] of Object.entries(errors)) {
    if (permission === 'public' && ['401', '403'].includes(status)) continue;
    operation.responses[status] ??= { description: text, content: asJson({ $ref: '#/components/schemas/Error' }) };
  }
  const [, method] = operation.operationId.split('_');
  operation.operationId = `${(operation.tags?.[0] ?? 'service').replaceAll(/\W+/g, '_')}_${method}`;
}

const asJson = (schema) => ({ 'application/json': { schema } });

const sorted = (object) => Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
