import type { Json, JsonObject } from '../../../model/document.js';
import type { Tag } from './tags.js';

/**
 * Adds the value of a tag to its element, in the JSON shape.
 *
 * @returns what is wrong with it, as the end of a sentence that begins with the tag; undefined where nothing is
 */
export function addValue(element: JsonObject, { holder, member: name, form }: Tag, value: string): string | undefined {
  const data = holder === undefined ? element : memberObject(element, holder);
  if (value === '' && form !== 'text') return undefined;
  if (form === 'line' || form === 'text') return set(data, name, form === 'line' ? value.trim() : value);
  if (form === 'lines' || form === 'texts') {
    appendTo(data, name, value);
    return undefined;
  }
  if (form === 'purpose') return set(data, name, value.replaceAll('-', '_'));
  if (form === 'boolean') {
    const isTrue = /^true$/i.test(value);
    return isTrue || /^false$/i.test(value) ? set(data, name, isTrue) : 'is neither true nor false; it was skipped';
  }
  return addFormed(data, name, form, value);
}

function addFormed(data: JsonObject, name: string, form: Tag['form'], value: string): string | undefined {
  if (form === 'checksums') return addChecksum(data, name, value);
  if (form === 'verification-code') return addVerificationCode(data, name, value);
  if (form === 'external-ref') return addExternalRef(data, name, value);
  if (form === 'byte-range' || form === 'line-range') return addRange(data, form, value);
  return addArtifact(data, name, form, value);
}

function set(data: JsonObject, name: string, value: Json): string | undefined {
  if (data[name] !== undefined) return 'occurs twice in its element; the second one was skipped';
  data[name] = value;
  return undefined;
}

/** Adds to the list that the member is. */
export function appendTo(data: JsonObject, name: string, value: Json): void {
  const list = data[name];
  if (Array.isArray(list)) list.push(value);
  else data[name] = [value];
}

function memberObject(element: JsonObject, name: string): JsonObject {
  const found = (element[name] ??= {});
  return found as JsonObject;
}

function addChecksum(data: JsonObject, name: string, value: string): string | undefined {
  const colon = value.indexOf(':');
  if (colon < 1) return 'is not an algorithm and a value with a colon between them; it was skipped';
  appendTo(data, name, { algorithm: value.slice(0, colon).trim(), checksumValue: value.slice(colon + 1).trim() });
  return undefined;
}

/** "d6a7… (excludes: ./a, ./b)"; SPDX 2.3, clause 7.9. */
function addVerificationCode(data: JsonObject, name: string, value: string): string | undefined {
  const open = value.indexOf('(');
  const code = (open < 0 ? value : value.slice(0, open)).trim();
  if (code === '') return undefined;
  const inside = open < 0 ? '' : value.slice(open + 1).replace(/\)\s*$/, '');
  const excluded = inside
    .replace(/^\s*excludes:/, '')
    .split(',')
    .map((file) => file.trim())
    .filter((file) => file !== '');
  const read: JsonObject = { packageVerificationCodeValue: code };
  if (excluded.length > 0) read.packageVerificationCodeExcludedFiles = excluded;
  return set(data, name, read);
}

/** The locator is all after the type: some writers do not escape spaces. */
function addExternalRef(data: JsonObject, name: string, value: string): string | undefined {
  const found = /^(\S+)\s+(\S+)\s+(.+)$/s.exec(value);
  if (!found) return 'is not a category, a type and a locator; it was skipped';
  const [, referenceCategory, referenceType, referenceLocator] = found as unknown as string[];
  appendTo(data, name, {
    referenceCategory: referenceCategory!,
    referenceType: referenceType!,
    referenceLocator: referenceLocator!,
  });
  return undefined;
}

function addRange(data: JsonObject, form: Tag['form'], value: string): string | undefined {
  const found = /^(\d{1,15})\s*:\s*(\d{1,15})$/.exec(value);
  if (!found) return 'is not a range of two numbers; it was skipped';
  const unit = form === 'byte-range' ? 'offset' : 'lineNumber';
  const reference: JsonObject = typeof data.snippetFromFile === 'string' ? { reference: data.snippetFromFile } : {};
  appendTo(data, 'ranges', {
    startPointer: { ...reference, [unit]: Number(found[1]) },
    endPointer: { ...reference, [unit]: Number(found[2]) },
  });
  return undefined;
}

/** The project of a file (SPDX 1.2 to 2.1); each name begins another one. */
function addArtifact(data: JsonObject, name: string, form: Tag['form'], value: string): string | undefined {
  const list = data[name];
  const last = Array.isArray(list) ? (list.at(-1) as JsonObject) : undefined;
  if (form === 'artifact-name') appendTo(data, name, { name: value });
  else if (last === undefined) return 'does not follow an ArtifactOfProjectName; it was skipped';
  else last[form === 'artifact-home' ? 'homePage' : 'projectUri'] = value;
  return undefined;
}
