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
}

const onlyText = yamlKinds({});

/** @throws FormatError as `readYaml` */
export async function readYamlFile(bytes: Uint8Array): Promise<YamlFile> {
  const text = await manifestText(bytes);
  const root: JsonObject = {};
  const options = { rules: {}, kinds: onlyText, onWarning: () => undefined };
  for await (const items of readYaml(bytesSource(Buffer.from(text)), manifestLimits, options))
    for (const { name, value } of items) defineMember(root, name, value);
  const lines = linesByName(text);
  return { root, lineOf: (name, after = 0) => lines.get(name)?.find((line) => line > after) ?? 1 };
}

/** How often one name is remembered: `version:` stands in every entry and is asked for by nobody. */
const maxRemembered = 16;
/** A name of yarn lists all ranges that it was locked for. */
const longestName = 8_192;

function linesByName(text: string): Map<string, number[]> {
  const lines = new Map<string, number[]>();
  for (const [index, line] of text.split('\n').entries()) {
    const name = nameOn(line);
    if (name === '') continue;
    const known = lines.get(name);
    if (known === undefined) lines.set(name, [index + 1]);
    else if (known.length < maxRemembered) known.push(index + 1);
  }
  return lines;
}

/** What a line of block style begins: a key without its value, or a list item as it stands, without quotes. */
function nameOn(line: string): string {
  let text = line.slice(0, longestName).trim();
  for (let dashes = 0; dashes < 8 && text.startsWith('- '); dashes += 1) text = text.slice(2).trimStart();
  if (text.startsWith('? ')) text = text.slice(2);
  const quote = text[0];
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, 1);
    return end < 0 ? '' : text.slice(1, end);
  }
  const colon = text.search(/:(?:\s|$)/);
  return colon < 0 ? text : text.slice(0, colon);
}
