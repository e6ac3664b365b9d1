import { FormatError, type ByteSource, type ParseLimits } from '../../format.js';
import { readText } from '../text.js';
import { plainParser } from '../xml-parser.js';
import type { ZipEntry } from '../zip.js';

/** Elements in one another in any part of a workbook; sheets need six. */
const maxDepth = 64;

export interface PartHandler {
  /** `name` without its prefix. */
  open(name: string, attributes: Readonly<Record<string, string>>): void;
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
  const parser = plainParser({
    error: ({ message }) => {
      throw new FormatError('malformed', `Damaged XML: ${message.slice(0, 200)}`, entry.name);
    },
    doctype: () => {
      throw new FormatError('dtd_forbidden', 'A document type declaration is not accepted', entry.name);
    },
    openTag: ({ name, attributes }) => {
      if (++depth > maxDepth) throw new FormatError('too_deep', `Nested deeper than ${maxDepth} levels`, entry.name);
      handler.open(localName(name), attributes as Record<string, string>);
    },
    text: (text) => handler.text(text),
    closeTag: ({ name }) => {
      depth--;
      handler.close(localName(name));
    },
  });
  let run = 0;
  for await (const text of readText(sourceOf(entry), limits)) {
    const markup = Math.max(text.lastIndexOf('<'), text.lastIndexOf('>'));
    run = markup < 0 ? run + text.length : text.length - markup;
    if (run > 2 * limits.maxStringLength) throw new FormatError('limit', 'A text or tag is too long', entry.name);
    parser.write(text);
    yield;
    if (handler.isDone?.()) return;
  }
  parser.close();
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
