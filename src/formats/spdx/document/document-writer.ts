import type { BomComponent, BomPart, JsonObject, PartKind } from '../../../model/document.js';
import type { BomSource, SerializeOptions } from '../../format.js';
import { componentLabel, partLabel } from '../../losses.js';
import { foreignMembers } from '../../conversion/foreign-members.js';
import { RefSet } from '../../shared/ref-set.js';
import {
  reportLostCreators,
  reportLostHeaderFields,
  reportLostSpdx3Fields,
} from '../../conversion/lost-header-fields.js';
import { conformToSpec } from '../../schema/conform-to-spec.js';
import { conformFile, conformSnippet } from './conform-elements.js';
import { ExtractedLicenseWriter } from './extracted-license-writer.js';
import { ContainedFilesIndex } from './contained-files.js';
import { writeHead } from './head.js';
import { documentId, spdxIdOf, spdxReference } from '../../shared/spdx-identifiers.js';
import { componentToPackage, type PackageWriteOptions } from '../mapping/packages.js';
import type { ElementKind, SpdxElement } from './elements.js';
import { RelationshipWriter } from './relationship-writer.js';
import { annotationSchema, externalDocumentSchema, headSchema, reviewSchema } from './schema.js';
import { spdxTimestamp } from '../../shared/spdx-timestamps.js';
import { spdx2Version, type Spdx2Target } from './versions.js';
import { FileLicenses } from '../v3/file-licenses.js';
import { Spdx3Provenance } from '../../conversion/spdx3-provenance.js';
import { fileToSpdx2, isSpdx3 } from '../../conversion/to-spdx2.js';

/** Kinds of parts that SPDX 2.x does not have. */
const unsupportedKinds: readonly PartKind[] = [
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
 * Writes an SBOM as the elements of an SPDX 2.x document, in the order of `listOfKind`. They are valid in the version
 * that is written; losses are reported. Memory holds one batch and a few bytes for each element.
 */
export async function* writeElements(bom: BomSource, options: SerializeOptions): AsyncIterable<readonly SpdxElement[]> {
  yield* new Spdx2Writer(bom, options).allElements();
}

class Spdx2Writer {
  private readonly target: PackageWriteOptions;
  private readonly ids = new RefSet();
  private readonly licenses: ExtractedLicenseWriter;
  private readonly relationships: RelationshipWriter;
  private readonly fileLicenses = new FileLicenses();
  private readonly spdx3Provenance: Spdx3Provenance;
  private readonly containedFiles: ContainedFilesIndex;
  /** Annotations of elements that are parts of their own, by SPDXID. */
  private readonly annotations = new Map<string, JsonObject[]>();

  constructor(
    private readonly bom: BomSource,
    private readonly options: SerializeOptions,
  ) {
    this.target = {
      version: spdx2Version(options.specVersion).id,
      encoding: 'JSON',
      omitsEmptyLists: true,
      timestamp: spdxTimestamp(options.timestamp) ?? options.timestamp,
      tool: options.tool,
      onLoss: options.onLoss,
      filesOf: (id) => this.containedFiles.containedIn(id),
    };
    this.containedFiles = new ContainedFilesIndex(spdx2Version(this.target.version));
    this.licenses = new ExtractedLicenseWriter(bom, this.target);
    this.spdx3Provenance = new Spdx3Provenance(bom.header, options.onLoss);
    this.relationships = new RelationshipWriter(bom, this.target, this.ids, this.fileLicenses);
  }

  async *allElements(): AsyncIterable<readonly SpdxElement[]> {
    yield [this.document()];
    yield* this.parts('external-document', (data) => this.externalDocument(data));
    await this.gatherAnnotations();
    await this.fileLicenses.gather(this.bom, this.options.onLoss);
    await this.licenses.gatherDefined();
    yield* this.parts('file', (data, ref) => this.file(data, ref));
    await this.gatherContainedFiles();
    yield* this.parts('snippet', (data, ref) => this.element(conformSnippet, data, ref));
    yield* this.packages();
    yield* elementsOfKind('extracted-license', this.licenses.write());
    yield* elementsOfKind('relationship', this.relationships.write());
    yield* this.parts('annotation', (data, ref) => this.ownAnnotation(data, ref));
    yield* this.parts('review', (data) => conformToSpec(data, reviewSchema, this.target));
    await this.reportForeignParts();
  }

  private document(): SpdxElement {
    const { version, timestamp } = this.target;
    const head = writeHead(this.bom, version, timestamp, this.options.tool);
    this.ids.add(documentId);
    reportLostHeaderFields(this.bom.header, 'spdx', this.options.onLoss);
    reportLostSpdx3Fields(this.bom.header, this.options.onLoss);
    reportLostCreators(this.bom.header, this.options.onLoss);
    return { kind: 'document', data: conformToSpec(head, headSchema, this.target) ?? head, place: '' };
  }

  private async gatherContainedFiles(): Promise<void> {
    const hasFiles = this.ids.size > 1;
    if (hasFiles) await this.containedFiles.gather(this.bom, this.ids);
  }

  private async *packages(): AsyncIterable<readonly SpdxElement[]> {
    if (this.bom.subject) yield [this.package(this.bom.subject)];
    for await (const batch of this.bom.components()) {
      const elements = batch.map((component) => this.package(component));
      this.at('');
      yield elements;
    }
  }

  /** What the next losses are of. */
  private at(element: string): void {
    this.options.onElement?.(element);
  }

  private package(component: BomComponent): SpdxElement {
    this.at(componentLabel(component));
    for (const name of foreignMembers(component)) this.options.onLoss(name);
    const data = this.withAnnotations(componentToPackage(component, this.target));
    this.declare(data);
    this.relationships.addPackage(component);
    this.spdx3Provenance.addComponent(component);
    return { kind: 'package', data, place: '' };
  }

  private file(data: JsonObject, ref: string): JsonObject | undefined {
    const written = this.element(conformFile, data, ref);
    if (written) this.containedFiles.addFile(written);
    return written;
  }

  private element(
    conformElement: (data: JsonObject, settings: Spdx2Target) => JsonObject | undefined,
    data: JsonObject,
    ref: string,
  ): JsonObject | undefined {
    const conforming = conformElement({ ...data, SPDXID: spdxIdOf(ref) }, this.target);
    if (conforming === undefined) return undefined;
    this.declare(conforming);
    return this.withAnnotations(conforming);
  }

  private declare(data: JsonObject): void {
    this.ids.add(data.SPDXID as string);
    this.licenses.addUses(data);
  }

  private externalDocument(data: JsonObject): JsonObject | undefined {
    const conforming = conformToSpec(data, externalDocumentSchema, this.target);
    if (conforming) this.relationships.addExternalDocument(conforming.externalDocumentId as string);
    return conforming;
  }

  private ownAnnotation(data: JsonObject, ref: string): JsonObject | undefined {
    if (ref !== '' && ref !== documentId) return undefined;
    return conformToSpec(data, annotationSchema, this.target);
  }

  private async gatherAnnotations(): Promise<void> {
    for await (const batch of this.bom.parts('annotation')) {
      for (const { family, ref, data } of batch) {
        if (family !== 'spdx' || ref === undefined || ref === documentId) continue;
        const id = spdxReference(ref);
        const annotation = conformToSpec(data, annotationSchema, this.target);
        if (annotation === undefined) continue;
        const others = this.annotations.get(id);
        if (others) others.push(annotation);
        else this.annotations.set(id, [annotation]);
      }
    }
  }

  private withAnnotations(data: JsonObject): JsonObject {
    const separate = this.annotations.get(data.SPDXID as string);
    if (separate === undefined) return data;
    const own = Array.isArray(data.annotations) ? data.annotations : [];
    return { ...data, annotations: [...own, ...separate] };
  }

  /** The parts of one kind, converted by `write`; undefined is a loss. */
  private async *parts(
    kind: PartKind & ElementKind,
    write: (data: JsonObject, ref: string) => JsonObject | undefined,
  ): AsyncIterable<readonly SpdxElement[]> {
    for await (const batch of this.bom.parts(kind)) {
      const elements = batch.flatMap((part) => {
        this.at(partLabel(part));
        const own = this.asSpdx2(part);
        const data = own && write(own, part.ref ?? '');
        const isInElement = kind === 'annotation' && this.annotations.has(spdxReference(part.ref ?? documentId));
        if (data === undefined && !isInElement) this.options.onLoss(kind);
        return data === undefined ? [] : [{ kind, data, place: '' }];
      });
      this.at('');
      if (elements.length > 0) yield elements;
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
    await this.spdx3Provenance.gather(this.bom);
    for await (const batch of this.bom.parts(...unsupportedKinds))
      for (const part of batch) {
        if (this.spdx3Provenance.holds(part)) continue;
        this.at(partLabel(part));
        this.options.onLoss(part.kind);
      }
    this.at('');
  }
}

async function* elementsOfKind(
  kind: ElementKind,
  batches: AsyncIterable<readonly JsonObject[]>,
): AsyncIterable<readonly SpdxElement[]> {
  for await (const batch of batches) {
    if (batch.length > 0) yield batch.map((data) => ({ kind, data, place: '' }));
  }
}
