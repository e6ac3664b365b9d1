import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { createHash } from 'node:crypto';
import { tap, type Observable } from 'rxjs';

/**
 * The tag of an answer with one thing begins with the thing's `updated_at`, so that it can be sent back as `If-Match` of
 * an update; the rest is of the text, because a view may change without its thing (`precondition.ts`).
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
