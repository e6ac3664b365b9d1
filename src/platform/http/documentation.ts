import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project-root.js';

/** Swagger UI at /docs and the document at /openapi.json: the one that is checked in, and compared with the code. */
export function serveApiDocumentation(nest: NestExpressApplication): void {
  const document = JSON.parse(readFileSync(join(projectRoot, 'openapi.json'), 'utf8')) as OpenAPIObject;
  SwaggerModule.setup('docs', nest, document, {
    jsonDocumentUrl: 'openapi.json',
    customSiteTitle: 'Stocktake API',
    swaggerOptions: { persistAuthorization: true, docExpansion: 'none', displayRequestDuration: true },
  });
}
