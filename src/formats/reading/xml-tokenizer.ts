import {
  XmlError,
  isNcName,
  isQualifiedName,
  xmlDeclaration,
  readSimpleTag,
  type XmlAttribute,
  attributeValueOf,
  textOf,
  illegalCharacter,
} from './xml-syntax.js';

export interface XmlHandlers {
  /** An element begins; one without content ends at once. */
  open(name: string, attributes: readonly XmlAttribute[]): void;
  close(name: string): void;
  /** All text between two tags, or a part of it. */
  text(text: string): void;
}

const tagMark = /[>"']/g;
const tagStart = /<([^ \t\n/<>"'=&]+)/y;
const attribute = /[ \t\n]+([^ \t\n=<>"'/&]+)[ \t\n]*=[ \t\n]*(?:"([^"]*)"|'([^']*)')/y;
const tagEnd = /[ \t\n]*(\/?)>$/y;
const blank = /^[ \t\n]*$/;

/**
 * Takes XML apart as it comes in: well-formed or refused (XML 1.0, fifth edition), but without DTDs, and so with no
 * entities but XML's own five. Holds no more than the token at hand. Who calls bounds how long that may be.
 */
export class XmlTokenizer {
  /** What is not read yet begins at `position`, whose line began at `lineStart` and ends at `lineEnd`, -1 if further on. */
  private buffer = '';
  private position = 0;
  private lineStart = 0;
  private lineEnd = -1;
  private lines = 1;
  private heldReturn = false;
  private hasRoot = false;
  private isEnding = false;
  private readonly openElements: string[] = [];
  private readonly ampersand = new NextOccurrence('&');
  private readonly bracket = new NextOccurrence(']');

  constructor(private readonly handlers: XmlHandlers) {}

  /** Of what is read at the moment, from 1. */
  get line(): number {
    return this.lines;
  }

  get column(): number {
    return this.position - this.lineStart + 1;
  }

  /** Characters of the token at hand that have come so far. */
  get pending(): number {
    return this.buffer.length - this.position;
  }

  /** @throws XmlError */
  write(piece: string): void {
    const text = this.withPlainLineEnds(piece);
    // Joined, not added: a sum is kept as a tree, through which every look at a character would go.
    this.buffer = [this.buffer.slice(this.position), text].join('');
    this.lineStart -= this.position;
    this.position = 0;
    this.ampersand.reset();
    this.bracket.reset();
    this.lineEnd = this.buffer.indexOf('\n');
    const bad = illegalCharacter.exec(text);
    if (!bad) {
      this.read();
      return;
    }
    this.buffer = this.buffer.slice(0, this.buffer.length - text.length + bad.index);
    this.read();
    this.moveTo(this.buffer.length);
    throw new XmlError('malformed', 'there is a character that XML cannot hold');
  }

  /** @throws XmlError */
  end(): void {
    this.isEnding = true;
    this.write('');
    if (this.openElements.length > 0)
      throw new XmlError('truncated', `the element <${this.openElements.at(-1)}> is not closed`);
    if (!this.hasRoot) throw new XmlError('malformed', 'there is no root element');
  }

  /** Clause 2.11: a line ends with a line feed, however it is written. */
  private withPlainLineEnds(piece: string): string {
    let text = this.heldReturn ? `\r${piece}` : piece;
    this.heldReturn = !this.isEnding && text.endsWith('\r');
    if (this.heldReturn) text = text.slice(0, -1);
    return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  }

  private read(): void {
    while (
      this.position < this.buffer.length &&
      (this.buffer.charCodeAt(this.position) === 60 ? this.readMarkup() : this.readText())
    );
  }

  private readText(): boolean {
    const next = this.buffer.indexOf('<', this.position);
    if (next < 0 && !this.isEnding) return false;
    const end = next < 0 ? this.buffer.length : next;
    const text = this.buffer.slice(this.position, end);
    if (this.openElements.length === 0 && !blank.test(text))
      throw new XmlError('malformed', 'there is text outside of the root element');
    if (this.openElements.length > 0) this.handlers.text(this.isPlainTo(end) ? text : textOf(text));
    this.moveTo(end);
    return true;
  }

  /** Whether the text from here to there holds nothing to resolve or to refuse. */
  private isPlainTo(end: number): boolean {
    return (
      !this.ampersand.isWithin(this.buffer, this.position, end) &&
      !this.bracket.isWithin(this.buffer, this.position, end)
    );
  }

  /** @returns false where the rest of it has not come yet */
  private readMarkup(): boolean {
    switch (this.buffer[this.position + 1]) {
      case '/':
        return this.readEndTag();
      case '!':
        return this.readDeclaration();
      case '?':
        return this.readInstruction();
      case undefined:
        return this.isWaiting();
      default:
        return this.readSimpleTag() ?? this.readTag();
    }
  }

  private readEndTag(): boolean {
    const { buffer: rest, position: at } = this;
    const name = this.openElements.at(-1);
    const behind = at + 2 + (name?.length ?? 0);
    const isThat = name !== undefined && rest.startsWith(name, at + 2);
    const end = isThat && rest[behind] === '>' ? behind : rest.indexOf('>', at);
    if (end < 0) return this.isWaiting();
    this.openElements.pop();
    if (!isThat || (behind !== end && !blank.test(rest.slice(behind, end))))
      throw new XmlError('malformed', name === undefined ? 'an end tag has no start' : `<${name}> is closed wrongly`);
    this.moveTo(end + 1);
    this.handlers.close(name);
    return true;
  }

  /** @returns undefined for a tag that is not as plain as most */
  private readSimpleTag(): boolean | undefined {
    const tag = readSimpleTag(this.buffer, this.position);
    if (!tag) return undefined;
    checkUnique(tag.attributes);
    return this.start(tag.name, tag.attributes, tag.isEmpty, tag.end);
  }

  private readTag(): boolean {
    const end = this.endOfTag();
    if (end < 0) return this.isWaiting();
    const tag = this.buffer.slice(this.position, end);
    tagStart.lastIndex = 0;
    const name = tagStart.exec(tag)?.[1] ?? '';
    if (!isQualifiedName(name)) throw new XmlError('malformed', 'a tag has no proper name');
    const attributes: XmlAttribute[] = [];
    let read = tagStart.lastIndex;
    for (attribute.lastIndex = read; ; read = attribute.lastIndex) {
      const found = attribute.exec(tag);
      if (!found) break;
      attributes.push({ name: found[1]!, value: attributeValueOf(found[2] ?? found[3]!) });
    }
    tagEnd.lastIndex = read;
    const [all, slash] = tagEnd.exec(tag) ?? [];
    if (all === undefined) throw new XmlError('malformed', `the tag <${name}> holds something else than attributes`);
    checkNames(attributes);
    return this.start(name, attributes, slash === '/', end);
  }

  /** Behind the ">" of the tag at hand; -1 where it has not come yet. */
  private endOfTag(): number {
    const { buffer: rest } = this;
    const next = rest.indexOf('<', this.position + 1);
    tagMark.lastIndex = this.position + 1;
    for (let mark = tagMark.exec(rest); mark && (next < 0 || mark.index < next); mark = tagMark.exec(rest)) {
      if (mark[0] === '>') return tagMark.lastIndex;
      const close = rest.indexOf(mark[0], tagMark.lastIndex);
      if (close < 0) break;
      tagMark.lastIndex = close + 1;
    }
    if (next >= 0) throw new XmlError('malformed', 'a tag is not closed before the next');
    return -1;
  }

  private start(name: string, attributes: readonly XmlAttribute[], isEmpty: boolean, end: number): boolean {
    if (this.openElements.length === 0 && this.hasRoot) throw new XmlError('malformed', 'there are two root elements');
    this.hasRoot = true;
    this.moveTo(end);
    this.openElements.push(name);
    this.handlers.open(name, attributes);
    if (isEmpty) this.handlers.close(this.openElements.pop()!);
    return true;
  }

  private readDeclaration(): boolean {
    const { buffer: rest, position: at } = this;
    if (rest.startsWith('<!--', at)) return this.readComment();
    if (rest.startsWith('<![CDATA[', at)) {
      const end = rest.indexOf(']]>', at);
      if (this.openElements.length === 0) throw new XmlError('malformed', 'there is CDATA outside of the root element');
      if (end < 0) return this.isWaiting();
      this.handlers.text(rest.slice(at + 9, end));
      this.moveTo(end + 3);
      return true;
    }
    if (rest.startsWith('<!DOCTYPE', at))
      throw new XmlError('dtd_forbidden', 'A document type declaration (DTD) is not allowed');
    if (['<!--', '<![CDATA[', '<!DOCTYPE'].some((start) => start.startsWith(rest.slice(at)))) return this.isWaiting();
    throw new XmlError('malformed', 'there is a declaration that is none');
  }

  private readComment(): boolean {
    const dashes = this.buffer.indexOf('--', this.position + 4);
    if (dashes < 0 || dashes + 2 >= this.buffer.length) return this.isWaiting();
    if (this.buffer[dashes + 2] !== '>') throw new XmlError('malformed', 'a comment holds two dashes');
    this.moveTo(dashes + 3);
    return true;
  }

  private readInstruction(): boolean {
    const end = this.buffer.indexOf('?>', this.position + 2);
    if (end < 0) return this.isWaiting();
    const text = this.buffer.slice(this.position + 2, end);
    const [target = ''] = text.split(/[ \t\n]/, 1);
    const isFirst = this.lines === 1 && this.column === 1 && !this.hasRoot;
    if (!(target === 'xml' && isFirst ? xmlDeclaration.test(text) : isNcName(target) && !/^xml$/i.test(target)))
      throw new XmlError('malformed', 'a processing instruction or XML declaration is none');
    this.moveTo(end + 2);
    return true;
  }

  private isWaiting(): false {
    if (this.isEnding) throw new XmlError('truncated', 'the document ends within a tag, comment or text');
    return false;
  }

  private moveTo(end: number): void {
    while (this.lineEnd >= 0 && this.lineEnd < end) {
      this.lines += 1;
      this.lineStart = this.lineEnd + 1;
      this.lineEnd = this.buffer.indexOf('\n', this.lineStart);
    }
    this.position = end;
  }
}

/** Where a character comes next in a text that is read forwards: looked for once, not in each part of the text. */
class NextOccurrence {
  private index = -1;

  constructor(private readonly character: string) {}

  /** The text is another one. */
  reset(): void {
    this.index = -1;
  }

  isWithin(text: string, from: number, end: number): boolean {
    if (this.index < from) {
      const next = text.indexOf(this.character, from);
      this.index = next < 0 ? text.length : next;
    }
    return this.index < end;
  }
}

function checkNames(attributes: readonly XmlAttribute[]): void {
  const wrong = attributes.find(({ name }) => !isQualifiedName(name));
  if (wrong) throw new XmlError('malformed', `"${wrong.name.slice(0, 80)}" is no name of an attribute`);
  checkUnique(attributes);
}

function checkUnique(attributes: readonly XmlAttribute[]): void {
  if (attributes.length > 1 && hasDuplicates(attributes))
    throw new XmlError('malformed', 'a tag has an attribute twice');
}

/** A set for each tag would take longer than to compare the few names that most have. */
function hasDuplicates(attributes: readonly XmlAttribute[]): boolean {
  if (attributes.length > 8) return new Set(attributes.map(({ name }) => name)).size < attributes.length;
  for (let index = 1; index < attributes.length; index++)
    for (let other = 0; other < index; other++) if (attributes[index]!.name === attributes[other]!.name) return true;
  return false;
}
