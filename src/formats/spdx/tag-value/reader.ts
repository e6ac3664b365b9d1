import type { BomWarning, JsonObject } from '../../../model/document.js';
import { FormatError } from '../../format.js';
import type { SpdxElement } from '../document/elements.js';
import { documentId } from '../../shared/spdx-identifiers.js';
import type { TagLine } from './lines.js';
import { firstTags, type Tag, type TagElementKind, tagsByName } from './tags.js';
import { addValue, appendTo } from './values.js';

/** An element whose tags are being read. */
interface OpenElement {
  readonly kind: TagElementKind;
  readonly data: JsonObject;
  readonly place: string;
}

/** An element stays open for this many elements inside of it. */
const maxDeferred = 1_000;

/** Makes elements of tags: each has the tags that follow its first one. */
export class TagValueReader {
  private readonly document: OpenElement = { kind: 'document', data: {}, place: 'line 1' };
  /** The open package, file, snippet, licence or review. */
  private current: OpenElement | null = null;
  private annotation: OpenElement | null = null;
  private relationship: OpenElement | null = null;
  /** SPDXID of the package of the files that follow, or empty. */
  private packageId = '';
  private elements: SpdxElement[] = [];
  /** Elements to emit after `current`. */
  private deferred: SpdxElement[] = [];

  /** Line of the current tag. */
  private line = 1;

  constructor(private readonly onWarning: (warning: BomWarning) => void) {}

  /** @throws FormatError `invalid`: a second SPDXVersion, a second SPDXID of the document */
  read({ tag: name, value, line }: TagLine): void {
    this.line = line;
    if (name !== 'RelationshipComment') this.endRelationship();
    const tag = tagsByName.get(name);
    if (name === 'SPDXID' && this.annotation && this.annotation.data.SPDXREF === undefined) {
      // In SPDX 2.0 the SPDXID names the annotated element.
      this.annotation.data.SPDXREF = value;
      return;
    }
    if (tag?.element !== 'annotation') this.endAnnotation();
    const begun = firstTags.get(name);
    if (begun !== undefined) this.begin({ kind: begun, data: {}, place: this.place });
    if (name === 'SPDXID') this.readId(value);
    else if (tag !== undefined) this.readTag(tag, value);
    else this.readOther(name, value);
  }

  /** The complete elements. */
  take(): readonly SpdxElement[] {
    const pieces = this.elements;
    this.elements = [];
    return pieces;
  }

  end(): readonly SpdxElement[] {
    this.endRelationship();
    this.endAnnotation();
    this.endCurrent();
    if (Object.keys(this.document.data).length > 0) this.push(this.document);
    return this.take();
  }

  private begin(element: OpenElement): void {
    if (element.kind === 'annotation') {
      this.endAnnotation();
      this.annotation = element;
      return;
    }
    this.endCurrent();
    this.current = element;
  }

  private readTag(tag: Tag, value: string): void {
    const element = this.elementOf(tag);
    if (element === null) this.warn(`${tag.name} is outside of its element; it was skipped`);
    else this.add(element, tag, value);
  }

  private elementOf(tag: Tag): OpenElement | null {
    if (tag.element === 'document') return this.document;
    const open = tag.element === 'annotation' ? this.annotation : this.current;
    return open?.kind === tag.element ? open : null;
  }

  private add({ data }: OpenElement, tag: Tag, value: string): void {
    const fault = addValue(data, tag, value);
    if (fault === undefined) return;
    if (tag.name === 'SPDXVersion') throw new FormatError('invalid', 'SPDXVersion occurs twice', this.place);
    this.warn(`${tag.name} ${fault}`);
  }

  private readId(value: string): void {
    const element = this.current ?? this.document;
    if (element.data.SPDXID === undefined) element.data.SPDXID = value;
    else throw new FormatError('invalid', 'An element has two SPDXIDs', this.place);
  }

  private readOther(name: string, value: string): void {
    if (name === 'Relationship') this.readRelationship(value);
    else if (name === 'RelationshipComment' && this.relationship) this.relationship.data.comment = value;
    else if (name === 'ExternalRefComment') this.readReferenceComment(value);
    else if (name === 'ExternalDocumentRef') this.readExternalDocument(value);
    else this.warn(`The tag ${name.slice(0, 80)} is unknown; it was skipped`);
  }

  private readRelationship(value: string): void {
    const [from, type, to, more] = value.split(/\s+/);
    if (to === undefined || more !== undefined)
      this.warn('A Relationship must be two SPDXIDs with a type between them; it was skipped');
    else {
      const data = { spdxElementId: from!, relationshipType: type!, relatedSpdxElement: to };
      this.relationship = { kind: 'document', data, place: this.place };
    }
  }

  private readReferenceComment(comment: string): void {
    const refs = this.current?.data.externalRefs;
    const last = Array.isArray(refs) ? (refs.at(-1) as JsonObject) : undefined;
    if (last) last.comment = comment;
    else this.warn('ExternalRefComment does not follow an ExternalRef; it was skipped');
  }

  private readExternalDocument(value: string): void {
    const found = /^(\S+)\s+(\S+)\s+([\w-]+):\s*([0-9a-fA-F]+)$/.exec(value);
    if (!found) {
      this.warn('An ExternalDocumentRef must be a DocumentRef, a URI and a checksum; it was skipped');
      return;
    }
    const [, externalDocumentId, spdxDocument, algorithm, checksumValue] = found as unknown as string[];
    const checksum = { algorithm: algorithm!, checksumValue: checksumValue! };
    const data = { externalDocumentId: externalDocumentId!, spdxDocument: spdxDocument!, checksum };
    this.defer({ kind: 'external-document', data, place: this.place });
  }

  private endRelationship(): void {
    if (this.relationship) this.defer({ ...this.relationship, kind: 'relationship' });
    this.relationship = null;
  }

  /** An annotation of the current element belongs to it; any other names its element. */
  private endAnnotation(): void {
    if (!this.annotation) return;
    const { data, place } = this.annotation;
    this.annotation = null;
    const { SPDXREF: target, ...rest } = data;
    const element = this.current;
    if (element !== null && target !== undefined && target === element.data.SPDXID) {
      appendTo(element.data, 'annotations', rest);
    } else {
      const isOwn = target === undefined || target === (this.document.data.SPDXID ?? documentId);
      this.defer({ kind: 'annotation', data: isOwn ? rest : data, place });
    }
  }

  private endCurrent(): void {
    const element = this.current;
    this.current = null;
    if (element === null) return;
    this.push(element);
    for (const piece of this.deferred) this.elements.push(piece);
    this.deferred = [];
    const id = typeof element.data.SPDXID === 'string' ? element.data.SPDXID : '';
    if (element.kind === 'package') this.packageId = element.data.filesAnalyzed === false ? '' : id;
    if (element.kind !== 'file' || this.packageId === '' || id === '') return;
    const contains = { spdxElementId: this.packageId, relationshipType: 'CONTAINS', relatedSpdxElement: id };
    this.elements.push({ kind: 'relationship', data: contains, place: element.place });
  }

  private defer(piece: SpdxElement): void {
    if (this.current === null) {
      this.elements.push(piece);
      return;
    }
    this.deferred.push(piece);
    if (this.deferred.length >= maxDeferred) this.endCurrent();
  }

  private get place(): string {
    return `line ${this.line}`;
  }

  private warn(message: string): void {
    this.onWarning({ place: this.place, message });
  }

  private push({ kind, data, place }: OpenElement): void {
    this.elements.push({ kind, data, place });
  }
}
