import type { Response } from 'express';
import { errorResponse } from './error.filter.js';

/**
 * Lets nothing of the answer's end out before `before` is done. Where that fails, so does the answer, as far as it has
 * not begun.
 *
 * @param beforeEnd told the status, and the body where it is JSON; null: nothing to wait for
 */
export function delayResponse(
  response: Response,
  beforeEnd: (status: number, body?: unknown) => Promise<void> | null,
): void {
  const json = response.json.bind(response);
  const end = response.end.bind(response) as (...parameters: unknown[]) => Response;
  let isReleased = false;

  const delay = (body: unknown, answer: () => void): void => {
    isReleased = true;
    const work = beforeEnd(response.statusCode, body);
    if (work === null) return answer();
    work.then(answer, (error: unknown) => {
      if (response.headersSent) return void response.destroy();
      const { status, body: fault, headers } = errorResponse(error);
      response.status(status).set(headers);
      json({ ...fault, request_id: String(response.req.id) });
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
