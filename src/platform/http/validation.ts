import { Injectable, ValidationPipe, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import { invalid, type CallerError, type FieldErrors } from '../../model/errors.js';

/** Most fields that one error answer names. */
const maxNamedFields = 100;

/** Every wrong field at once, by its path in the request: `3.search_results.package.0.purl`. */
export function fieldErrors(errors: readonly ValidationError[], prefix = ''): FieldErrors {
  const fields: FieldErrors = {};
  for (const error of errors) {
    const path = `${prefix}${error.property}`;
    const complaint = Object.values(error.constraints ?? {})[0];
    if (complaint) fields[path] = complaint;
    Object.assign(fields, fieldErrors(error.children ?? [], `${path}.`));
  }
  return fields;
}

export function invalidFields(fields: FieldErrors): CallerError {
  const entries = Object.entries(fields);
  const [path, complaint] = entries[0] ?? ['request', 'is invalid'];
  const more = entries.length > 1 ? ` (and ${entries.length - 1} more)` : '';
  return invalid(`Invalid request: ${path} ${complaint}${more}`, Object.fromEntries(entries.slice(0, maxNamedFields)));
}

/** Unknown properties are left out, known ones are checked strictly; nothing is converted but by a field's own rule. */
export const requestValidation = new ValidationPipe({
  transform: true,
  whitelist: true,
  forbidUnknownValues: false,
  stopAtFirstError: true,
  exceptionFactory: (errors) => invalidFields(fieldErrors(errors)),
});

/** A body that is a list: each element is checked, and errors name the index. */
@Injectable()
export class ListBody<T extends object> implements PipeTransform<unknown, Promise<T[]>> {
  constructor(
    private readonly item: Type<T>,
    private readonly limit = 10_000,
  ) {}

  async transform(body: unknown): Promise<T[]> {
    if (!Array.isArray(body)) throw invalid('The body must be a JSON list');
    if (body.length > this.limit) throw invalid(`The list may hold at most ${this.limit} elements`);
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
 * Looks once through a parsed body or query for what later stages cannot hold: nesting beyond any request's, NUL (no
 * PostgreSQL text can hold it) and half surrogate pairs. Keys that reach a prototype are taken out. Never recursive.
 *
 * @param inputName what to call the input where no field of it is wrong, but itself
 */
export function sanitizeInput(input: unknown, inputName: string): void {
  const open: { value: unknown; path: string; depth: number }[] = [{ value: input, path: '', depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string') {
      if (value.includes('\0')) rejectInput(path || inputName, 'must not hold the character U+0000');
      if (!value.isWellFormed())
        rejectInput(path || inputName, 'must be well-formed Unicode (a surrogate pair is broken)');
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

function rejectInput(where: string, complaint: string): never {
  const path = where.slice(0, 200);
  throw invalid(`Invalid request: ${path} ${complaint}`, { [path]: complaint });
}
