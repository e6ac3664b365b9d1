import { invalid } from '../../model/errors.js';

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
