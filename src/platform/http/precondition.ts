import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { CallerError } from '../../model/errors.js';

/** The header `If-Match` of an update; null: there is none. */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext): string | null => {
  const given = context.switchToHttp().getRequest<Request>().headers['if-match'];
  return given ?? null;
});

/**
 * Refuses an update of a row that has changed since its caller read it. The tag of a row is its `updated_at` in quotes, or
 * the `ETag` of an answer that shows it (`version-tags.interceptor.ts`).
 *
 * @param ifMatch tags, one of which must be the row's
 * @param seen `updated_at` as the caller read it
 * @throws CallerError 412, 409
 */
export function requireUnchanged(row: { updated_at: Date }, ifMatch: string | null, seen: string | null = null): void {
  const present = { updated_at: row.updated_at.toISOString() };
  const message = `It was changed at ${present.updated_at}, after you read it; read it again, and repeat your change`;
  const tags = ifMatch?.split(',').map((tag) => tag.trim().replace(/^(?:W\/)?"([^";]*)(?:;[^"]*)?"$/, '$1'));
  if (tags && !tags.some((tag) => tag === '*' || isSame(tag, row.updated_at)))
    throw new CallerError(412, message, { present });
  if (seen && !isSame(seen, row.updated_at))
    throw new CallerError(409, message, {
      reason: 'changed',
      present,
      fields: { updated_at: 'is not the present one' },
    });
}

/** To the millisecond, as answers show it. */
const isSame = (text: string, time: Date): boolean => Date.parse(text) === time.getTime();
