import type { Json, JsonObject } from '../../model/document.js';
import { isObject } from '../../model/json.js';

/** A record that is not what the publisher's schema says: the file is refused and the old data stays. */
export class SchemaDrift extends Error {
  override readonly name = 'SchemaDrift';
}

// Members that a reader relies on: absent is allowed where the schema allows it, another kind of value is not.

export function requiredText(holder: JsonObject, name: string): string {
  const value = holder[name];
  if (typeof value !== 'string' || value === '') throw new SchemaDrift(`"${name}" is missing or is not a text`);
  return value;
}

export function optionalText(holder: JsonObject, name: string): string | undefined {
  const value = holder[name];
  if (value === undefined || value === null || typeof value === 'string') return value ?? undefined;
  throw new SchemaDrift(`"${name}" is not a text`);
}

export function optionalObjects(holder: JsonObject, name: string): JsonObject[] {
  const value = holder[name];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || !value.every(isObject)) throw new SchemaDrift(`"${name}" is not a list of objects`);
  return value;
}

export function optionalObject(holder: JsonObject, name: string): JsonObject {
  const value = holder[name];
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw new SchemaDrift(`"${name}" is not an object`);
  return value;
}

export function optionalTexts(holder: JsonObject, name: string): string[] {
  const value = holder[name];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
    throw new SchemaDrift(`"${name}" is not a list of texts`);
  return value;
}

/** @throws SchemaDrift that names the file and the record, whatever `read` throws */
export function readingRecord<T>(where: { readonly file: string; readonly record: string }, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SchemaDrift(`${where.file}, ${where.record}: ${reason}`, { cause: error });
  }
}

export function requiredObject(value: Json | undefined, what: string): JsonObject {
  if (!isObject(value)) throw new SchemaDrift(`${what} is not an object`);
  return value;
}
