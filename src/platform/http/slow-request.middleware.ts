import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { CallerError } from '../../model/errors.js';
import type { ErrorFilter } from './error.filter.js';

/** Long enough for a line that is lost for a moment. */
const graceSeconds = 20;

/**
 * Whoever sends slowly holds what others wait for: 408, and the connection ends; it ends as well where the answer has
 * been given and the body that nobody needs any more hardly comes. Looks at the connection, so the body itself is not
 * touched; seconds in which it is we who do not read do not count.
 *
 * @param minBytesPerSecond bytes a second; 0: any pace will do
 */
export const slowRequestTimeout =
  (minBytesPerSecond: number, errors: ErrorFilter): RequestHandler =>
  (request: Request, response: Response, next: NextFunction) => {
    if (minBytesPerSecond > 0 && hasBody(request))
      watchRequest(request, minBytesPerSecond, () => {
        if (response.headersSent) return void request.destroy();
        response.setHeader('Connection', 'close').once('finish', () => request.destroy());
        const message = `The body came more slowly than ${minBytesPerSecond} bytes a second; send it again`;
        errors.send(new CallerError(408, message), request, response);
      });
    next();
  };

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** @param refuse called at most once */
function watchRequest(request: Request, minBytesPerSecond: number, refuse: () => void): void {
  const { socket } = request;
  let seconds = 0;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer);
    if (!request.readableFlowing || ++seconds < graceSeconds) return;
    const isSlow = socket.bytesRead - before < minBytesPerSecond * graceSeconds;
    [seconds, before] = [0, socket.bytesRead];
    if (!isSlow) return;
    clearInterval(timer);
    refuse();
  }, 1_000);
  request.once('close', () => clearInterval(timer));
}
