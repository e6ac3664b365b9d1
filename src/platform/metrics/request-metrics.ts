import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { ServiceMetrics } from './service-metrics.js';

/** Measures every request, by its route and never by its path: a label that callers choose would have no end. */
export const recordRequestMetrics =
  ({ requestSeconds }: ServiceMetrics): RequestHandler =>
  (request: Request, response: Response, next: NextFunction) => {
    const end = requestSeconds.startTimer();
    response.once('close', () => {
      const { path = 'none' } = (request.route ?? {}) as { path?: string };
      const method = knownMethods.has(request.method) ? request.method : 'other';
      // The client went away before there was an answer.
      const status = response.writableFinished ? String(response.statusCode) : 'aborted';
      end({ method, route: path, status });
    });
    next();
  };

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
