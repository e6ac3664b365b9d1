import { FormatError, type ByteSource, type ParseLimits } from '../../format.js';
import { readText } from '../text.js';
import { XmlError, type XmlAttribute } from '../xml-syntax.js';
import { XmlTokenizer } from '../xml-tokenizer.js';
import type { ZipEntry } from '../zip.js';

/** Elements in one another in any part of a workbook; sheets need six. */
const maxDepth = 64;

export interface PartHandler {
  /** `name` without its prefix. */
  open(name: string, attributes: readonly XmlAttribute[]): void;
  text(text: string): void;
  close(name: string): void;
  /** Asked between pieces of text: true ends the reading early. */
  isDone?(): boolean;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads an XML part of a workbook as a stream and yields after every piece of text, so that what the handler gathered
 * can be handed on.
 *
 * @throws FormatError `dtd_forbidden`, `malformed`, `too_deep`, `encoding`, `limit`
 */
export async function* readPart(entry: ZipEntry, limits: ParseLimits, handler: PartHandler): AsyncGenerator<void> {
  let depth = 0;
  const tokens = new XmlTokenizer({
    open: (name, attributes) => {
      if (++depth > maxDepth) throw new FormatError('too_deep', `Nested deeper than ${maxDepth} levels`, entry.name);
      handler.open(localName(name), attributes);
    },
    text: (text) => handler.text(text),
    close: (name) => {
      depth--;
      handler.close(localName(name));
    },
  });
  try {
    for await (const text of readText(sourceOf(entry), limits)) {
      tokens.write(text);
      if (tokens.pending > 2 * limits.maxStringLength)
        throw new FormatError('limit', 'A text or tag is too long', entry.name);
      yield;
      if (handler.isDone?.()) return;
    }
    tokens.end();
  } catch (error) {
    if (error instanceof XmlError) throw new FormatError(error.reason, error.message, entry.name);
    throw error;
  }
}

/** Makes objects without any inherited member; those of `Object.create(null)` are slow to make and to read. */
const Members = function () {} as unknown as new () => Record<string, string>;
Members.prototype = Object.create(null);

/** For parts where an element is asked for more than it has in most cases. */
export function membersOf(attributes: readonly XmlAttribute[]): Readonly<Record<string, string>> {
  const members = new Members();
  for (const { name, value } of attributes) members[name] = value;
  return members;
}

/** The same to the end at once, for small parts. */
export async function readWholePart(entry: ZipEntry, limits: ParseLimits, handler: PartHandler): Promise<void> {
  for await (const _ of readPart(entry, limits, handler));
}

/** A part as a document of its own, for readers of text. */
export const sourceOf = (entry: ZipEntry): ByteSource => ({
  size: entry.size,
  stream: () => entry.stream(),
  read: () => Promise.reject(new Error('Parts of a workbook are only streamed')),
});
