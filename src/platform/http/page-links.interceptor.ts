import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { tap, type Observable } from 'rxjs';
import type { Meta } from './envelope.js';

/** Adds to pages of lists the header `Link` (RFC 8288) with the addresses of the other pages. */
export class PageLinksInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (request.method !== 'GET') return next.handle();
    return next.handle().pipe(
      tap((body: unknown) => {
        const links = linksOf(request.originalUrl, (body as { meta?: Partial<Meta> } | undefined)?.meta);
        if (links !== '') http.getResponse<Response>().setHeader('Link', links);
      }),
    );
  }
}

/** Empty for what is no page of a list. */
export function linksOf(url: string, meta: Partial<Meta> = {}): string {
  const { total_count: total, offset, limit } = meta;
  if (total === undefined || offset === undefined || !limit) return '';
  const [path = '', query = ''] = url.split('?', 2);
  const pages: [string, number | null][] = [
    ['first', 0],
    ['prev', offset > 0 ? Math.max(0, offset - limit) : null],
    ['next', offset + limit < total ? offset + limit : null],
    ['last', Math.max(0, Math.ceil(total / limit) - 1) * limit],
  ];
  return pages
    .filter((page): page is [string, number] => page[1] !== null)
    .map(([name, start]) => {
      const parameters = new URLSearchParams(query);
      parameters.set('offset', String(start));
      parameters.set('limit', String(limit));
      return `<${path}?${parameters}>; rel="${name}"`;
    })
    .join(', ');
}
