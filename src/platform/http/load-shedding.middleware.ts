import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { CallerError, TransientError } from '../../model/errors.js';
import { networkOf } from '../identifiers/network-of.js';
import type { RateLimiter } from './budgets.js';
import type { OverloadMonitor } from './load.js';

/** Bodies below this are not worth counting, nor is one whose length is not told: it is read up to the limit. */
const minReservedBytes = 1024 * 1024;

/** Asked to come back at different moments, those who are refused together do not return together. */
const retryDelaySeconds = (): number => 1 + Math.floor(Math.random() * 3);

/**
 * Turns away what cannot be served in time. Most of the requests pass here when there are too many, so it comes before
 * all else and writes the error body by hand: an error with its way through the filter costs five times as much, which
 * is missing where requests are served. Load balancers and Prometheus are always heard.
 */
export const shedLoad =
  (monitor: OverloadMonitor): RequestHandler =>
  (request: Request, response: Response, next: NextFunction) => {
    const { overloadReason: excess } = monitor;
    if (!excess || isOperationsPath(request.path)) return next();
    const message = `The service has more to do than it can: ${excess}; try again shortly`;
    const body = JSON.stringify({ message, code: 503, request_id: request.id });
    response.writeHead(503, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'X-Content-Type-Options': 'nosniff',
      'Retry-After': String(retryDelaySeconds()),
    });
    response.end(body);
  };

/** Counts requests against the budget of their address, and holds room for large bodies. */
export const limitRequests =
  (load: OverloadMonitor, requests: RateLimiter): RequestHandler =>
  (request: Request, response: Response, next: NextFunction) => {
    if (isOperationsPath(request.path)) return next();
    const retryAfterSeconds = requests.tryTake(`address ${networkOf(request.ip ?? '')}`);
    if (retryAfterSeconds > 0) return next(tooManyRequests(retryAfterSeconds));
    response.once('close', load.trackRequest());
    const length = Number(request.headers['content-length'] ?? 0);
    if (length < minReservedBytes || isMultipart(request)) return next();
    const release = load.reserveBody(length);
    if (!release)
      return next(new TransientError('The service reads too many large requests at the moment', retryDelaySeconds()));
    response.once('close', release);
    next();
  };

export const tooManyRequests = (retryAfterSeconds: number, what = 'requests'): CallerError =>
  new CallerError(429, `Too many ${what}; wait before the next`, { retryAfterSeconds });

const isOperationsPath = (path: string): boolean => path.startsWith('/health/') || path === '/metrics';

/** Files stream to disk; they have limits of their own. */
export const isMultipart = (request: IncomingMessage): boolean =>
  (request.headers['content-type'] ?? '').toLowerCase().startsWith('multipart/');
