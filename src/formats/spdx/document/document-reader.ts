import { isNameless, type BomEvent, type BomHeader, type JsonObject, type PartKind } from '../../../model/document.js';
import { FormatError, type ParseLimits } from '../../format.js';
import { identityOf } from '../../shared/document-identity.js';
import { RefSet } from '../../shared/ref-set.js';
import { packageToComponent } from '../mapping/packages.js';
import { headWarnings } from './head-warnings.js';
import type { ElementKind, SpdxElement } from './elements.js';
import { documentId } from '../../shared/spdx-identifiers.js';
import { RelationshipReader } from './relationship-reader.js';
import { readSpdx2Versions } from './versions.js';

/**
 * Converts the elements of an SPDX 2.x document to neutral events, for all encodings.
 *
 * @throws FormatError `unsupported_version`, `invalid` (two documents), `limit`
 */
export async function* readElements(
  elements: AsyncIterable<readonly SpdxElement[]>,
  limits: ParseLimits,
): AsyncIterable<readonly BomEvent[]> {
  const reader = new Spdx2Reader(limits);
  for await (const batch of elements) {
    for (const piece of batch) reader.add(piece);
    const events = reader.takeEvents();
    if (events.length > 0) yield events;
  }
  reader.end();
  yield reader.takeEvents();
}

/** Kinds that become parts unchanged, and the member with their id. */
const parts: ReadonlyMap<ElementKind, { readonly kind: PartKind; readonly ref: string }> = new Map([
  ['external-document', { kind: 'external-document', ref: 'externalDocumentId' }],
  ['extracted-license', { kind: 'extracted-license', ref: 'licenseId' }],
  ['file', { kind: 'file', ref: 'SPDXID' }],
  ['snippet', { kind: 'snippet', ref: 'SPDXID' }],
  ['review', { kind: 'review', ref: '' }],
]);

class Spdx2Reader {
  private events: BomEvent[] = [];
  private readonly elements = new RefSet();
  private readonly relationships: RelationshipReader;
  private unnamedCount = 0;
  private packageCount = 0;
  private hasDocument = false;

  constructor(private readonly limits: ParseLimits) {
    this.relationships = new RelationshipReader(limits, this.elements, (event) => this.events.push(event));
  }

  takeEvents(): BomEvent[] {
    const events = this.events;
    this.events = [];
    return events;
  }

  add(element: SpdxElement): void {
    const { kind, data, place } = element;
    if (kind === 'package') this.addPackage(data, place);
    else if (kind === 'relationship') this.relationships.add(data, place);
    else if (kind === 'describes') this.relationships.addDescribed(data);
    else if (kind === 'document') this.addDocument(data, place);
    else if (kind === 'annotation') this.addAnnotation(data);
    else this.addPart(kind, data, place);
  }

  end(): void {
    if (!this.hasDocument) throw new FormatError('invalid', 'The SPDX document has no "spdxVersion"');
    this.relationships.end(this.packageCount);
  }

  private addDocument(data: JsonObject, place: string): void {
    if (this.hasDocument) throw new FormatError('invalid', 'The file has more than one SPDX document', place);
    this.hasDocument = true;
    const header = readHeader(data, place);
    const ownId = typeof data.SPDXID === 'string' && data.SPDXID !== '' ? data.SPDXID : documentId;
    if (!this.elements.add(ownId)) this.warn(place, `The document has the SPDXID ${quoted(ownId)} of another element`);
    this.relationships.setDocumentId(ownId);
    this.events.push({ type: 'header', header });
    if (header.specVersion === '1.2') return;
    for (const { pointer, message } of headWarnings(data))
      this.warn(place.startsWith('/') ? place.replace(/\/$/, '') + pointer || '/' : place, message);
  }

  private addPackage(data: JsonObject, place: string): void {
    this.packageCount += 1;
    if (this.packageCount > this.limits.maxComponents)
      throw new FormatError('limit', `There are more packages than the limit of ${this.limits.maxComponents}`, place);
    const ref = this.idOf(data, 'package', place);
    const component = packageToComponent(data, ref, place);
    for (const text of [component.name, component.version, ...component.purls, ...component.cpes]) {
      if (text.length > this.limits.maxNameLength)
        throw new FormatError(
          'limit',
          `A name, version or identifier is longer than ${this.limits.maxNameLength}`,
          place,
        );
    }
    if (component.name === '' && !isNameless(component)) this.warn(place, 'The package has no name');
    this.events.push({ type: 'component', component });
    this.relationships.addPackage(component);
    if (Array.isArray(data.hasFiles)) {
      for (const file of data.hasFiles) if (typeof file === 'string') this.relationships.addContained(ref, file);
    }
  }

  private addPart(elementKind: ElementKind, data: JsonObject, place: string): void {
    const { kind, ref: member } = parts.get(elementKind)!;
    if (kind !== 'file' && kind !== 'snippet') {
      const ref = data[member];
      this.events.push({
        type: 'part',
        part: { kind, family: 'spdx', ...(typeof ref === 'string' ? { ref } : {}), data },
      });
      return;
    }
    const ref = this.idOf(data, kind, place);
    this.events.push({ type: 'part', part: { kind, family: 'spdx', ref, data: { ...data, SPDXID: ref } } });
  }

  private addAnnotation({ SPDXREF: target, ...data }: JsonObject): void {
    const ref = typeof target === 'string' && target !== '' ? target : documentId;
    this.events.push({ type: 'part', part: { kind: 'annotation', family: 'spdx', ref, data } });
  }

  /** SPDX 1.2 has no SPDXIDs, and some tools omit them. */
  private idOf(data: JsonObject, kind: string, place: string): string {
    const id = data.SPDXID;
    if (typeof id !== 'string' || id === '') return this.newId(kind);
    if (id.length > this.limits.maxNameLength)
      throw new FormatError('limit', `An SPDXID is longer than ${this.limits.maxNameLength} characters`, place);
    // The document may come after its packages.
    if (id !== documentId && this.elements.add(id)) return id;
    const owner = id === documentId ? 'the document' : 'another element';
    const ref = this.newId(kind);
    const message = `The ${kind} has the SPDXID ${quoted(id)} of ${owner}; it got ${ref}, and references to that SPDXID mean ${owner}`;
    this.warn(place, message);
    return ref;
  }

  private newId(kind: string): string {
    for (;;) {
      const ref = `SPDXRef-${kind}-${++this.unnamedCount}`;
      if (this.elements.add(ref)) return ref;
    }
  }

  private warn(place: string, message: string): void {
    this.events.push({ type: 'warning', warning: { place, message } });
  }
}

const quoted = (id: string): string => JSON.stringify(id.slice(0, 100));

function readHeader(data: JsonObject, place: string): BomHeader {
  const { spdxVersion, name, documentNamespace, creationInfo, ...rest } = data;
  const version = /^SPDX-(\d+\.\d+)$/.exec(String(spdxVersion ?? '').trim())?.[1];
  if (version === undefined || !readSpdx2Versions.has(version))
    throw new FormatError(
      'unsupported_version',
      `SPDX version "${String(spdxVersion ?? '').slice(0, 40)}" is not supported; use SPDX-1.2 to SPDX-2.3 or 3.0`,
      place,
    );
  const { created, ...info } = (
    typeof creationInfo === 'object' && creationInfo !== null ? creationInfo : {}
  ) as JsonObject;
  return {
    family: 'spdx',
    specVersion: version,
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof documentNamespace === 'string' && identityOf(documentNamespace)),
    ...(typeof created === 'string' ? { created } : {}),
    native: { family: 'spdx', data: { ...rest, creationInfo: info } },
  };
}
