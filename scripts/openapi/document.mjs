import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { root } from '../preparation/run.mjs';
import { answerSchemas } from './answer-schemas.mjs';
import { components } from './components.mjs';
import { describeSchemas } from './described-schemas.mjs';
import { introduction, tagDescriptions } from './introduction.mjs';
import { addExample, completeOperation } from './operation.mjs';
import { operationIds } from './operation-ids.mjs';

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
    .setDescription(introduction(description))
    .setVersion(version)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/', 'This service.')
    .build();
  const document = SwaggerModule.createDocument(nest, config);
  const { answers, schemas } = answerSchemas();
  const ids = operationIds(document.paths);
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations))
      completeOperation(operation, {
        method,
        id: ids.get(`${method} ${path}`),
        answer: answers.get(operation.operationId),
      });
  const examples = JSON.parse(readFileSync(join(root, 'scripts', 'openapi', 'examples.json'), 'utf8'));
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path)))
    addExample(operation, examples[operation.operationId]);
  document.info.contact = { name: 'The operator of this service' };
  document.components = {
    ...components,
    responses: usedIn(document.paths, components.responses),
    schemas: sorted(
      describeSchemas({ ...schemas, ...document.components.schemas, ...components.schemas }, document.paths),
    ),
  };
  document.tags = Object.entries(tagDescriptions).map(([name, text]) => ({ name, description: text }));
  document.paths = sorted(document.paths);
  return document;
}

const usedIn = (paths, responses) => {
  const text = JSON.stringify(paths);
  return Object.fromEntries(Object.entries(responses).filter(([name]) => text.includes(`/responses/${name}"`)));
};

const sorted = (object) => Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
