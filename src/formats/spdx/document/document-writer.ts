import type { BomComponent, BomPart, JsonObject, PartKind } from '../../../model/document.js';
import type { BomSource, SerializeOptions } from '../../format.js';
import { foreignMembers } from '../../cyclonedx/foreign-members.js';
import { RefSet } from '../../reading/ref-set.js';
import { reportForeignHead, reportSpdx3Head } from '../../writing/foreign-head.js';
import { conform, type ConformSettings } from './conform.js';
import { conformFile, conformSnippet } from './conform-elements.js';
import { ExtractedLicenseWriter } from './extracted-license-writer.js';
import { FileHolders } from './file-holders.js';
import { writeHead } from './head.js';
import { spdxIdOf, spdxReference } from '../mapping/identifiers.js';
import { componentToPackage, type PackageSettings } from '../mapping/packages.js';
import { documentId, type PieceKind, type SpdxPiece } from './pieces.js';
import { RelationshipWriter } from './relationship-writer.js';
import { annotationShape, externalDocumentShape, headShape, reviewShape } from './shape.js';
import { spdxTimestamp } from '../mapping/timestamps.js';
import { spdx2Version } from './versions.js';
import { FileLicenses } from '../v3/file-licenses.js';
import { fileToSpdx2, isSaidElsewhere, isSpdx3 } from '../v3/to-spdx2.js';

/** Parts of other families, and kinds that SPDX 2.x has no place for. */
const foreignKinds: readonly PartKind[] = [
  'service',
  'vulnerability',
  'composition',
  'formulation',
  'declaration',
  'definition',
  'citation',
  'element',
];

/**
 * Writes a bill as the pieces of an SPDX 2.x document, in the order of `listOfKind`. Pieces are valid in the version
 * that is written; what it cannot hold is reported. Memory holds one batch and a few bytes for each element.
 */
export async function* writePieces(bom: BomSource, options: SerializeOptions): AsyncIterable<readonly SpdxPiece[]> {
  yield* new DocumentWriter(bom, options).pieces();
}

class DocumentWriter {
  private readonly settings: PackageSettings;
  private readonly elements = new RefSet();
  private readonly licenses: ExtractedLicenseWriter;
  private readonly relationships: RelationshipWriter;
  private readonly fileLicenses = new FileLicenses();
  private readonly fileHolders: FileHolders;
  /** Annotations that came apart from their element, by SPDXID. */
  private readonly annotations = new Map<string, JsonObject[]>();

  constructor(
    private readonly bom: BomSource,
    private readonly options: SerializeOptions,
  ) {
    this.settings = {
      version: spdx2Version(options.specVersion),
      timestamp: spdxTimestamp(options.timestamp) ?? options.timestamp,
      tool: options.tool,
      onLoss: options.onLoss,
      filesOf: (id) => this.fileHolders.heldBy(id),
    };
    this.fileHolders = new FileHolders(this.settings.version);
    this.licenses = new ExtractedLicenseWriter(bom, this.settings);
    this.relationships = new RelationshipWriter(bom, this.settings, this.elements, this.fileLicenses);
  }

  async *pieces(): AsyncIterable<readonly SpdxPiece[]> {
    yield [this.document()];
    yield* this.parts('external-document', (data) => this.externalDocument(data));
    await this.gatherAnnotations();
    await this.fileLicenses.gather(this.bom, this.options.onLoss);
    await this.licenses.gatherDefined();
    yield* this.parts('file', (data, ref) => this.file(data, ref));
    await this.gatherFileHolders();
    yield* this.parts('snippet', (data, ref) => this.element(conformSnippet, data, ref));
    yield* this.packages();
    yield* piecesOf('extracted-license', this.licenses.write());
    yield* piecesOf('relationship', this.relationships.write());
    yield* this.parts('annotation', (data, ref) => this.ownAnnotation(data, ref));
    yield* this.parts('review', (data) => conform(data, reviewShape, this.settings));
    await this.reportForeignParts();
  }

  private document(): SpdxPiece {
    const { version, timestamp } = this.settings;
    const head = writeHead(this.bom, version.id, timestamp, this.options.tool);
    this.elements.add(documentId);
    reportForeignHead(this.bom.header, 'spdx', this.options.onLoss);
    reportSpdx3Head(this.bom.header, this.options.onLoss);
    return { kind: 'document', data: conform(head, headShape, this.settings) ?? head, place: '' };
  }

  private async gatherFileHolders(): Promise<void> {
    const hasFiles = this.elements.size > 1;
    if (hasFiles) await this.fileHolders.gather(this.bom, this.elements);
  }

  private async *packages(): AsyncIterable<readonly SpdxPiece[]> {
    if (this.bom.subject) yield [this.package(this.bom.subject)];
    for await (const batch of this.bom.components()) yield batch.map((component) => this.package(component));
  }

  private package(component: BomComponent): SpdxPiece {
    for (const name of foreignMembers(component)) this.options.onLoss(name);
    const data = this.annotated(componentToPackage(component, this.settings));
    this.declare(data);
    this.relationships.addPackage(component);
    return { kind: 'package', data, place: '' };
  }

  private file(data: JsonObject, ref: string): JsonObject | undefined {
    const written = this.element(conformFile, data, ref);
    if (written) this.fileHolders.addFile(written);
    return written;
  }

  private element(
    conformElement: (data: JsonObject, settings: ConformSettings) => JsonObject | undefined,
    data: JsonObject,
    ref: string,
  ): JsonObject | undefined {
    const conforming = conformElement({ ...data, SPDXID: spdxIdOf(ref) }, this.settings);
    if (conforming === undefined) return undefined;
    this.declare(conforming);
    return this.annotated(conforming);
  }

  private declare(data: JsonObject): void {
    this.elements.add(data.SPDXID as string);
    this.licenses.addUses(data);
  }

  private externalDocument(data: JsonObject): JsonObject | undefined {
    const conforming = conform(data, externalDocumentShape, this.settings);
    if (conforming) this.relationships.addExternalDocument(conforming.externalDocumentId as string);
    return conforming;
  }

  private ownAnnotation(data: JsonObject, ref: string): JsonObject | undefined {
    if (ref !== '' && ref !== documentId) return undefined;
    return conform(data, annotationShape, this.settings);
  }

  private async gatherAnnotations(): Promise<void> {
    for await (const batch of this.bom.parts('annotation')) {
      for (const { family, ref, data } of batch) {
        if (family !== 'spdx' || ref === undefined || ref === documentId) continue;
        const id = spdxReference(ref);
        const annotation = conform(data, annotationShape, this.settings);
        if (annotation === undefined) continue;
        const others = this.annotations.get(id);
        if (others) others.push(annotation);
        else this.annotations.set(id, [annotation]);
      }
    }
  }

  private annotated(data: JsonObject): JsonObject {
    const apart = this.annotations.get(data.SPDXID as string);
    if (apart === undefined) return data;
    const own = Array.isArray(data.annotations) ? data.annotations : [];
    return { ...data, annotations: [...own, ...apart] };
  }

  /** The parts of one kind of an SPDX 2.x document, each by `write`; what it gives nothing for is a loss. */
  private async *parts(
    kind: PartKind & PieceKind,
    write: (data: JsonObject, ref: string) => JsonObject | undefined,
  ): AsyncIterable<readonly SpdxPiece[]> {
    for await (const batch of this.bom.parts(kind)) {
      const pieces = batch.flatMap((part) => {
        const own = this.asSpdx2(part);
        const data = own && write(own, part.ref ?? '');
        const isElsewhere = kind === 'annotation' && this.annotations.has(spdxReference(part.ref ?? documentId));
        if (data === undefined && !isElsewhere) this.options.onLoss(kind);
        return data === undefined ? [] : [{ kind, data, place: '' }];
      });
      if (pieces.length > 0) yield pieces;
    }
  }

  private asSpdx2(part: BomPart): JsonObject | undefined {
    if (part.family !== 'spdx') return undefined;
    if (!isSpdx3(part)) return part.data;
    const { onLoss } = this.options;
    if (part.kind !== 'file') return undefined;
    return { ...fileToSpdx2(part.data, onLoss), ...this.fileLicenses.membersOf(part.data, onLoss) };
  }

  private async reportForeignParts(): Promise<void> {
    for await (const batch of this.bom.parts(...foreignKinds))
      for (const part of batch) if (!isSaidElsewhere(part, this.bom.header)) this.options.onLoss(part.kind);
  }
}

async function* piecesOf(
  kind: PieceKind,
  batches: AsyncIterable<readonly JsonObject[]>,
): AsyncIterable<readonly SpdxPiece[]> {
  for await (const batch of batches) {
    if (batch.length > 0) yield batch.map((data) => ({ kind, data, place: '' }));
  }
}
