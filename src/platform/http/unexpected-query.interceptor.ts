import { type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { invalidFields, unknownParameter } from './validation.js';

/** Refuses query parameters of API routes that take none; the others have their request class checked. */
export class UnexpectedQueryInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { path, query } = context.switchToHttp().getRequest<Request>();
    const names = Object.keys(query);
    if (names.length > 0 && /^\/v1\//i.test(path) && !takesQuery(context))
      throw invalidFields(Object.fromEntries(names.map((name) => [name, unknownParameter(undefined)])));
    return next.handle();
  }
}

function takesQuery(context: ExecutionContext): boolean {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name) ??
    {}) as Record<string, unknown>;
  return Object.keys(parameters).some((key) => key.startsWith(`${RouteParamtypes.QUERY}:`));
}
