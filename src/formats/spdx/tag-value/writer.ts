import type { Json, JsonObject } from '../../../model/document.js';
import { listOfKind, type SpdxElement } from '../document/elements.js';
import { type Tag, type TagElementKind, tagsOfElement } from './tags.js';

type OnLoss = (what: string) => void;

/** The lines of an element, with an empty line before it. */
export function writeTags({ kind, data }: SpdxElement, onLoss: OnLoss): string {
  const writer = new TagWriter(onLoss);
  if (kind === 'relationship') writer.relationship(data);
  else if (kind === 'external-document') writer.externalDocument(data);
  else if (kind === 'review') writer.review(data);
  else if (kind !== 'describes') writer.element(kind, data);
  return writer.text;
}

class TagWriter {
  text = '';

  constructor(private readonly onLoss: OnLoss) {}

  relationship({ spdxElementId, relationshipType, relatedSpdxElement, comment }: JsonObject): void {
    this.line('Relationship', `${spdxElementId} ${relationshipType} ${relatedSpdxElement}`);
    if (typeof comment === 'string') this.longText('RelationshipComment', comment);
  }

  externalDocument({ externalDocumentId, spdxDocument, checksum }: JsonObject): void {
    const { algorithm, checksumValue } = checksum as JsonObject;
    this.line('ExternalDocumentRef', `${externalDocumentId} ${spdxDocument} ${algorithm}: ${checksumValue}`);
  }

  /** Written as annotation: current readers do not know the tags of reviews. */
  review({ reviewer, reviewDate, comment }: JsonObject): void {
    this.element('annotation', {
      annotator: reviewer ?? 'Person: unknown',
      annotationDate: reviewDate!,
      annotationType: 'REVIEW',
      comment: comment ?? '',
    });
  }

  element(kind: TagElementKind, data: JsonObject): void {
    if (kind !== 'document') this.text += '\n';
    for (const tag of tagsOfElement[kind]) {
      const holder = tag.holder === undefined ? data : (data[tag.holder] as JsonObject | undefined);
      const value = tag.isOld ? undefined : holder?.[tag.member];
      if (value !== undefined) this.tag(tag, value);
    }
    const written = writtenMembers.get(kind)!;
    for (const name in data) if (!written.has(name)) this.onLoss(name);
    for (const annotation of listIn(data.annotations))
      this.element('annotation', { ...(annotation as JsonObject), SPDXREF: data.SPDXID! });
    if (kind === 'annotation' && data.SPDXREF === undefined) this.line('SPDXREF', 'SPDXRef-DOCUMENT');
  }

  private tag({ name, form }: Tag, value: Json): void {
    if (form === 'line' || form === 'boolean') this.line(name, String(value));
    else if (form === 'text') this.longText(name, String(value));
    else if (form === 'purpose') this.line(name, String(value).replaceAll('_', '-'));
    else if (form === 'verification-code') this.verificationCode(name, value as JsonObject);
    else for (const item of listIn(value)) this.item(name, form, item);
  }

  private item(name: string, form: Tag['form'], item: Json): void {
    if (form === 'lines') this.line(name, String(item));
    else if (form === 'texts') this.longText(name, String(item));
    else if (form === 'checksums') this.line(name, checksum(item as JsonObject));
    else if (form === 'external-ref') this.externalRef(name, item as JsonObject);
    else if (form === 'byte-range') this.range(name, 'offset', item as JsonObject);
    else if (form === 'line-range') this.range(name, 'lineNumber', item as JsonObject);
  }

  private externalRef(name: string, { referenceCategory, referenceType, referenceLocator, comment }: JsonObject): void {
    // Only the JSON schema of SPDX 2.2 has "_" in the category.
    const category = String(referenceCategory).replaceAll('_', '-');
    this.line(name, `${category} ${referenceType} ${referenceLocator}`);
    if (typeof comment === 'string') this.longText('ExternalRefComment', comment);
  }

  /** Commas separate the names of excluded files: one within a name would make two of it. */
  private verificationCode(name: string, code: JsonObject): void {
    const files = listIn(code.packageVerificationCodeExcludedFiles).map(String);
    if (files.some((file) => file.includes(','))) this.onLoss(name);
    const excluded = files.map((file) => file.replaceAll(',', '_')).join(', ');
    this.line(name, `${code.packageVerificationCodeValue}${excluded === '' ? '' : ` (excludes: ${excluded})`}`);
  }

  private range(name: string, unit: string, { startPointer, endPointer }: JsonObject): void {
    const start = (startPointer as JsonObject)[unit];
    const end = (endPointer as JsonObject)[unit];
    if (start !== undefined && end !== undefined) this.line(name, `${String(start)}:${String(end)}`);
    else if (!hasRange(startPointer as JsonObject, endPointer as JsonObject)) this.onLoss('ranges');
  }

  private line(tag: string, value: string): void {
    const text = breaksOut.test(value) ? value.replace(lineBreaks, ' ').replace(/^\s*<text>/, '< text>') : value;
    if (text !== value) this.onLoss(tag);
    this.text += `${tag}: ${text}\n`;
  }

  private longText(tag: string, value: string): void {
    if (value === 'NOASSERTION' || value === 'NONE') {
      this.line(tag, value);
      return;
    }
    const text = needsEscape.test(value) ? value.replace(/\r\n?/g, '\n').replaceAll('</text>', '</ text>') : value;
    if (text !== value) this.onLoss(value.includes('</text>') ? '</text>' : 'carriage return');
    this.text += `${tag}: <text>${text}</text>\n`;
  }
}

/** Whether one of the two tags can say it. */
const hasRange = (start: JsonObject, end: JsonObject): boolean =>
  ['offset', 'lineNumber'].some((unit) => start[unit] !== undefined && end[unit] !== undefined);

/** What ends the line of a value, or makes a text of it that goes on below. */
const breaksOut = /[\r\n]|^\s*<text>/;
const lineBreaks = /[\r\n]+/g;
const needsEscape = /\r|<\/text>/;

/** Members of each element that are written. */
const writtenMembers: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(tagsOfElement).map(([kind, tags]) => [
    kind,
    new Set(['annotations', ...tags.filter(({ isOld }) => !isOld).map(({ holder, member }) => holder ?? member)]),
  ]),
);

const listIn = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

const checksum = ({ algorithm, checksumValue }: JsonObject): string => `${algorithm}: ${checksumValue}`;

/** A comment before the first element of each kind. */
export function heading(kind: SpdxElement['kind']): string {
  return kind in listOfKind ? `\n##### ${listOfKind[kind as keyof typeof listOfKind]}\n` : '';
}
