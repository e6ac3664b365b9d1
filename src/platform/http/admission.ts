import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { CallerError, TransientError } from '../../model/errors.js';
import { networkOf } from '../identifiers/network-of.js';
import type { Budgets } from './budgets.js';
import type { Load } from './load.js';

/** Bodies below this are not worth counting, nor is one whose length is not told: it is read up to the limit. */
const smallBody = 1024 * 1024;

/** Asked to come back at different moments, those who are refused together do not return together. */
const soon = (): number => 1 + Math.floor(Math.random() * 3);

/** Turns away what cannot be served in time, before it costs anything. Load balancers and Prometheus are always heard. */
export const admitRequests =
  (load: Load, requests: Budgets): RequestHandler =>
  (request: Request, response: Response, next: NextFunction) => {
    if (isForOperations(request.path)) return next();
    const { excess } = load;
    if (excess) return next(new TransientError(`The service has more to do than it can: ${excess}`, soon()));
    const retryAfterSeconds = requests.take(`address ${networkOf(request.ip ?? '')}`);
    if (retryAfterSeconds > 0) return next(tooMany(retryAfterSeconds));
    response.once('close', load.begin());
    const length = Number(request.headers['content-length'] ?? 0);
    if (length < smallBody || isForm(request)) return next();
    const release = load.takeBody(length);
    if (!release) return next(new TransientError('The service reads too many large requests at the moment', soon()));
    response.once('close', release);
    next();
  };

export const tooMany = (retryAfterSeconds: number, what = 'requests'): CallerError =>
  new CallerError(429, `Too many ${what}; wait before the next`, { retryAfterSeconds });

const isForOperations = (path: string): boolean => path.startsWith('/health/') || path === '/metrics';

/** Files stream to disk; they have limits of their own. */
const isForm = (request: Request): boolean =>
  (request.headers['content-type'] ?? '').toLowerCase().startsWith('multipart/');
