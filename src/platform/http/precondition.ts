import { createParamDecorator, type ExecutionContext, type CallHandler, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CallerError } from '../../model/errors.js';
import { createHash } from 'node:crypto';
import { tap, type Observable } from 'rxjs';

/** The header `If-Match` of an update; null: there is none. */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext): string | null => {
  const given = context.switchToHttp().getRequest<Request>().headers['if-match'];
  return given ?? null;
});

/**
 * Refuses an update of a row that has changed since its caller read it. The tag of a row is its `updated_at` in quotes, or
 * the `ETag` of an answer that shows it (`VersionTagsInterceptor`).
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

/**
 * The tag of an answer with one thing begins with the thing's `updated_at`, so that it can be sent back as `If-Match` of
 * an update; the rest is of the text, because a view may change without its thing.
 */
export class VersionTagsInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      tap((body: unknown) => {
        const time = (body as { data?: { updated_at?: unknown } | null } | undefined)?.data?.updated_at;
        if (time instanceof Date) tagOnSending(context.switchToHttp().getResponse<Response>(), time);
      }),
    );
  }
}

function tagOnSending(response: Response, time: Date): void {
  const send = response.send.bind(response);
  response.send = (text: unknown) => {
    if (typeof text === 'string' && response.getHeader('ETag') === undefined) {
      const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16);
      response.setHeader('ETag', `"${time.toISOString()};${hash}"`);
    }
    return send(text);
  };
}
