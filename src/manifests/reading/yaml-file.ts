import { bytesSource } from '../../formats/reading/bytes.js';
import { readYaml } from '../../formats/reading/yaml.js';
import { yamlKinds } from '../../formats/reading/yaml-builder.js';
import type { JsonObject } from '../../model/document.js';
import { defineMember } from '../../model/json.js';
import { manifestLimits } from '../limits.js';
import { manifestText } from './text-file.js';

/** A parsed YAML manifest. Scalars are text ("true", "1.10"); empty scalars and null are null. */
export interface YamlFile {
  readonly root: JsonObject;
  /**
   * Line of the first member or list item of this name below a given line; 1 if it is not found. Exact for the block
   * style that tools write.
   */
  lineOf(name: string, after?: number): number;
  /** The same for the text value of a member: `uses: value`. */
  lineOfValue(value: string, after?: number): number;
}

const onlyText = yamlKinds({});

/** @throws FormatError as `readYaml` */
export async function readYamlFile(bytes: Uint8Array): Promise<YamlFile> {
  const text = await manifestText(bytes);
  const root: JsonObject = {};
  const options = { rules: {}, kinds: onlyText, onWarning: () => undefined };
  for await (const items of readYaml(bytesSource(Buffer.from(text)), manifestLimits, options))
    for (const { name, value } of items) defineMember(root, name, value);
  const names = lineIndex(text, nameOn);
  const values = lineIndex(text, valueOn);
  return { root, lineOf: names, lineOfValue: values };
}

/** The last document of a file; what comes before is replaced by empty lines to keep line numbers. */
export function lastDocument(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = Math.max(text.lastIndexOf('\n---\n'), text.lastIndexOf('\n---\r\n'));
  if (start < 0) return bytes;
  const lines = text.subarray(0, start + 1).reduce((count, byte) => count + (byte === 10 ? 1 : 0), 0);
  return Buffer.concat([Buffer.alloc(lines, '\n'), text.subarray(start + 1)]);
}

/** Lines stored per name: `version:` is in every entry and never looked up. */
const maxLinesPerName = 16;
/** A yarn key lists all requested ranges. */
const maxNameLength = 8_192;

/** Built on first use. */
function lineIndex(text: string, textOn: (line: string) => string): (text: string, after?: number) => number {
  let lines: Map<string, number[]> | undefined;
  return (requested, after = 0) => {
    lines ??= linesBy(text, textOn);
    const found = lines.get(requested);
    return found?.find((line) => line > after) ?? found?.at(-1) ?? 1;
  };
}

function linesBy(text: string, textOn: (line: string) => string): Map<string, number[]> {
  const lines = new Map<string, number[]>();
  for (const [index, line] of text.split('\n').entries()) {
    const name = textOn(line);
    if (name === '') continue;
    const existing = lines.get(name);
    if (existing === undefined) lines.set(name, [index + 1]);
    else if (existing.length < maxLinesPerName) existing.push(index + 1);
  }
  return lines;
}

/** The value of the member on a line. */
function valueOn(line: string): string {
  const text = line.slice(0, maxNameLength);
  const colon = text.search(/:\s/);
  return colon < 0 ? '' : yamlScalar(text.slice(colon + 1));
}

/** A value on one line, without quotes and comment. */
export const yamlScalar = (text: string): string => withoutComment(text.trim()).replace(/^(["'])(.*)\1$/, '$2');

const withoutComment = (text: string): string => text.split(' #', 1)[0]!.trimEnd();

/** Name of a block-style line: a key without its value, or an unquoted list item. */
function nameOn(line: string): string {
  let text = line.slice(0, maxNameLength).trim();
  for (let dashes = 0; dashes < 8 && text.startsWith('- '); dashes += 1) text = text.slice(2).trimStart();
  if (text.startsWith('? ')) text = text.slice(2);
  const quote = text[0];
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, 1);
    return end < 0 ? '' : text.slice(1, end);
  }
  const colon = text.search(/:(?:\s|$)/);
  return colon < 0 ? withoutComment(text) : text.slice(0, colon);
}
