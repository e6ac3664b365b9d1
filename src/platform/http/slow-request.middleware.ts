import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { CallerError } from '../../model/errors.js';
import type { ErrorFilter } from './error.filter.js';

/** Long enough for a connection that stalls for a moment. */
const graceSeconds = 20;

/**
 * Ends requests whose body arrives too slowly with 408, because they hold resources that others wait for. If the
 * response has been sent already, the connection is closed. Measures the bytes of the connection, and only while the
 * body is being read.
 *
 * @param minBytesPerSecond 0: no limit
 */
export const slowRequestTimeout =
  (minBytesPerSecond: number, errors: ErrorFilter): RequestHandler =>
  (request: Request, response: Response, next: NextFunction) => {
    if (minBytesPerSecond > 0 && hasBody(request))
      watchRequest(request, minBytesPerSecond, () => {
        if (response.headersSent) return void request.destroy();
        response.setHeader('Connection', 'close').once('finish', () => request.destroy());
        const message = `The body arrived more slowly than ${minBytesPerSecond} bytes per second; send it again`;
        errors.send(new CallerError(408, message), request, response);
      });
    next();
  };

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** @param onSlow called at most once */
function watchRequest(request: Request, minBytesPerSecond: number, onSlow: () => void): void {
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
    onSlow();
  }, 1_000);
  request.once('close', () => clearInterval(timer));
}
