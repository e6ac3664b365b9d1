import type { Json } from '../../model/document.js';
import { isObject } from '../../model/json.js';

/** What a YAML reader may take for a line break, or refuse, where JSON leaves it as it is. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** What nearly every text is: nothing in it to escape. */
const plain = /^[ !#-[\]-~]*$/;

/** A text in double quotes, where YAML and JSON escape alike, so that no text is taken for a number, a date or null. */
export const yamlString = (text: string): string =>
  plain.test(text)
    ? `"${text}"`
    : JSON.stringify(text).replace(
        unprintable,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );

/** Names that YAML reads as text without quotes. */
const plainName = /^[A-Za-z_$@][\w$@-]*$/;
const reserved = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

/** The names of the format come again with every element; a file's own may be any number. */
const nameCache = new Map<string, string>();
const maxCachedNames = 1_000;

function yamlName(name: string): string {
  let written = nameCache.get(name);
  if (written === undefined) {
    written = plainName.test(name) && !reserved.test(name) ? name : yamlString(name);
    if (nameCache.size < maxCachedNames && name.length < 100) nameCache.set(name, written);
  }
  return written;
}

/** The items of a list, each with its "-", on lines of their own; `line` is as for `yamlMembers`. */
export function yamlItems(items: readonly Json[], line: string): string {
  const inner = `${line}  `;
  let text = '';
  for (const item of items)
    text += isObject(item)
      ? yamlMembers(item, inner, `${line}- `) || `${line}- {}`
      : `${line}-${yamlBlock(item, inner)}`;
  return text;
}

/**
 * The members of an object, on lines of their own.
 *
 * @param line what each line starts with: a line break and the white space before its names
 * @param first what the first line starts with, where it is another start
 */
export function yamlMembers(members: Readonly<Record<string, Json>>, line: string, first = line): string {
  let text = '';
  let start = first;
  for (const name in members) {
    text += `${start}${yamlName(name)}:${yamlBlock(members[name]!, line)}`;
    start = line;
  }
  return text;
}

/**
 * A value in block style (YAML 1.2, chapter 8), as it stands after "name:" or "-": with a space and on the same line, or
 * on lines of its own.
 *
 * @param value JSON of bounded depth
 * @param line the start of the line that the value belongs to
 */
function yamlBlock(value: Json, line: string): string {
  if (typeof value === 'string') return ` ${yamlString(value)}`;
  if (value === null || typeof value !== 'object') return ` ${String(value)}`;
  if (Array.isArray(value)) return value.length === 0 ? ' []' : yamlItems(value, line);
  return yamlMembers(value, `${line}  `) || ' {}';
}
