import { EVENT_ID, SCALAR_STYLE, YAMLException, getScalarValue, parseEvents, type Event } from 'js-yaml';
import type { BomWarning, Json } from '../../model/document.js';
import { pointerToken } from '../../model/json.js';
import { FormatError, type ByteSource, type ParseLimits } from '../format.js';
import type { StreamItem, StreamRules } from './stream-items.js';
import { readText } from './text.js';
import { readBlockStyle } from './yaml-block-style.js';
import { type YamlKinds, YamlBuilder } from './yaml-builder.js';
import { YamlSplitter, type YamlChunk } from './yaml-splitter.js';

/** js-yaml reads nested nodes by recursion: a limit beyond this is not safe on the default stack. */
const maxSafeDepth = 512;

export interface YamlReaderOptions {
  readonly rules: StreamRules;
  readonly kinds: YamlKinds;
  readonly onWarning: (warning: BomWarning) => void;
}

/**
 * Reads a YAML 1.2 document whose root is a mapping, as a stream and in the same shape as `readJson`: the root lists
 * that `options.rules` names come element by element, everything else as one member. Only one root member or one batch of
 * items is in memory. Scalars are text but where `options.kinds` allows more; see `YamlKind`.
 *
 * Refused: tags beyond the core ones, directives, duplicate members, more than one document, member names that are no
 * scalars. Limits: as given, and a line four times the longest string; 5,000 anchors, 5,000 aliases, 200,000 values
 * added by aliases. An element is never opened, however large.
 *
 * @throws FormatError `malformed`, `duplicate_key`, `too_deep`, `alias_limit`, `limit`, `invalid`, `encoding`, each
 *   with its line
 */
export async function* readYaml(
  source: ByteSource,
  limits: ParseLimits,
  options: YamlReaderOptions,
): AsyncIterable<readonly StreamItem<Json>[]> {
  const splitter = new YamlSplitter(limits, (name) => Object.hasOwn(options.rules, name));
  const reader = new ChunkReader(limits, options);
  for await (const text of readText(source, limits)) {
    for (const chunk of splitter.push(text)) yield reader.read(chunk);
  }
  for (const chunk of splitter.end()) yield reader.read(chunk);
}

class ChunkReader {
  private readonly builder: YamlBuilder;
  private readonly maxDepth: number;
  private readonly seen = new Set<string>();
  private index = 0;

  constructor(
    limits: ParseLimits,
    private readonly options: YamlReaderOptions,
  ) {
    this.builder = new YamlBuilder(limits, options.kinds);
    this.maxDepth = Math.min(limits.maxDepth, maxSafeDepth);
  }

  read(chunk: YamlChunk): StreamItem<Json>[] {
    if (chunk.kind === 'items') return this.items(chunk);
    const value = this.parse(chunk.text, chunk.line, '');
    if (value === undefined) return [];
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      throw new FormatError('invalid', 'The YAML document is no mapping of names to values', `line ${chunk.line}`);
    }
    return Object.entries(value).flatMap(([name, member]) => this.member(name, member, chunk.line));
  }

  private items({ key, continued, text, items, line }: YamlChunk): StreamItem<Json>[] {
    if (!continued) this.start(key, line);
    return items.map((item, index) => {
      const value = this.parse(text.slice(item.offset, items[index + 1]?.offset), item.line, key);
      if (!Array.isArray(value) || value.length !== 1) {
        throw new FormatError('malformed', 'One item of a list was expected', `line ${item.line}`);
      }
      return this.element(key, value[0]!);
    });
  }

  private member(name: string, value: Json, line: number): StreamItem<Json>[] {
    this.start(name, line);
    if (Array.isArray(value) && Object.hasOwn(this.options.rules, name))
      return value.map((item) => this.element(name, item));
    return [{ kind: 'member', name, place: pointerToken(name), value }];
  }

  private element(name: string, value: Json): StreamItem<Json> {
    return { kind: 'element', name, place: `${pointerToken(name)}/${this.index++}`, value };
  }

  /** A member of the root begins; two of one chunk are found by `YamlBuilder`, this compares the chunks. */
  private start(name: string, line: number): void {
    if (this.seen.has(name)) {
      throw new FormatError('duplicate_key', `The member "${name.slice(0, 80)}" is given twice`, `line ${line}`);
    }
    this.seen.add(name);
    this.index = 0;
  }

  /** The value of a piece of text that starts on `line`; undefined where it holds none. */
  private parse(text: string, line: number, name: string): Json | undefined {
    this.builder.begin(name);
    if (!readBlockStyle(text, this.builder)) this.readAnyStyle(text, line, name);
    if (this.builder.wasCleaned) {
      const message = 'Characters that are no text (NUL, half a surrogate pair) were replaced by U+FFFD';
      this.options.onWarning({ place: `line ${line}`, message });
    }
    return this.builder.value;
  }

  /** A closing bracket at the start of its line is no YAML 1.2, but other readers take it, and people write it. */
  private readAnyStyle(text: string, line: number, name: string): void {
    let current = text;
    for (let mends = 0; ; mends += 1) {
      this.builder.begin(name);
      try {
        return readWithJsYaml(current, this.builder, line, this.maxDepth);
      } catch (error) {
        const isLast = mends >= maxMends || mends * text.length > maxMendedCharacters;
        const mended = error instanceof ShallowLineError && !isLast ? error.mended(current) : null;
        if (mended === null) throw error;
        if (mends === 0) this.options.onWarning({ place: (error as FormatError).place, message: shallowLine });
        current = mended;
      }
    }
  }
}

const shallowLine = 'A line within brackets or quotes is indented less than YAML asks for; it was read nevertheless';

/** How often one piece of text is mended, and how much is read again for that. */
const maxMends = 200;
const maxMendedCharacters = 64 * 1024 * 1024;
const enoughSpaces = ' '.repeat(200);

/** A line within brackets or quotes that is indented less than what it belongs to (YAML 1.2.2, 7.4). */
class ShallowLineError extends FormatError {
  constructor(
    readonly index: number,
    place: string,
  ) {
    super('malformed', 'This is no valid YAML: deficient indentation', place);
  }

  /** Null where the line was mended before: spaces at its start mean nothing where this error is thrown. */
  mended(text: string): string | null {
    const lines = text.split('\n');
    const line = lines[this.index];
    if (line === undefined || line.startsWith(enoughSpaces)) return null;
    lines[this.index] = enoughSpaces + line;
    return lines.join('\n');
  }
}

const acceptedTags = /^(?:!!(?:str|int|float|bool|null|seq|map|timestamp)|!)$/;

/**
 * Feeds `builder` with all of YAML 1.2 as js-yaml reads it, but for tags beyond the core ones and directives. The text
 * holds one document, or none.
 *
 * @param maxDepth levels of nesting; js-yaml recurses, so this must stay far below what the stack holds
 * @throws FormatError with the line counted from `line`, the text's first
 */
export function readWithJsYaml(text: string, builder: YamlBuilder, line: number, maxDepth: number): void {
  let offset = 0;
  try {
    let documents = 0;
    for (const event of parseEvents(text, { maxDepth: maxDepth + 2 })) {
      offset = Math.max(offset, startOf(event));
      if (event.type !== EVENT_ID.DOCUMENT) readEvent(event, text, builder);
      else if (++documents > 1) throw new FormatError('invalid', 'The file holds more than one YAML document');
    }
  } catch (error) {
    if (error instanceof YAMLException) throw toFormatError(error, line);
    if (!(error instanceof FormatError)) throw error;
    throw new FormatError(error.reason, error.message, `line ${line + linesBefore(text, offset)}`);
  }
}

function readEvent(event: Event, text: string, builder: YamlBuilder): void {
  if (event.type === EVENT_ID.DOCUMENT) return;
  if (event.type === EVENT_ID.POP) return builder.isOpen ? builder.close() : undefined;
  const anchor = event.anchorStart < 0 ? '' : text.slice(event.anchorStart, event.anchorEnd);
  if (event.type === EVENT_ID.ALIAS) return builder.alias(anchor);
  const tag = event.tagStart < 0 ? '' : text.slice(event.tagStart, event.tagEnd);
  if (tag !== '' && !acceptedTags.test(tag)) {
    throw new FormatError('invalid', `The YAML tag ${tag.slice(0, 80)} is not accepted`);
  }
  if (event.type === EVENT_ID.SEQUENCE) return builder.open([], anchor);
  if (event.type === EVENT_ID.MAPPING) return builder.open({}, anchor);
  const isPlain = event.style === SCALAR_STYLE.PLAIN && tag !== '!!str' && tag !== '!';
  builder.scalar(getScalarValue(text, event), isPlain, anchor);
}

function startOf(event: Event): number {
  if ('valueStart' in event) return event.valueStart;
  if ('start' in event) return event.start;
  return 'anchorStart' in event ? event.anchorStart : 0;
}

function toFormatError(error: YAMLException, line: number): FormatError {
  const place = `line ${line + (error.mark?.line ?? 0)}`;
  if (error.reason === 'deficient indentation') return new ShallowLineError(error.mark?.line ?? 0, place);
  const reason = error.reason.startsWith('nesting exceeded') ? 'too_deep' : 'malformed';
  const message = `This is no valid YAML: ${error.reason.slice(0, 200)}`;
  return new FormatError(reason, message, place);
}

function linesBefore(text: string, offset: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
