import type { Json, JsonObject } from '../../model/document.js';

// Fields of records that others write: what is not of the expected kind counts as missing.

export const text = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

export const texts = (value: Json | undefined): string[] | undefined =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined;

export const objects = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter((item): item is JsonObject => isObject(item)) : [];

export const count = (value: Json | undefined): number => (typeof value === 'number' ? Math.round(value) : 0);

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
