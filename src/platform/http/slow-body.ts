import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { CallerError } from '../../model/errors.js';
import { isForm } from './admission.js';
import type { ErrorFilter } from './error.filter.js';

/** Long enough for a line that is lost for a moment. */
const patienceSeconds = 20;

/**
 * Whoever sends slowly holds what others wait for. Looks at the connection, so the body itself is not touched; seconds
 * in which it is we who do not read do not count.
 *
 * @param least bytes a second; 0: any pace will do
 * @param refuse called at most once, with 408
 */
export function watchBody(request: Request, least: number, refuse: (error: CallerError) => void): void {
  if (least === 0 || !hasBody(request)) return;
  const { socket } = request;
  let seconds = 0;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer);
    seconds += 1;
    const isHeldUpByUs = request.readableFlowing === false;
    if (!isHeldUpByUs && seconds < patienceSeconds) return;
    const isSlow = !isHeldUpByUs && socket.bytesRead - before < least * patienceSeconds;
    [seconds, before] = [0, socket.bytesRead];
    if (!isSlow) return;
    clearInterval(timer);
    refuse(new CallerError(408, `The body came more slowly than ${least} bytes a second; send it again`));
  }, 1_000);
  request.once('close', () => clearInterval(timer));
}

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** For bodies that are read before anything else is done with the request: what comes later is not heard any more. */
export const refuseSlow =
  (least: number, errors: ErrorFilter): RequestHandler =>
  (request: Request, response: Response, next: NextFunction) => {
    if (!isForm(request))
      watchBody(request, least, (error) => {
        response.setHeader('Connection', 'close').once('finish', () => request.destroy());
        errors.answer(error, request, response);
      });
    next();
  };
