import { type ByteSource, type FormatErrorReason, type ParseLimits, FormatError } from '../format.js';
import type { StreamItem, StreamRules } from './stream-items.js';
import { readText, sniffEncoding } from './text.js';
import { XmlElement, XmlSplitter } from './xml-elements.js';
import { XmlError, type XmlAttribute } from './xml-syntax.js';
import { Namespaces } from './xml-namespaces.js';
import { XmlTokenizer, type XmlHandlers } from './xml-tokenizer.js';

/**
 * Reads an XML document as a stream: the root, then elements of the lists named in `rules` one at a time, everything
 * else child by child of the root (see `StreamItem`). Memory holds one element, never the document. Namespaces are
 * resolved; a DTD is refused, so there are no entities but XML's own five; processing instructions are passed over.
 *
 * @param unprefixed the namespace of elements for which the document declares none
 * @throws FormatError `encoding`, `dtd_forbidden`, `malformed`, `truncated`, `too_deep`, `limit`, with line and column
 */
export async function* readXml(
  source: ByteSource,
  limits: ParseLimits,
  rules: StreamRules,
  unprefixed = '',
): AsyncIterable<readonly StreamItem<XmlElement>[]> {
  let large: Map<string, XmlElement> | undefined;
  for await (const items of splitXml(source, limits, rules, unprefixed)) {
    if (!items.some((item) => item.kind === 'open')) {
      yield items;
      continue;
    }
    large ??= await ownChildrenOfLargeElements(source, limits, rules, unprefixed);
    const known = large;
    yield items.map((item) => (item.kind === 'open' ? { ...item, value: known.get(keyOf(item)) ?? item.value } : item));
  }
}

async function* splitXml(
  source: ByteSource,
  limits: ParseLimits,
  rules: StreamRules,
  unprefixed = '',
): AsyncIterable<readonly StreamItem<XmlElement>[]> {
  const reader = new XmlReader(limits, rules, unprefixed);
  for await (const piece of await xmlText(source, limits)) {
    const items = reader.write(piece);
    if (items.length > 0) yield items;
  }
  reader.end();
}

/** The children that are no streamed list may stand behind those lists: they take a pass of their own. */
async function ownChildrenOfLargeElements(
  source: ByteSource,
  limits: ParseLimits,
  rules: StreamRules,
  unprefixed: string,
): Promise<Map<string, XmlElement>> {
  const found = new Map<string, XmlElement>();
  for await (const items of splitXml(source, limits, rules, unprefixed))
    for (const item of items) if (item.kind === 'close') found.set(keyOf(item), item.value);
  return found;
}

/** Lines alone are not unique where a document is written on one line. */
const keyOf = (item: StreamItem<XmlElement>): string => `${item.value.serial}`;

/** XML may name a one-byte encoding in its declaration; beyond that the bytes themselves say what they are. */
async function xmlText(source: ByteSource, limits: ParseLimits): Promise<AsyncIterable<string>> {
  const head = await source.read(0, 256);
  const { encoding, markLength } = sniffEncoding(head);
  const declared = /^<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    Buffer.from(head).toString('latin1'),
  )?.[1];
  if (declared === undefined || encoding !== 'utf-8' || markLength > 0) return readText(source, limits);
  const name = declared.toLowerCase();
  if (/^(utf-?8|us-ascii)$/.test(name)) return readText(source, limits);
  // XML 1.0, 4.3.3: a fatal error; what such a file says could be read in two ways.
  if (/^utf-?16(?:le|be)?$/.test(name))
    throw new FormatError(
      'encoding',
      `The file declares the encoding "${declared}" and is stored in another; declare "UTF-8", or save it as UTF-16`,
      'line 1',
    );
  if (/^(iso-8859-1|iso-8859-15|windows-1252|latin1)$/.test(name)) return readOneByteText(source, limits, name);
  throw new FormatError('encoding', `The encoding "${declared}" is not read; save the file as UTF-8`, 'line 1');
}

async function* readOneByteText(source: ByteSource, limits: ParseLimits, encoding: string): AsyncIterable<string> {
  const decoder = new TextDecoder(encoding);
  let bytes = 0;
  for await (const chunk of source.stream()) {
    bytes += chunk.length;
    if (bytes > limits.maxBytes)
      throw new FormatError('limit', `The document is larger than the limit of ${limits.maxBytes} bytes`);
    yield decoder.decode(chunk);
  }
}

class XmlReader implements XmlHandlers {
  private readonly tokenizer = new XmlTokenizer(this);
  private readonly namespaces: Namespaces;
  private readonly splitter: XmlSplitter;
  private serial = 0;
  private lengthSinceItem = 0;

  constructor(
    private readonly limits: ParseLimits,
    rules: StreamRules,
    unprefixed: string,
  ) {
    this.namespaces = new Namespaces(unprefixed);
    this.splitter = new XmlSplitter(rules);
  }

  write(piece: string): readonly StreamItem<XmlElement>[] {
    this.withLocation(() => this.tokenizer.write(piece));
    if (this.tokenizer.pending > this.limits.maxStringLength)
      throw this.error(
        'limit',
        `A text, attribute or comment is longer than ${this.limits.maxStringLength} characters`,
      );
    const items = this.splitter.take();
    this.lengthSinceItem = items.length > 0 ? 0 : this.lengthSinceItem + piece.length;
    if (this.lengthSinceItem > this.limits.maxElementLength)
      throw this.error('limit', `One element is longer than the limit of ${this.limits.maxElementLength} characters`);
    return items;
  }

  end(): void {
    this.withLocation(() => this.tokenizer.end());
  }

  open(name: string, attributes: readonly XmlAttribute[]): void {
    if (this.splitter.depth >= this.limits.maxDepth)
      throw this.error('too_deep', `Elements are nested deeper than the limit of ${this.limits.maxDepth}`);
    if (attributes.length > this.limits.maxAttributes)
      throw this.error('limit', `An element has more attributes than the limit of ${this.limits.maxAttributes}`);
    if (attributes.length > 0 && attributes.some(({ value }) => value.length > this.limits.maxStringLength))
      throw this.error('limit', `An attribute is longer than the limit of ${this.limits.maxStringLength} characters`);
    const { expanded, attributes: known } = this.namespaces.enter(name, attributes);
    const element = new XmlElement(expanded.local, expanded.uri, known, this.tokenizer.line);
    this.serial += 1;
    element.serial = this.serial;
    this.splitter.start(element);
  }

  close(): void {
    this.namespaces.leave();
    this.splitter.end();
  }

  text(text: string): void {
    if (text.length > this.limits.maxStringLength)
      throw this.error('limit', `A text is longer than the limit of ${this.limits.maxStringLength} characters`);
    this.splitter.text(text);
  }

  private withLocation(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
      throw this.error(error.reason, error.message);
    }
  }

  private error(reason: FormatErrorReason, message: string): FormatError {
    return new FormatError(reason, message, `line ${this.tokenizer.line}, column ${this.tokenizer.column}`);
  }
}
