import type { Json, JsonObject } from '../../model/document.js';
import { defineMember } from '../../model/json.js';
import { FormatError, type ParseLimits } from '../format.js';
import { storableText } from '../../model/text.js';

/**
 * What an unquoted scalar may be. To YAML the versions `1.10` and `1e3` are numbers and `no` is false, so a value is a
 * number or a boolean only under the members that the format defines so. Everything else is a string, in which the
 * words for null are null: a version of null is unknown. `text` (names) keeps even those as they stand.
 */
export type YamlKind = 'text' | 'string' | 'number' | 'boolean';

/** `parent` is the name of the member around the mapping that holds `key`; empty at the root. */
export type YamlKinds = (key: string, parent: string) => YamlKind;

const numberPattern = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;
const booleans = new Map([
  ['true', true],
  ['True', true],
  ['TRUE', true],
  ['false', false],
  ['False', false],
  ['FALSE', false],
]);
const nulls = new Set(['null', 'Null', 'NULL', '~']);

/** The value of an unquoted scalar (YAML 1.2.2, 10.3, confined to what `kind` allows). */
export function plainScalar(text: string, kind: YamlKind): Json {
  if (text === '') return null;
  if (kind === 'text') return text;
  if (text.length <= 4 && nulls.has(text)) return null;
  if (kind === 'boolean') return booleans.get(text) ?? text;
  if (kind === 'number' && text.length <= 32 && numberPattern.test(text)) {
    const value = Number(text);
    return Number.isFinite(value) ? value : text;
  }
  return text;
}

/**
 * The kinds of a format from lists of member names; a name may be confined to a parent ("energyProvided.value", and
 * ".version" at the root), which then comes before the bare name.
 */
export function yamlKinds(lists: Partial<Record<YamlKind, readonly string[]>>): YamlKinds {
  const kinds = new Map<string, YamlKind>();
  for (const [kind, names] of Object.entries(lists)) for (const name of names) kinds.set(name, kind as YamlKind);
  const confined = new Set([...kinds.keys()].filter((name) => name.includes('.')).map((name) => name.split('.')[1]));
  return (key, parent) => (confined.has(key) && kinds.get(`${parent}.${key}`)) || (kinds.get(key) ?? 'string');
}

const maxAnchors = 5_000;
const maxAliases = 5_000;
/** What aliases and merge keys may add: one for each value and one for each 64 characters of a string. */
const maxExpansion = 200_000;

interface Frame {
  /** The collection that is being filled. */
  readonly value: Json[] | JsonObject;
  /** Name of the member that this collection is the value of, or stands in the list of; and the name around that. */
  readonly name: string;
  readonly parentName: string;
  readonly anchor: string;
  /** Members that came from merge keys and give way to written ones. */
  merged: Set<string> | null;
  key: string | null;
  isMerge: boolean;
}

/**
 * Builds JSON values from the nodes of YAML text, in the order of the text: a member's name and value are two nodes.
 * Anchors live as long as the builder, so that they reach over the pieces of one document. Aliases are copied: no two
 * places share an object, and what they add is limited. Throws `FormatError` without a place.
 */
export class YamlBuilder {
  private readonly anchors = new Map<string, Json | undefined>();
  private aliases = 0;
  private expanded = 0;
  private frames: Frame[] = [];
  private name = '';
  private root: Json | undefined;
  private cleaned = false;

  constructor(
    private readonly limits: ParseLimits,
    private readonly kinds: YamlKinds,
  ) {}

  /** Forgets an unfinished value and starts a new one; `name` is the member that a list at the root is the value of. */
  begin(name: string): void {
    this.frames.length = 0;
    this.name = name;
    this.root = undefined;
    this.cleaned = false;
  }

  /** The finished value; undefined where there was none. */
  get value(): Json | undefined {
    return this.root;
  }

  /** Whether a string held what is no text, and was changed. */
  get wasCleaned(): boolean {
    return this.cleaned;
  }

  get isOpen(): boolean {
    return this.frames.length > 0;
  }

  open(value: Json[] | JsonObject, anchor = ''): void {
    if (this.frames.length >= this.limits.maxDepth) throw depthError(this.limits.maxDepth);
    const outer = this.frames.at(-1);
    if (outer && isAtKey(outer)) throw invalidError('A list or mapping as a member name');
    if (anchor !== '') this.declareAnchor(anchor);
    const name = outer ? (outer.key ?? outer.name) : this.name;
    const parentName = outer ? (outer.key === null ? outer.parentName : outer.name) : '';
    this.frames.push({ value, name, parentName, anchor, merged: null, key: null, isMerge: false });
  }

  close(): void {
    const frame = this.frames.pop()!;
    if (frame.anchor !== '') this.anchors.set(frame.anchor, frame.value);
    this.add(frame.value);
  }

  /** `isPlain`: neither quoted nor tagged as a string. */
  scalar(text: string, isPlain: boolean, anchor = ''): void {
    if (text.length > this.limits.maxStringLength) {
      throw new FormatError('limit', `A string is longer than ${this.limits.maxStringLength} characters`);
    }
    if (anchor !== '') this.declareAnchor(anchor);
    if (!isPlain && (!text.isWellFormed() || text.includes('\0'))) {
      text = storableText(text);
      this.cleaned = true;
    }
    const frame = this.frames.at(-1);
    if (frame && isAtKey(frame)) {
      if (anchor !== '') this.anchors.set(anchor, text);
      this.readKey(frame, text, isPlain);
      return;
    }
    const value = isPlain ? plainScalar(text, this.kindOf(frame)) : text;
    if (anchor !== '') this.anchors.set(anchor, value);
    this.add(value);
  }

  alias(anchor: string): void {
    if (++this.aliases > maxAliases) throw new FormatError('alias_limit', `More than ${maxAliases} YAML aliases`);
    const value = this.anchors.get(anchor);
    if (value === undefined) {
      throw new FormatError('malformed', `The YAML alias *${anchor.slice(0, 80)} has no anchor before it`);
    }
    const frame = this.frames.at(-1);
    if (!frame || !isAtKey(frame)) this.add(this.copy(value, this.frames.length));
    else if (typeof value === 'string') this.readKey(frame, value, false);
    else throw invalidError('A list or mapping as a member name');
  }

  private kindOf(frame: Frame | undefined): YamlKind {
    if (!frame) return 'string';
    return frame.key === null ? this.kinds(frame.name, frame.parentName) : this.kinds(frame.key, frame.name);
  }

  private readKey(frame: Frame, key: string, isPlain: boolean): void {
    if (key.length > this.limits.maxNameLength) {
      throw new FormatError('limit', `A member name is longer than ${this.limits.maxNameLength} characters`);
    }
    if (Object.hasOwn(frame.value, key) && !frame.merged?.delete(key)) {
      throw new FormatError('duplicate_key', `The member "${key.slice(0, 80)}" is given twice`);
    }
    frame.isMerge = isPlain && key === '<<';
    frame.key = key;
  }

  private add(value: Json): void {
    const frame = this.frames.at(-1);
    if (!frame) {
      this.root = value;
    } else if (Array.isArray(frame.value)) {
      frame.value.push(value);
    } else {
      if (frame.isMerge) merge(frame, frame.value, value);
      else defineMember(frame.value, frame.key!, value);
      frame.key = null;
    }
  }

  private declareAnchor(anchor: string): void {
    this.anchors.set(anchor, undefined);
    if (this.anchors.size > maxAnchors) throw new FormatError('alias_limit', `More than ${maxAnchors} YAML anchors`);
  }

  private copy(value: Json, depth: number): Json {
    this.expanded += typeof value === 'string' ? 1 + (value.length >> 6) : 1;
    if (this.expanded > maxExpansion) {
      throw new FormatError('alias_limit', `YAML aliases add more than ${maxExpansion} values`);
    }
    if (value === null || typeof value !== 'object') return value;
    if (depth >= this.limits.maxDepth) throw depthError(this.limits.maxDepth);
    if (Array.isArray(value)) return value.map((item) => this.copy(item, depth + 1));
    const copied: JsonObject = {};
    for (const [key, member] of Object.entries(value)) defineMember(copied, key, this.copy(member, depth + 1));
    return copied;
  }
}

const isAtKey = (frame: Frame): boolean => frame.key === null && !Array.isArray(frame.value);

/** https://yaml.org/type/merge.html: a written member wins over a merged one, an earlier source over a later. */
function merge(frame: Frame, target: JsonObject, source: Json): void {
  for (const one of Array.isArray(source) ? source : [source]) {
    if (one === null || typeof one !== 'object' || Array.isArray(one))
      throw invalidError('A merge of what is no mapping');
    for (const [key, value] of Object.entries(one)) {
      if (Object.hasOwn(target, key)) continue;
      defineMember(target, key, value);
      (frame.merged ??= new Set()).add(key);
    }
  }
}

const invalidError = (what: string): FormatError => new FormatError('invalid', `${what} is not accepted`);
const depthError = (limit: number): FormatError => new FormatError('too_deep', `Nested deeper than ${limit} levels`);
