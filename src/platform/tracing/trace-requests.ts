import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { isTracing, startSpan } from './tracing.js';

/** A span for each request, by its route and never by its path; a caller's own trace goes on. */
export const traceRequests: RequestHandler = (request: Request, response: Response, next: NextFunction) => {
  if (!isTracing()) return next();
  const parent = request.headers.traceparent;
  const span = startSpan({ kind: 'server', parent: typeof parent === 'string' ? parent : null });
  response.once('close', () => {
    const { path = 'none' } = (request.route ?? {}) as { path?: string };
    const { method } = request;
    const attributes = { 'http.route': path, 'http.response.status_code': response.statusCode };
    span.end(`${method} ${path}`, { ...attributes, 'http.request.method': method }, response.statusCode >= 500);
  });
  span.run(next);
};
