import type { Json, JsonObject } from '../../model/document.js';
import { defineMember, pointerToken } from '../../model/json.js';
import { type ParseLimits, FormatError } from '../format.js';
import { JsonValueScanner, type JsonValueOptions, JsonValueReader } from './json-value.js';
import { type StreamItem, type StreamRules, largeElementLength } from './stream-items.js';

/** An object or array whose members or elements are cut out one at a time. */
interface Frame {
  readonly kind: 'object' | 'array';
  /** Rules for the members (object) or for the elements' members (array). */
  readonly rules: StreamRules;
  readonly name: string;
  readonly place: string;
  /** What comes next: a value, or what may stand around values. */
  expects: 'first' | 'key' | 'colon' | 'value' | 'separator';
  /** The member's name whose value comes next, or the count of elements so far. */
  key: string;
  count: number;
  /** Objects only: members that are no streamed list, and all names seen. */
  readonly own: JsonObject;
  readonly seen: Set<string>;
}

/**
 * Cuts a JSON document, given piece by piece, into the elements of its streamed lists and its other members. Between
 * the cuts it only follows strings and brackets; each cut is read by `JsonUnits`, mostly with the native `JSON.parse`.
 */
export class JsonSplitter {
  private text = '';
  private position = 0;
  private readonly frames: Frame[] = [];
  private readonly scanner = new JsonValueScanner();
  private readonly values: JsonValueReader;
  /** Text of the value being scanned that came with earlier pieces. */
  private pieces: string[] = [];
  private piecesLength = 0;
  private isRootComplete = false;
  private items: StreamItem<Json>[] = [];

  constructor(
    private readonly limits: ParseLimits,
    private readonly rules: StreamRules,
    options: JsonValueOptions,
  ) {
    this.values = new JsonValueReader(limits, options);
  }

  /** @returns what the new piece completed, in document order */
  write(piece: string): readonly StreamItem<Json>[] {
    this.text = piece;
    this.position = 0;
    this.items = [];
    while (this.position < this.text.length) this.step();
    return this.items;
  }

  /** @throws FormatError `truncated` where the document is not complete */
  end(): void {
    if (this.isRootComplete) return;
    const frame = this.frames.at(-1);
    if (frame === undefined) throw new FormatError('malformed', 'The file is empty: no JSON document');
    throw new FormatError('truncated', 'The JSON document ends before it is complete', this.currentPlace(frame));
  }

  private step(): void {
    const frame = this.frames.at(-1);
    if (this.scanner.isOpen) return this.continueValue(frame!);
    this.skipSpace();
    if (this.position >= this.text.length) return;
    const character = this.text[this.position]!;
    if (frame === undefined) return this.root(character);
    if (frame.expects === 'value' || (frame.expects === 'first' && frame.kind === 'array' && character !== ']'))
      return this.startValue(frame, character);
    this.position += 1;
    switch (frame.expects) {
      case 'first':
        if (character === (frame.kind === 'object' ? '}' : ']')) return this.close(frame);
        return this.startKey(frame, character);
      case 'key':
        return this.startKey(frame, character);
      case 'colon':
        if (character !== ':') throw this.unexpected(frame, character, '":"');
        frame.expects = 'value';
        return;
      case 'separator':
        if (character === ',') frame.expects = frame.kind === 'object' ? 'key' : 'value';
        else if (character === (frame.kind === 'object' ? '}' : ']')) this.close(frame);
        else throw this.unexpected(frame, character, frame.kind === 'object' ? '"," or "}"' : '"," or "]"');
    }
  }

  private root(character: string): void {
    if (this.isRootComplete)
      throw new FormatError('malformed', 'Something follows after the end of the JSON document', 'end of document');
    if (character !== '{')
      throw new FormatError('malformed', `A JSON object must stand at the top, not ${JSON.stringify(character)}`);
    this.position += 1;
    this.open('object', this.rules, { name: '', place: '' });
  }

  private open(kind: Frame['kind'], rules: StreamRules, where: { name: string; place: string }): void {
    if (this.frames.length >= this.limits.maxDepth)
      throw new FormatError('too_deep', `Nesting is deeper than the limit of ${this.limits.maxDepth}`, where.place);
    this.frames.push({ kind, rules, ...where, expects: 'first', key: '', count: 0, own: {}, seen: new Set() });
  }

  private close(frame: Frame): void {
    this.frames.pop();
    if (this.frames.length === 0) this.isRootComplete = true;
    else if (frame.kind === 'object')
      this.items.push({ kind: 'close', name: frame.name, place: frame.place, value: frame.own });
    this.afterValue();
  }

  private afterValue(): void {
    const frame = this.frames.at(-1);
    if (frame === undefined) return;
    frame.expects = 'separator';
    frame.count += 1;
  }

  private startKey(frame: Frame, character: string): void {
    if (character !== '"') throw this.unexpected(frame, character, 'a member name in double quotes');
    this.position -= 1;
    frame.expects = 'key';
    this.beginScan();
    this.continueValue(frame);
  }

  private startValue(frame: Frame, character: string): void {
    frame.expects = 'value';
    if (frame.kind === 'array') frame.key = String(frame.count);
    const rules = frame.kind === 'object' && Object.hasOwn(frame.rules, frame.key) ? frame.rules[frame.key] : undefined;
    if (rules !== undefined && character === '[') {
      this.position += 1;
      this.open('array', rules, { name: frame.key, place: this.currentPlace(frame) });
      return;
    }
    this.beginScan();
    this.continueValue(frame);
  }

  private beginScan(): void {
    this.scanner.begin(this.frames.length);
    this.pieces = [];
    this.piecesLength = 0;
  }

  /** Goes on with the key or value at hand, to its end or to the end of the text. */
  private continueValue(frame: Frame): void {
    const start = this.position;
    const end = this.scanner.scan(this.text, start);
    this.position = end;
    if (this.scanner.isOpen) {
      this.pieces.push(this.text.slice(start, end));
      this.piecesLength += end - start;
      if (this.scanner.maxDepthSeen > this.limits.maxDepth) this.value(frame, this.pieces.join(''));
      else if (this.piecesLength > largeElementLength) this.openOrRefuseLargeValue(frame);
      return;
    }
    const slice = this.text.slice(start, end);
    const text = this.pieces.length === 0 ? slice : this.pieces.join('') + slice;
    if (frame.expects === 'key') this.key(frame, text);
    else this.value(frame, text);
  }

  private key(frame: Frame, text: string): void {
    const key = this.values.read(text, this.scanner, frame.place) as string;
    if (key.length > this.limits.maxNameLength)
      throw this.tooLong('A member name', this.limits.maxNameLength, frame.place);
    if (frame.seen.has(key))
      throw new FormatError(
        'duplicate_key',
        `The member ${JSON.stringify(key)} stands twice`,
        this.childPlace(frame, key),
      );
    frame.seen.add(key);
    frame.key = key;
    frame.expects = 'colon';
  }

  private value(frame: Frame, text: string): void {
    const place = this.currentPlace(frame);
    const value = this.values.read(text, this.scanner, place);
    this.pieces = [];
    if (frame.kind === 'array') this.items.push({ kind: 'element', name: frame.name, place, value });
    else if (this.frames.length === 1) this.items.push({ kind: 'member', name: frame.key, place, value });
    else defineMember(frame.own, frame.key, value);
    this.afterValue();
  }

  /** The value at hand has grown too long to be held: open it where rules allow, or refuse it. */
  private openOrRefuseLargeValue(frame: Frame): void {
    const place = this.currentPlace(frame);
    if (frame.kind === 'array' && Object.keys(frame.rules).length > 0 && this.pieces[0]!.startsWith('{')) {
      this.items.push({ kind: 'open', name: frame.name, place, value: null });
      this.scanner.abandon();
      this.text = this.pieces.join('') + this.text.slice(this.position);
      this.position = 1;
      this.open('object', frame.rules, { name: frame.name, place });
    } else if (this.piecesLength > this.limits.maxElementLength) {
      throw this.tooLong('One element', this.limits.maxElementLength, place);
    }
  }

  private tooLong(what: string, limit: number, place: string): FormatError {
    return new FormatError('limit', `${what} is longer than the limit of ${limit} characters`, place);
  }

  private skipSpace(): void {
    const { text } = this;
    let { position: at } = this;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) break;
    }
    this.position = at;
  }

  private currentPlace(frame: Frame): string {
    return this.childPlace(frame, frame.kind === 'array' ? String(frame.count) : frame.key);
  }

  private childPlace(frame: Frame, key: string): string {
    return frame.place + pointerToken(key);
  }

  private unexpected(frame: Frame, found: string, expected: string): FormatError {
    return new FormatError(
      'malformed',
      `This is no valid JSON: ${JSON.stringify(found)} stands where ${expected} should`,
      this.currentPlace(frame),
    );
  }
}
