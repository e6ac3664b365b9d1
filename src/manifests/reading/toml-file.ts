import { parse, TomlError } from 'smol-toml';
import { FormatError } from '../../formats/format.js';
import type { JsonObject } from '../../model/document.js';
import { manifestText } from './text-file.js';

/** A parsed TOML manifest. Dates are objects without relevant members. */
export interface TomlFile {
  readonly root: JsonObject;
  /** Line of the header of the `index`-th `[[name]]` table; 1 if it is written in another way. */
  lineOfTable(name: string, index: number): number;
}

/** @throws FormatError `malformed`, `encoding`, `limit` */
export async function readTomlFile(bytes: Uint8Array): Promise<TomlFile> {
  const text = await manifestText(bytes);
  const root = parsed(text);
  const headers = new Map<string, number[]>();
  for (const [index, line] of text.split('\n').entries()) {
    const name = line.startsWith('[[') ? /^\[\[\s*([\w-]+)\s*\]\]/.exec(line.slice(0, 200))?.[1] : undefined;
    if (name === undefined) continue;
    const lines = headers.get(name);
    if (lines) lines.push(index + 1);
    else headers.set(name, [index + 1]);
  }
  return { root, lineOfTable: (name, index) => headers.get(name)?.[index] ?? 1 };
}

function parsed(text: string): JsonObject {
  try {
    return parse(text, { maxDepth: 64, integersAsBigInt: 'asNeeded' }) as JsonObject;
  } catch (error) {
    if (error instanceof TomlError) {
      const message = error.message.split('\n', 1)[0]!.replace(/^Invalid TOML document: /, '');
      throw new FormatError('malformed', `This is no valid TOML: ${message}`, `line ${error.line}`);
    }
    throw error;
  }
}
