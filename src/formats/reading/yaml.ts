import type { BomWarning, Json } from '../../model/document.js';
import { pointerToken } from '../../model/json.js';
import { FormatError, type ByteSource, type ParseLimits } from '../format.js';
import type { StreamItem, StreamRules } from './streaming.js';
import { readText } from './text.js';
import { YamlSplitter, type YamlChunk } from './yaml-splitter.js';
import type { YamlKinds } from './yaml-scalars.js';
import { YamlBuilder } from './yaml-builder.js';
import { readWithJsYaml } from './yaml-events.js';
import { readBlockStyle } from './yaml-block-style.js';

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
    if (!readBlockStyle(text, this.builder)) {
      this.builder.begin(name);
      readWithJsYaml(text, this.builder, line, this.maxDepth);
    }
    if (this.builder.wasCleaned) {
      const message = 'Characters that are no text (NUL, half a surrogate pair) were replaced by U+FFFD';
      this.options.onWarning({ place: `line ${line}`, message });
    }
    return this.builder.value;
  }
}
