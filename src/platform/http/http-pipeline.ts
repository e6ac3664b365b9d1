import helmet from 'helmet';
import type { INestApplication } from '@nestjs/common';
import { json, type Express, type NextFunction, type Request, type Response } from 'express';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pinoHttp } from 'pino-http';
import type { Logger } from 'pino';
import { CallerError, notFound } from '../../model/errors.js';
import { Configuration } from '../configuration/configuration.js';
import { limitRequests, isMultipart, shedLoad, OverloadMonitor } from './load-shedding.middleware.js';
import { ErrorFilter } from './error.filter.js';
import { sanitizeInput, requestValidation } from './validation.js';
import { Quotas } from './quotas.js';
import { ServiceMetrics } from '../metrics/service-metrics.js';
import { recordRequestMetrics } from '../metrics/request-metrics.js';
import { traceRequests } from '../tracing/trace-requests.js';
import { RouteTable } from './routes.js';
import { slowRequestTimeout } from './slow-request.middleware.js';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project-root.js';

/** Largest JSON body; files are no JSON bodies, they stream. */
const maxJsonBytes = 32 * 1024 * 1024;

/** A request id of the caller's is taken over when it is harmless, so that traces join up. */
function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
}

/**
 * Everything that every request passes: id, log line, security headers, body reading (JSON whatever the content type
 * says, because the ancestor's SDK sends none), validation, and the one error body.
 */
export function configureHttp(app: INestApplication, logger: Logger): RouteTable {
  const configuration = app.get(Configuration);
  const express = app.getHttpAdapter().getInstance() as Express;
  const routes = new RouteTable();
  const errors = new ErrorFilter(logger, routes);
  express.disable('x-powered-by');
  express.set('query parser', 'simple');
  if (configuration.trustedProxies.length > 0) express.set('trust proxy', configuration.trustedProxies);

  express.use(recordRequestMetrics(app.get(ServiceMetrics)));
  express.use((request: Request, response: Response, next: NextFunction) => {
    request.id = requestId(request);
    response.setHeader('X-Request-Id', request.id);
    next();
  });
  express.use(slowRequestTimeout(configuration.minBytesPerSecond, errors));
  express.use(shedLoad(app.get(OverloadMonitor)));
  express.use(traceRequests);
  // Behind plain HTTP, `upgrade-insecure-requests` would send the browser of /docs to a port that speaks no TLS.
  express.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }));
  // Before the log: a line for each of those who are turned away would be most of the work that is saved.
  express.use(limitRequests(app.get(OverloadMonitor), app.get(Quotas).requests));
  express.use(
    pinoHttp({
      logger,
      genReqId: (request) => request.id,
      quietReqLogger: true,
      customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
      serializers: {
        req: (request: { method: string; url: string }) => ({
          method: request.method,
          path: request.url.split('?', 1)[0],
        }),
        res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      },
      autoLogging: { ignore: (request) => /^\/(health|metrics)/.test(request.url ?? '') },
    }),
  );
  if (!configuration.has('api')) express.use(serveOperationsOnly);
  express.use(
    json({ limit: maxJsonBytes, strict: false, type: (request) => !isMultipart(request), verify: requireUtf8 }),
  );
  express.use((request: Request, _response: Response, next: NextFunction) => {
    sanitizeInput(request.query, 'the query');
    sanitizeInput(request.body, 'the body');
    next();
  });
  // Before Nest's router: faults of the middlewares above. Nest's filter has the rest.
  express.use((error: unknown, request: Request, response: Response, _next: NextFunction) =>
    errors.send(error, request, response),
  );
  app.useGlobalPipes(requestValidation);
  app.useGlobalFilters(errors);
  return routes;
}

/** A worker or scheduler answers its load balancer and whoever measures it, nobody else. */
function serveOperationsOnly(request: Request, _response: Response, next: NextFunction): void {
  const isMeant = request.path.startsWith('/health/') || request.path === '/metrics';
  next(isMeant ? undefined : notFound('endpoint: this process does not serve the API'));
}

/** JSON is UTF-8 (RFC 8259, 8.1); body-parser would take UTF-7 as well. */
function requireUtf8(_request: IncomingMessage, _response: ServerResponse, _body: Buffer, encoding: string): void {
  if (encoding.toLowerCase() !== 'utf-8') throw new CallerError(415, `A JSON body is UTF-8, not ${encoding}`);
}

/** Swagger UI at /docs and the document at /openapi.json: the one that is checked in, and compared with the code. */
export function serveApiDocumentation(nest: NestExpressApplication): void {
  const document = JSON.parse(readFileSync(join(projectRoot, 'openapi.json'), 'utf8')) as OpenAPIObject;
  SwaggerModule.setup('docs', nest, document, {
    jsonDocumentUrl: 'openapi.json',
    customSiteTitle: 'Stocktake API',
    swaggerOptions: { persistAuthorization: true, docExpansion: 'none', displayRequestDuration: true },
  });
}
