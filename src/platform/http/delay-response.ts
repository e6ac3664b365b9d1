import type { Response } from 'express';
import { errorResponse } from './error.filter.js';

/**
 * Holds back the end of the response until `beforeEnd` is done. If that fails, the response is the error, or is cut off
 * where it has started already.
 *
 * @param beforeEnd gets the status, and the body if it is JSON; answers null if there is nothing to wait for
 */
export function delayResponse(
  response: Response,
  beforeEnd: (status: number, body?: unknown) => Promise<void> | null,
): void {
  const json = response.json.bind(response);
  const end = response.end.bind(response) as (...parameters: unknown[]) => Response;
  let isReleased = false;

  const delay = (body: unknown, send: () => void): void => {
    isReleased = true;
    const work = beforeEnd(response.statusCode, body);
    if (work === null) return send();
    work.then(send, (error: unknown) => {
      if (response.headersSent) return void response.destroy();
      const { status, body: errorBody, headers } = errorResponse(error);
      response.status(status).set(headers);
      json({ ...errorBody, request_id: String(response.req.id) });
    });
  };
  response.json = (body: unknown) => {
    if (isReleased) return json(body);
    delay(body, () => void json(body));
    return response;
  };
  response.end = ((...parameters: unknown[]) => {
    if (isReleased) return end(...parameters);
    delay(undefined, () => void end(...parameters));
    return response;
  }) as Response['end'];
}
