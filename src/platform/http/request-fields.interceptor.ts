import type {
  ArgumentMetadata,
  CallHandler,
  ExecutionContext,
  NestInterceptor,
  PipeTransform,
  Type,
} from '@nestjs/common';
import { PARAMTYPES_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import { catchError, type Observable } from 'rxjs';
import { CallerError, type FieldErrors } from '../../model/errors.js';
import { InvalidFieldsError, invalidFields, requestValidation, unknownParameter } from './validation.js';

/** Parts of a request that are checked by classes of their own, by the kind of parameter of the handler. */
const parts = new Map<RouteParamtypes, 'query' | 'body' | 'param'>([
  [RouteParamtypes.PARAM, 'param'],
  [RouteParamtypes.QUERY, 'query'],
  [RouteParamtypes.BODY, 'body'],
]);

interface Parameter {
  readonly index: number;
  readonly pipes: readonly unknown[];
}

/** One answer names what is wrong in the query and in the body; by themselves the first would hide the other. */
export class EveryFieldInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      catchError(async (error: unknown) => {
        if (!(error instanceof InvalidFieldsError)) throw error;
        throw invalidFields({ ...(await faultsOf(context)), ...error.all });
      }),
    );
  }
}

async function faultsOf(context: ExecutionContext): Promise<FieldErrors> {
  const [type, name] = [context.getClass(), context.getHandler().name];
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, type, name) ?? {}) as Record<string, Parameter>;
  const types = (Reflect.getMetadata(PARAMTYPES_METADATA, type.prototype as object, name) ?? []) as Type[];
  const request = context.switchToHttp().getRequest<Request>();
  const faults: FieldErrors = {};
  for (const [key, { index, pipes }] of Object.entries(parameters)) {
    const part = parts.get(Number.parseInt(key, 10));
    if (!part) continue;
    const value: unknown = { param: request.params, query: request.query, body: request.body as unknown }[part];
    Object.assign(faults, await faultsOfPart(value, pipes, { type: part, metatype: types[index]! }));
  }
  return faults;
}

async function faultsOfPart(given: unknown, own: readonly unknown[], how: ArgumentMetadata): Promise<FieldErrors> {
  try {
    let value = given;
    for (const pipe of [requestValidation, ...(own as PipeTransform[])]) value = await pipe.transform(value, how);
    return {};
  } catch (error) {
    if (!(error instanceof CallerError)) throw error;
    return error instanceof InvalidFieldsError ? error.all : (error.details.fields ?? {});
  }
}

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
