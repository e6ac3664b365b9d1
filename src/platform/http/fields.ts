import {
  applyDecorators,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
  type ValidationOptions,
} from 'class-validator';
import type { Request } from 'express';
import type { Observable } from 'rxjs';

/**
 * The kinds of field that requests are made of; a DTO names one for each property. Optional fields take null and a
 * missing value alike, because Go clients send zero values (sdk: `"aliases": null`).
 */
export interface FieldOptions {
  readonly optional?: boolean;
  readonly description?: string;
}

/** UTF-16 code units of a name, version or identifier. */
export const maxText = 4_096;

export interface TextOptions extends FieldOptions {
  readonly max?: number;
  readonly oneOf?: readonly string[];
  /** Required, but the empty text is an answer. */
  readonly mayBeEmpty?: boolean;
  /** Optional, but if it is given it says something. */
  readonly notEmpty?: boolean;
}

/** Text of at most `max` UTF-16 code units; required text must not be empty unless `mayBeEmpty`. */
export function Text(options: TextOptions = {}): PropertyDecorator {
  const { max = maxText, oneOf, optional = false } = options;
  const allowed = oneOf && [...oneOf, ...(optional ? [''] : [])];
  const mayBeEmpty = options.mayBeEmpty ?? (optional && !options.notEmpty);
  return field(options, { type: String, ...(oneOf ? { enum: [...oneOf] } : { maxLength: max }) }, [
    ...(mayBeEmpty ? [] : [IsNotEmpty({ message: optional ? 'must not be empty' : 'is required' })]),
    IsString({ message: optional || !mayBeEmpty ? 'must be text' : 'is required and must be text' }),
    MaxLength(max, { message: `must be at most ${max} characters` }),
    ...(allowed ? [IsIn(allowed, { message: `must be one of ${oneOf.join(', ')}` })] : []),
  ]);
}

/** What is wrong with a text in place of an identifier. */
export const idMessage = 'must be an identifier (UUID)';

/** The order of a list: a name, with a minus for descending. */
export const Sort = (names: readonly string[], standard: string): PropertyDecorator =>
  Text({
    optional: true,
    oneOf: names.flatMap((name) => [name, `-${name}`]),
    description: `Order of the list; with a minus, descending. Default: ${standard}.`,
  });

const lowered = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);

/** Identifiers are compared as text, and PostgreSQL gives them in lower case. */
const LowerCase = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(lowered) : lowered(value)));

/** A required identifier of a body that may stand in the query instead (`FromQuery`). */
export const IdHereOrInQuery = (options: FieldOptions = {}): PropertyDecorator =>
  applyDecorators(
    ApiProperty({
      type: String,
      format: 'uuid',
      required: false,
      nullable: true,
      description: options.description ?? 'Required, here or in the query.',
    }),
    LowerCase(),
    IsNotEmpty({ message: 'is required' }),
    IsUUID('loose', { message: idMessage }),
  );

/** An identifier made by this service; an optional one may be empty ("" is what clients send for "none"). */
export function Id(options: FieldOptions = {}): PropertyDecorator {
  const empty = options.optional
    ? [Transform(({ value }: { value: unknown }) => (value === '' ? undefined : value))]
    : [];
  return field(options, { type: String, format: 'uuid' }, [
    ...empty,
    LowerCase(),
    IsUUID('loose', { message: idMessage }),
  ]);
}

export function IdList(options: FieldOptions & { max?: number } = {}): PropertyDecorator {
  const each: ValidationOptions = { each: true, message: 'must hold identifiers (UUID) only' };
  const { max = 10_000 } = options;
  return field(options, { type: [String], format: 'uuid' }, [
    IsArray({ message: 'must be a list' }),
    ArrayMaxSize(max, { message: `may hold at most ${max} identifiers` }),
    LowerCase(),
    IsUUID('loose', each),
  ]);
}

/** Texts of at most `maxText` UTF-16 code units each. */
export function TextList(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: [String] }, [
    IsArray({ message: 'must be a list' }),
    IsString({ each: true, message: 'must hold text only' }),
    MaxLength(maxText, { each: true, message: `must hold texts of at most ${maxText} characters` }),
  ]);
}

export function Flag(options: FieldOptions = {}): PropertyDecorator {
  return field(options, { type: Boolean }, [IsBoolean({ message: 'must be true or false' })]);
}

/** A boolean in a query: the words `true` and `false`, nothing else. */
export function QueryFlag(options: FieldOptions = {}): PropertyDecorator {
  const words = ({ value }: { value: unknown }): unknown =>
    value === 'true' ? true : value === 'false' ? false : value;
  return applyDecorators(Transform(words), Flag(options));
}

export function WholeNumber(options: FieldOptions & { min?: number; max?: number } = {}): PropertyDecorator {
  const { min = -2_147_483_648, max = 2_147_483_647 } = options;
  const message = `must be a whole number from ${min} to ${max}`;
  return field(options, { type: 'integer', minimum: min, maximum: max }, [
    IsInt({ message }),
    Min(min, { message }),
    Max(max, { message }),
  ]);
}

/** What Go clients send for a time that they do not have. */
const zeroTime = '0001-01-01T00:00:00Z';

/** What PostgreSQL and JavaScript read alike: no leap second, and a zone of less than 16 hours. */
const momentPattern = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-5]):[0-5]\d)$/;

/** A moment: ISO 8601 with date, time and zone. */
export function Moment(options: FieldOptions = {}): PropertyDecorator {
  const message = 'must be a moment with its zone, like 2026-11-21T10:30:00Z';
  const empty = options.optional
    ? [Transform(({ value }: { value: unknown }) => (value === '' || value === zeroTime ? undefined : value))]
    : [];
  return field(options, { type: String, format: 'date-time' }, [
    ...empty,
    IsISO8601({ strict: true, strictSeparator: true }, { message }),
    Matches(momentPattern, { message }),
  ]);
}

/** A whole number in a query. */
export function QueryNumber(options: FieldOptions & { min?: number; max?: number } = {}): PropertyDecorator {
  const digits = ({ value }: { value: unknown }): unknown =>
    typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return applyDecorators(Transform(digits), WholeNumber(options));
}

function field(
  options: FieldOptions,
  schema: {
    type?: unknown;
    format?: string;
    enum?: string[] | undefined;
    maxLength?: number | undefined;
    minimum?: number;
    maximum?: number;
  },
  decorators: PropertyDecorator[],
): PropertyDecorator {
  const documented = ApiProperty({
    ...schema,
    required: !options.optional,
    ...(options.description ? { description: options.description } : {}),
  } as Parameters<typeof ApiProperty>[0]);
  return applyDecorators(documented, ...(options.optional ? [IsOptional()] : []), ...decorators);
}

/** A list of objects; lists within it are none. */
export function ObjectList(element: () => new () => object, max: number): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: [element()], required: false, nullable: true }),
    IsOptional(),
    IsArray({ message: 'must be a list' }),
    ArrayMaxSize(max, { message: `may hold at most ${max} elements` }),
    IsObject({ each: true, message: 'must hold objects' }),
    ValidateNested({ each: true, message: 'must hold objects' }),
    Type(element),
  );
}

const maxIds = 1_000;

/** Asks for several things at once. */
export class IdsBody {
  @IdList({ max: maxIds, description: 'What to look up. Ids of things that you do not see are left out.' })
  ids!: string[];
}

/** Ids in a query: repeated, or separated by commas or blanks. An optional list may be empty: none is meant then. */
export function QueryIdList(options: FieldOptions = {}): PropertyDecorator {
  const isNone = (value: unknown): boolean => value === undefined || (options.optional === true && value === '');
  const list = ({ value }: { value: unknown }): unknown => (isNone(value) ? undefined : listOf(value));
  return applyDecorators(Transform(list), IdList({ max: maxIds, ...options }));
}

/** The same of things to look up. */
export class IdsQuery {
  @QueryIdList({ description: 'What to look up. Ids of things that you do not see are left out.' })
  ids!: string[];
}

const listOf = (value: unknown): unknown =>
  [value].flat().flatMap((one) => (typeof one === 'string' ? one.split(/[\s,]+/).filter(Boolean) : [one]));

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

class QueryForBody implements NestInterceptor {
  constructor(private readonly names: readonly string[]) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    if (Object.keys((request.body ?? {}) as object).length > 0) return next.handle();
    const given = this.names.filter((name) => request.query[name] !== undefined);
    request.body = Object.fromEntries(given.map((name) => [name, asJson(request.query[name])]));
    return next.handle();
  }
}

const asJson = (value: unknown): unknown => (value === 'true' ? true : value === 'false' ? false : value);

/** Oldest legacy clients send no body: then all of it is in the query. Put it below `FromQuery`. */
export const WholeFromQuery = (...names: readonly string[]): MethodDecorator =>
  UseInterceptors(new QueryForBody(names));

/**
 * Fields of the body that legacy clients put into the query; what the body says counts. They are checked with the body, so
 * that one answer names every field that is missing or wrong.
 */
export const FromQuery = (...names: readonly string[]): MethodDecorator => UseInterceptors(new QueryIntoBody(names));
