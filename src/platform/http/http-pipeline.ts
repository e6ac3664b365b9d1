import helmet from 'helmet';
import type { INestApplication } from '@nestjs/common';
import { json, type Express, type NextFunction, type Request, type Response } from 'express';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pinoHttp } from 'pino-http';
import type { Logger } from 'pino';
import { compressAnswers } from './compression.middleware.js';
import { CallerError, notFound } from '../../model/errors.js';
import { Configuration } from '../configuration/configuration.js';
import { limitRequests, isMultipart, shedLoad, OverloadMonitor } from './load-shedding.middleware.js';
import { ErrorFilter } from './error.filter.js';
import { EveryFieldInterceptor, UnexpectedQueryInterceptor } from './request-fields.interceptor.js';
import { sanitizeInput, requestValidation } from './validation.js';
import { Quotas } from './quotas.js';
import { ServiceMetrics } from '../metrics/service-metrics.js';
import { recordRequestMetrics } from '../metrics/request-metrics.js';
import { traceRequests } from '../tracing/trace-requests.js';
import { RouteTable } from './routes.js';
import { PageLinksInterceptor } from './envelope.js';
import { VersionTagsInterceptor } from './precondition.js';
import { slowRequestTimeout } from './slow-request.middleware.js';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project-root.js';

/** Does not limit files, which are streamed. */
const maxJsonBytes = 32 * 1024 * 1024;

/** Of answers, for pages of other origins. */
const exposedHeaders = [
  ...['ETag', 'Content-Disposition', 'Retry-After', 'WWW-Authenticate', 'X-Request-Id', 'Stocktake-Losses', 'Link'],
  ...['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
];

/** The caller's request id if it is safe to log, else a new one. */
function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
}

/**
 * Sets up what every request passes: request id, log line, security headers, body parsing, validation and the error
 * body. Bodies are parsed as JSON whatever their content type, because legacy clients send none.
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
    // Tokens, keys and secrets are shown in answers to changes.
    if (request.method !== 'GET' && request.method !== 'HEAD') response.setHeader('Cache-Control', 'no-store');
    next();
  });
  // Without credentials: a page sends its bearer token itself, and cookies of this service stay on its own pages.
  if (configuration.corsOrigins.length > 0)
    app.enableCors({ origin: [...configuration.corsOrigins], exposedHeaders, maxAge: 600 });
  express.use(slowRequestTimeout(configuration.minBytesPerSecond, errors));
  express.use(shedLoad(app.get(OverloadMonitor)));
  express.use(compressAnswers);
  express.use(traceRequests);
  // Without TLS, `upgrade-insecure-requests` would send the browser of /docs to an HTTPS port that does not exist.
  express.use(helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }));
  // Before the log: under overload, a line for each rejected request would cost more than the rejection.
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
  // For errors of the middlewares above; those of Nest's router reach its filter.
  express.use((error: unknown, request: Request, response: Response, _next: NextFunction) =>
    errors.send(error, request, response),
  );
  app.useGlobalInterceptors(
    ...[new EveryFieldInterceptor(), new UnexpectedQueryInterceptor()],
    ...[new PageLinksInterceptor(), new VersionTagsInterceptor()],
  );
  app.useGlobalPipes(requestValidation);
  app.useGlobalFilters(errors);
  return routes;
}

/** A process without the role `api` serves health checks and metrics only. */
function serveOperationsOnly(request: Request, _response: Response, next: NextFunction): void {
  const isAllowed = request.path.startsWith('/health/') || request.path === '/metrics';
  next(isAllowed ? undefined : notFound('endpoint: this process does not serve the API'));
}

/** JSON is UTF-8 (RFC 8259, 8.1); body-parser would also accept UTF-7. */
function requireUtf8(_request: IncomingMessage, _response: ServerResponse, _body: Buffer, encoding: string): void {
  if (encoding.toLowerCase() !== 'utf-8') throw new CallerError(415, `A JSON body must be UTF-8, not ${encoding}`);
}

/** Serves Swagger UI at /docs and the checked-in document at /openapi.json. */
export function serveApiDocumentation(nest: NestExpressApplication): void {
  const document = JSON.parse(readFileSync(join(projectRoot, 'openapi.json'), 'utf8')) as OpenAPIObject;
  SwaggerModule.setup('docs', nest, document, {
    jsonDocumentUrl: 'openapi.json',
    customSiteTitle: 'Stocktake API',
    swaggerOptions: { persistAuthorization: true, docExpansion: 'none', displayRequestDuration: true },
  });
}
