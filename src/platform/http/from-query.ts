import { UseInterceptors, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';

class QueryIntoBody implements NestInterceptor {
  constructor(private readonly names: readonly string[]) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const body = (request.body ?? {}) as Record<string, unknown>;
    if (typeof body === 'object' && !Array.isArray(body)) {
      for (const name of this.names) if (!body[name] && request.query[name]) body[name] = request.query[name];
      request.body = body;
    }
    return next.handle();
  }
}

/**
 * Fields of the body that legacy clients put into the query; what the body says counts. They are checked with the body, so
 * that one answer names every field that is missing or wrong.
 */
export const FromQuery = (...names: readonly string[]): MethodDecorator => UseInterceptors(new QueryIntoBody(names));
