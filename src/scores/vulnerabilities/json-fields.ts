import type { Json, JsonObject } from '../../model/document.js';

/** Readers of untrusted JSON: they take values of the right type and leave out others. */

export const textOf = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

export const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

export const textsOf = (value: Json | undefined): string[] => listOf(value).filter((item) => typeof item === 'string');

export const objectOf = (value: Json | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};

export const objectsOf = (value: Json | undefined): JsonObject[] =>
  listOf(value)
    .map(objectOf)
    .filter((item) => Object.keys(item).length > 0);
