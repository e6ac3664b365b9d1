import type { Json } from '../../model/document.js';
import { FormatError, type ByteSource, type ParseLimits } from '../format.js';
import type { StreamItem, StreamRules } from './streaming.js';
import { pointerToken } from './strict-json.js';
import { readText } from './text.js';
import { YamlSplitter, type YamlChunk } from './yaml-chunks.js';
import type { YamlKinds } from './yaml-scalars.js';
import { YamlBuilder } from './yaml-builder.js';
import { readAnyStyle } from './yaml-events.js';
import { readBlockStyle } from './yaml-block-style.js';

/** js-yaml reads nested nodes by recursion: a limit beyond this is not safe on the default stack. */
const deepest = 512;

/**
 * Reads a YAML 1.2 document whose root is a mapping, as a stream and in the same shape as `readJson`: the root lists
 * that `rules` names come element by element, everything else as one member. Only one root member or one batch of
 * items is in memory. Scalars are text but where `kinds` allows more; see `YamlKind`.
 *
 * Refused: tags beyond the core ones, directives, duplicate members, more than one document, member names that are no
 * scalars. Limits: depth and string length as given; a line 1 Mi characters; one root member in one piece, or one item
 * of a list, 32 Mi characters; 5,000 anchors, 5,000 aliases, 200,000 values added by aliases.
 *
 * @throws FormatError `malformed`, `duplicate_key`, `too_deep`, `alias_limit`, `limit`, `invalid`, `encoding`, each
 *   with its line
 */
export async function* readYaml(
  source: ByteSource,
  limits: ParseLimits,
  rules: StreamRules,
  kinds: YamlKinds,
): AsyncGenerator<readonly StreamItem<Json>[]> {
  const splitter = new YamlSplitter((name) => Object.hasOwn(rules, name));
  const reader = new ChunkReader(limits, rules, kinds);
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
    private readonly rules: StreamRules,
    kinds: YamlKinds,
  ) {
    this.builder = new YamlBuilder(limits, kinds);
    this.maxDepth = Math.min(limits.maxDepth, deepest);
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
    if (Array.isArray(value) && Object.hasOwn(this.rules, name)) return value.map((item) => this.element(name, item));
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
      readAnyStyle(text, this.builder, line, this.maxDepth);
    }
    return this.builder.value;
  }
}
