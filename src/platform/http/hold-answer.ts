import type { Response } from 'express';
import { answerFor } from './error-answer.js';

/**
 * Lets nothing of the answer's end out before `before` is done. Where that fails, so does the answer, as far as it has
 * not begun.
 *
 * @param before told the status, and the body where it is JSON; null: nothing to wait for
 */
export function holdAnswer(response: Response, before: (status: number, body?: unknown) => Promise<void> | null): void {
  const json = response.json.bind(response);
  const end = response.end.bind(response) as (...parameters: unknown[]) => Response;
  let isFree = false;

  const hold = (body: unknown, answer: () => void): void => {
    isFree = true;
    const work = before(response.statusCode, body);
    if (work === null) return answer();
    work.then(answer, (error: unknown) => {
      if (response.headersSent) return void response.destroy();
      const { status, body: fault, headers } = answerFor(error);
      response.status(status).set(headers);
      json({ ...fault, request_id: String(response.req.id) });
    });
  };
  response.json = (body: unknown) => {
    if (isFree) return json(body);
    hold(body, () => void json(body));
    return response;
  };
  response.end = ((...parameters: unknown[]) => {
    if (isFree) return end(...parameters);
    hold(undefined, () => void end(...parameters));
    return response;
  }) as Response['end'];
}
