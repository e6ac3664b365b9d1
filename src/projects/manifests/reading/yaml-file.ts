import { bytesSource } from '../../../formats/reading/bytes.js';
import { defineMember } from '../../../formats/reading/strict-json.js';
import { readYaml } from '../../../formats/reading/yaml.js';
import { yamlKinds } from '../../../formats/reading/yaml-scalars.js';
import type { JsonObject } from '../../../model/document.js';
import { manifestLimits } from '../limits.js';
import { manifestText } from './text-file.js';

/** A parsed YAML manifest. Every scalar is text ("true", "1.10"), empty ones and the words for null are null. */
export interface YamlFile {
  readonly root: JsonObject;
  /**
   * Line of the first member or list item of that name below a given line; 1 where it is not found so. Exact for the
   * block style that tools write.
   */
  lineOf(name: string, after?: number): number;
  /** The same for a text value of a member: `uses: that`. */
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

/** How often one name is remembered: `version:` stands in every entry and is asked for by nobody. */
const maxLinesPerName = 16;
/** A name of yarn lists all ranges that it was locked for. */
const maxNameLength = 8_192;

/** Built when it is first asked for. */
function lineIndex(text: string, textOn: (line: string) => string): (text: string, after?: number) => number {
  let lines: Map<string, number[]> | undefined;
  return (asked, after = 0) => {
    lines ??= linesBy(text, textOn);
    const found = lines.get(asked);
    return found?.find((line) => line > after) ?? found?.at(-1) ?? 1;
  };
}

function linesBy(text: string, textOn: (line: string) => string): Map<string, number[]> {
  const lines = new Map<string, number[]>();
  for (const [index, line] of text.split('\n').entries()) {
    const name = textOn(line);
    if (name === '') continue;
    const known = lines.get(name);
    if (known === undefined) lines.set(name, [index + 1]);
    else if (known.length < maxLinesPerName) known.push(index + 1);
  }
  return lines;
}

/** What stands behind the key on a line, without quotes and comment. */
function valueOn(line: string): string {
  const text = line.slice(0, maxNameLength);
  const colon = text.search(/:\s/);
  return colon < 0 ? '' : withoutComment(text.slice(colon + 1).trim()).replace(/^(["'])(.*)\1$/, '$2');
}

const withoutComment = (text: string): string => text.split(' #', 1)[0]!.trimEnd();

/** What a line of block style begins: a key without its value, or a list item as it stands, without quotes. */
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
