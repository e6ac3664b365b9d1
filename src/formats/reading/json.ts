import type { Json, JsonObject } from '../../model/document.js';
import type { ByteSource, ParseLimits } from '../format.js';
import { JsonSplitter } from './json-splitter.js';
import type { JsonValueOptions } from './json-value.js';
import type { StreamItem, StreamRules } from './stream-items.js';
import { readText } from './text.js';

export interface JsonReaderOptions extends JsonValueOptions {
  readonly rules: StreamRules;
}

/**
 * Reads a JSON document whose top is an object, as a stream: elements of the lists named in `options.rules` one at a
 * time, everything else member by member (see `StreamItem`). Memory holds one element, never the document. Values are
 * plain parsed JSON; a member named `__proto__` is an own property, so copy with spread or `defineMember`, not `=`.
 *
 * @throws FormatError `encoding`, `malformed`, `truncated`, `duplicate_key`, `too_deep`, `limit`, with a JSON pointer
 */
export async function* readJson(
  source: ByteSource,
  limits: ParseLimits,
  options: JsonReaderOptions,
): AsyncIterable<readonly StreamItem<Json>[]> {
  const splitter = new JsonSplitter(limits, options.rules, options);
  let large: Map<string, JsonObject> | undefined;
  for await (const piece of readText(source, limits)) {
    const items = splitter.write(piece);
    if (items.length === 0) continue;
    if (!items.some((item) => item.kind === 'open')) {
      yield items;
      continue;
    }
    large ??= await membersOfLargeElements(source, limits, options.rules);
    const known = large;
    yield items.map((item) => (item.kind === 'open' ? { ...item, value: known.get(item.place) ?? {} } : item));
  }
  splitter.end();
}

/**
 * Own members of the elements that are too large to hold, by place. They may stand behind the nested lists, so they
 * take a pass of their own; it happens only where there is such an element.
 */
async function membersOfLargeElements(
  source: ByteSource,
  limits: ParseLimits,
  rules: StreamRules,
): Promise<Map<string, JsonObject>> {
  const splitter = new JsonSplitter(limits, rules, { textMembers: new Set(), onWarning: () => undefined });
  const found = new Map<string, JsonObject>();
  for await (const piece of readText(source, limits))
    for (const item of splitter.write(piece))
      if (item.kind === 'close') found.set(item.place, item.value as JsonObject);
  splitter.end();
  return found;
}

/**
 * The members at the top of a JSON document as far as its first characters show them: strings as they are, anything
 * else as its first character. For recognising a format by content; empty where the text is no JSON object.
 */
export function topMembers(head: string): Map<string, string> {
  const members = new Map<string, string>();
  const token = /"((?:[^"\\]|\\.)*)"\s*(:)?|[{}[\],]|[^\s"{}[\],:]+/gsy;
  const start = /^\s*\{/.exec(head);
  if (!start) return members;
  token.lastIndex = start[0].length;
  let depth = 1;
  let key: string | null = null;
  const skip = /[\s:]*/y;
  while (depth > 0) {
    skip.lastIndex = token.lastIndex;
    skip.exec(head);
    token.lastIndex = skip.lastIndex;
    const match = token.exec(head);
    if (!match) break;
    const [text, string, colon] = match;
    if (depth === 1 && colon !== undefined) key = string!;
    else if (depth === 1 && key !== null && text !== ',') {
      members.set(key, string ?? text[0]!);
      key = null;
    }
    if (text === '{' || text === '[') depth += 1;
    else if (text === '}' || text === ']') depth -= 1;
  }
  return members;
}
