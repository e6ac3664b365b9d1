import { Injectable, ValidationPipe, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validate, ValidateBy, type ValidationError } from 'class-validator';
import { CallerError, invalid, type FieldErrors } from '../../model/errors.js';

/** Of one error response. */
const maxNamedFields = 100;

/** All invalid fields by their path in the request, `3.search_results.package.0.purl` for example. */
export function fieldErrors(errors: readonly ValidationError[], prefix = ''): FieldErrors {
  const fields: FieldErrors = {};
  for (const error of errors) {
    const path = `${prefix}${error.property}`;
    const message = error.constraints?.whitelistValidation
      ? unknownParameter(error.target?.constructor)
      : Object.values(error.constraints ?? {})[0];
    if (message) fields[path] = message;
    Object.assign(fields, fieldErrors(error.children ?? [], `${path}.`));
  }
  return fields;
}

/** Some fields of a request are wrong by themselves, before anything is looked up. */
export class InvalidFieldsError extends CallerError {
  constructor(readonly all: FieldErrors) {
    const entries = Object.entries(all);
    const [path, message] = entries[0] ?? ['request', 'is invalid'];
    const more = entries.length > 1 ? ` (and ${entries.length - 1} more)` : '';
    const fields = Object.fromEntries(entries.slice(0, maxNamedFields));
    super(400, `Invalid request: ${path} ${message}${more}`, { fields });
  }
}

export const invalidFields = (fields: FieldErrors): InvalidFieldsError => new InvalidFieldsError(fields);

/** Names of the properties that a request class declares. */
function declaredProperties(type: object | undefined): string[] {
  if (typeof type !== 'function') return [];
  const declared = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  return [...new Set(declared.map(({ propertyName }) => propertyName))].sort();
}

/** What is wrong with a query parameter that the endpoint does not have. */
export function unknownParameter(type: object | undefined): string {
  const declared = declaredProperties(type);
  return declared.length === 0
    ? 'is not a parameter of this endpoint, which has none'
    : `is not a parameter of this endpoint; it has ${declared.join(', ')}`;
}

/** A rule of a text, besides that it is one: what is wrong with it, or null. The empty text is not asked about. */
export const Rule = (faultOf: (text: string) => string | null): PropertyDecorator =>
  ValidateBy({
    name: `rule ${ruleCount++}`,
    validator: {
      validate: (value: unknown) => typeof value !== 'string' || value === '' || faultOf(value) === null,
      defaultMessage: (wrong) => faultOf(wrong?.value as string) ?? '',
    },
  });
let ruleCount = 0;

/** A rule of a moment. */
export const futureFault = (moment: string): string | null =>
  Date.parse(moment) <= Date.now() ? 'must be in the future' : null;

/** A request class may find faults that concern several of its fields. */
export interface CrossFieldChecks {
  /**
   * Any field may be of any type: fields that are wrong by themselves are named anyway.
   *
   * @param isRefused whether there are such fields; if not, the service checks what depends on more than the request
   */
  crossFieldErrors(isRefused: boolean): FieldErrors;
}

/** What such a request says. */
export type RequestOf<T extends CrossFieldChecks> = Omit<T, keyof CrossFieldChecks>;

function crossFieldErrors(value: unknown, isRefused: boolean): FieldErrors {
  const { crossFieldErrors: check } = (value ?? {}) as Partial<CrossFieldChecks>;
  // A parameter may have that name.
  return typeof check === 'function' ? check.call(value, isRefused) : {};
}

const validationOptions = {
  transform: true,
  whitelist: true,
  forbidUnknownValues: false,
  stopAtFirstError: true,
  validationError: { target: true, value: false },
  exceptionFactory: (errors: ValidationError[]) =>
    invalidFields({ ...crossFieldErrors(errors[0]?.target, true), ...fieldErrors(errors) }),
} as const;

/**
 * Unknown properties of a body are dropped, because older and newer clients send them; unknown parameters of a query are
 * refused, because a misspelt filter would answer more than was asked for. Values are converted only by the rule of
 * their field.
 */
@Injectable()
class RequestValidation implements PipeTransform {
  private readonly bodies = new ValidationPipe(validationOptions);
  private readonly queries = new ValidationPipe({ ...validationOptions, forbidNonWhitelisted: true });

  async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    // Of the path: nothing before the router knows its parameters.
    if (metadata.type === 'param') sanitizeInput(value, 'the path');
    const pipe = metadata.type === 'query' ? this.queries : this.bodies;
    const transformed: unknown = await pipe.transform(value, metadata);
    const errors = crossFieldErrors(transformed, false);
    if (Object.keys(errors).length > 0) throw invalidFields(errors);
    return transformed;
  }
}

export const requestValidation = new RequestValidation();

/**
 * What a form or another source says, as an object of the class.
 *
 * @param further what is wrong besides
 * @throws InvalidFieldsError that names every wrong field
 */
export async function validated<T extends object>(
  type: Type<T>,
  given: object,
  further: (value: T) => FieldErrors = () => ({}),
): Promise<T> {
  const value = plainToInstance(type, given);
  const errors = await validate(value, { whitelist: true, stopAtFirstError: true, forbidUnknownValues: false });
  const fields = { ...further(value), ...fieldErrors(errors) };
  if (Object.keys(fields).length > 0) throw invalidFields(fields);
  return value;
}

/** Validates each element of a body that is a list; errors name the index. */
@Injectable()
export class ListBody<T extends object> implements PipeTransform<unknown, Promise<T[]>> {
  constructor(
    private readonly item: Type<T>,
    private readonly limit = 10_000,
  ) {}

  async transform(body: unknown): Promise<T[]> {
    if (!Array.isArray(body)) throw invalid('The body must be a JSON list');
    if (body.length > this.limit) throw invalid(`The list may have at most ${this.limit} elements; send it in parts`);
    const fields: FieldErrors = {};
    const items: T[] = [];
    for (const [index, element] of body.entries()) {
      if (element === null || typeof element !== 'object' || Array.isArray(element)) {
        fields[String(index)] = 'must be an object';
        continue;
      }
      const item = plainToInstance(this.item, element);
      const errors = await validate(item, { whitelist: true, stopAtFirstError: true, forbidUnknownValues: false });
      Object.assign(fields, fieldErrors(errors, `${index}.`));
      items.push(item);
    }
    if (Object.keys(fields).length > 0) throw invalidFields(fields);
    return items;
  }
}

const maxDepth = 64;

/**
 * Removes keys that reach a prototype from a parsed body or query, and rejects what PostgreSQL cannot store (U+0000, lone
 * surrogates) and excessive nesting. Iterative, so that nesting cannot exhaust the stack.
 *
 * @param inputName stands for the input itself in error messages
 * @throws CallerError 400
 */
export function sanitizeInput(input: unknown, inputName: string): void {
  const open: { value: unknown; path: string; depth: number }[] = [{ value: input, path: '', depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string') {
      const fault = textFault(value);
      if (fault) rejectInput(path || inputName, fault);
    } else if (value !== null && typeof value === 'object') {
      if (depth === maxDepth) rejectInput(path, `is nested deeper than ${maxDepth} levels`);
      for (const key of Object.keys(value)) {
        if (key === '__proto__' || key === 'constructor' || key === 'prototype') {
          delete (value as Record<string, unknown>)[key];
          continue;
        }
        const child = (value as Record<string, unknown>)[key];
        open.push({ value: child, path: path ? `${path}.${key}` : key, depth: depth + 1 });
      }
    }
  }
}

/** Why PostgreSQL cannot store the text; null: it can. Text out of JSON within a text is not in what `sanitizeInput` sees. */
export function textFault(text: string): string | null {
  if (text.includes('\0')) return 'must not contain the character U+0000';
  return text.isWellFormed() ? null : 'must be well-formed Unicode (it has a lone surrogate)';
}

function rejectInput(fullPath: string, message: string): never {
  const path = fullPath.slice(0, 200);
  throw invalid(`Invalid request: ${path} ${message}`, { [path]: message });
}
