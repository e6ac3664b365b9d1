import { parseStrictJson } from '../../formats/reading/strict-json.js';
import type { Json, JsonObject } from '../../model/document.js';
import { listOf, objectOf } from '../../model/json.js';
import { manifestLimits } from '../limits.js';
import { lineCounter, manifestText } from './text-file.js';

/** Versions written as numbers keep their text: `"version": 1.10`. */
const textMembers = new Set(['version', 'requested', 'resolved']);

/** A parsed JSON manifest with line numbers. */
export interface JsonFile {
  readonly root: JsonObject;
  /** The items of a root that is an array. */
  readonly items: readonly Json[];
  /** Line of an object or array; 1 for other values. */
  lineOf(value: Json | undefined): number;
  /** Line of the item at `index` of an array. */
  lineOfItem(list: readonly Json[], index: number): number;
}

/** @throws FormatError as `parseStrictJson`. A root that is no object reads as empty. */
export async function readJsonFile(bytes: Uint8Array): Promise<JsonFile> {
  return parseJsonFile(await manifestText(bytes));
}

export function parseJsonFile(text: string): JsonFile {
  const lineAt = lineCounter(text);
  const starts = new WeakMap<object, number>();
  const items = new WeakMap<object, number[]>();
  const root = parseStrictJson(text, {
    place: '',
    maxDepth: manifestLimits.maxDepth,
    textMembers,
    onWarning: () => undefined,
    onOpen: (tokens, offset) => void starts.set(tokens, lineAt(offset)),
    onItem: (list, offset) => {
      const lines = items.get(list);
      if (lines) lines.push(lineAt(offset));
      else items.set(list, [lineAt(offset)]);
    },
  });
  return {
    root: objectOf(root),
    items: listOf(root),
    lineOf: (value) => (typeof value === 'object' && value !== null ? (starts.get(value) ?? 1) : 1),
    lineOfItem: (list, index) => items.get(list)?.[index] ?? 1,
  };
}
