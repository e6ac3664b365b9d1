import type { BomComponent, BomDependency, BomPart, Json, JsonObject, PartKind } from '../../model/document.js';
import type { BomSource, SerializeOptions } from '../format.js';
import { RefSet } from '../reading/ref-set.js';
import { documentId } from '../spdx/document/elements.js';
import type { Spdx2Relationship } from '../shared/spdx2-relationships.js';
import {
  fileToSpdx2,
  isLicenseOf,
  isMappedElsewhere,
  isSpdx3,
  refsOf,
  relationshipToSpdx2,
} from '../conversion/to-spdx2.js';
import { reportLostSpdx3Fields } from '../writing/lost-header-fields.js';
import type { DocumentEncoder } from './encoder.js';
import { conformToSpec } from '../schema/conform-to-spec.js';
import {
  annotationKinds,
  annotationFromPart,
  annotationFromRelationship,
  referenceFromExternalDocument,
  componentFromFile,
  licenseTextFromPart,
} from '../conversion/from-spdx-parts.js';
import { NestedComponentWriter } from './nesting.js';
import { partLists } from './read-document.js';
import { dependencyKinds, annotationFromEdge } from '../conversion/relationship-annotations.js';
import { bom as bomShape, metadata as metadataShape } from './spec/bom.js';
import { dependency as dependencyShape } from './spec/common.js';
import { component as componentShape } from './spec/component.js';
import type { Schema, SpecTarget } from '../schema/schema.js';
import { atLeast } from '../schema/schema.js';
import type { ComponentWriteOptions } from './write-component.js';
import { writeComponent, writeReferences } from './write-component.js';
import type { LicenseTexts } from './write-licenses.js';
import { serialNumber, writeMetadata } from './write-metadata.js';
import { xmlExtras } from './xml-to-json.js';

/** Kinds of parts that CycloneDX has no place for, whatever family they come from. */
const unsupportedKinds: readonly PartKind[] = ['snippet', 'element'];

/**
 * Writes a bill as CycloneDX of the target's version: pieces of text in the order of the XSD, the first one at once.
 * Memory holds one batch. What the version or encoding cannot carry is told to `onLoss`.
 */
export class CycloneDxWriter {
  private componentOptions: ComponentWriteOptions;
  private readonly packages = new RefSet();
  /** Relationships that stand as annotations, of which none may stand twice. */
  private readonly annotatedRelationships = new RefSet();

  constructor(
    private readonly bom: BomSource,
    private readonly options: SerializeOptions,
    private readonly target: SpecTarget,
    private readonly encoder: DocumentEncoder,
  ) {
    this.componentOptions = { target, licenseTexts: new Map() };
  }

  async *text(): AsyncIterable<string> {
    const { encoder } = this;
    yield encoder.start(this.top());
    this.componentOptions = { target: this.target, licenseTexts: await this.licenseTexts() };
    yield* this.metadata();
    yield* this.components();
    yield* this.list('services');
    yield this.member('externalReferences', await this.externalReferences());
    yield* this.dependencies();
    yield* this.list('compositions');
    yield this.member('properties', this.own('properties'));
    yield* this.list('vulnerabilities');
    yield* this.annotations();
    yield* this.list('formulation');
    yield* this.singlePart('declarations', 'declaration');
    yield* this.singlePart('definitions', 'definition');
    yield* this.list('citations');
    yield this.member('signature', this.own('signature'));
    yield encoder.end();
    await this.reportUnsupportedParts();
    reportLostSpdx3Fields(this.bom.header, this.options.onLoss);
  }

  private top(): JsonObject {
    const serial = serialNumber(this.bom.header);
    const extras = this.own(xmlExtras);
    const top = {
      ...(serial !== undefined && { serialNumber: serial }),
      version: this.bom.header.revision ?? 1,
      ...(extras !== undefined && { [xmlExtras]: extras }),
    };
    return conformToSpec(top, bomShape, this.target) as JsonObject;
  }

  /** A member of the CycloneDX document that the bill came from. */
  private own(name: string): Json | undefined {
    const { native } = this.bom.header;
    return native?.family === 'cyclonedx' ? native.data[name] : undefined;
  }

  private member(name: string, value: Json | undefined): string {
    if (value === undefined) return '';
    const conforming = conformToSpec({ version: 1, [name]: value }, bomShape, this.target) as JsonObject;
    return conforming[name] === undefined ? '' : this.encoder.member(name, conforming[name]);
  }

  /** Files of SPDX are what the subject is made of: components of its own, and no entries of the bill. */
  private async *metadata(): AsyncIterable<string> {
    const { header, subject } = this.bom;
    const metadata = writeMetadata(header, this.target.version, this.options);
    let isFirst = true;
    for await (const batch of this.bom.parts('file')) {
      let text = '';
      for (const part of batch.filter(({ family }) => family === 'spdx')) {
        if (isFirst) text += this.metadataStart(metadata);
        const data = isSpdx3(part) ? fileToSpdx2(part.data, this.options.onLoss) : part.data;
        text += this.encoder.subjectComponent(this.component(componentFromFile(data, part.ref)), isFirst);
        isFirst = false;
      }
      yield text;
    }
    if (!isFirst) yield this.encoder.metadataEnd();
    else if (subject === null) yield this.member('metadata', metadata);
    else yield this.member('metadata', { ...metadata, component: writeComponent(subject, this.componentOptions) });
  }

  private metadataStart(metadata: JsonObject): string {
    const { header, subject } = this.bom;
    const { components: _, ...root } =
      subject === null
        ? { type: 'application', name: header.name ?? 'Files' }
        : writeComponent(subject, this.componentOptions);
    const conforming = conformToSpec({ ...metadata, component: root }, metadataShape, this.target) as JsonObject;
    return this.encoder.metadataStart(conforming, conforming.component as JsonObject);
  }

  private async *components(): AsyncIterable<string> {
    const nesting = new NestedComponentWriter(this.encoder, this.bom.subject?.ref, (what) => this.options.onLoss(what));
    for await (const batch of this.bom.components()) {
      let text = '';
      for (const component of batch) {
        this.packages.add(component.ref);
        text += nesting.add(component, this.component(component));
      }
      yield text;
    }
    yield nesting.end();
  }

  private component(component: BomComponent): JsonObject {
    return conformToSpec(writeComponent(component, this.componentOptions), componentShape, this.target) as JsonObject;
  }

  private async *list(name: string): AsyncIterable<string> {
    const { kind, shape } = partLists[name]!;
    yield* this.elements(name, shape, this.ownParts(kind));
  }

  private async *ownParts(kind: PartKind): AsyncIterable<readonly JsonObject[]> {
    for await (const batch of this.bom.parts(kind)) {
      const own = batch.filter(({ family }) => family === 'cyclonedx');
      for (let lost = own.length; lost < batch.length; lost += 1) this.options.onLoss(kind);
      yield own.map(({ data }) => data);
    }
  }

  /** A list that is only begun where it has an element. */
  private async *elements(
    name: string,
    shape: Schema,
    batches: AsyncIterable<readonly JsonObject[]>,
  ): AsyncIterable<string> {
    const since = bomShape.fields.get(name)!.since;
    const isWritable = since === undefined || atLeast(this.target.version, since);
    let isFirst = true;
    for await (const batch of batches) {
      let text = '';
      for (const data of batch) {
        const conforming = isWritable ? conformToSpec(data, shape, this.target) : undefined;
        if (conforming === undefined) {
          this.options.onLoss(name);
          continue;
        }
        text += this.encoder.element(name, conforming as JsonObject, isFirst);
        isFirst = false;
      }
      yield text;
    }
    if (!isFirst) yield this.encoder.listEnd(name);
  }

  private async *dependencies(): AsyncIterable<string> {
    yield* this.elements('dependencies', dependencyShape, dependencyNodes(this.bom.dependencies()));
  }

  private async *annotations(): AsyncIterable<string> {
    const { shape } = partLists.annotations!;
    yield* this.elements('annotations', shape, this.allAnnotations());
  }

  private async *allAnnotations(): AsyncIterable<readonly JsonObject[]> {
    for await (const batch of this.bom.parts(...annotationKinds)) yield batch.flatMap((part) => this.annotation(part));
    for await (const batch of this.bom.dependencies())
      yield batch.flatMap((edge) => (dependencyKinds.has(edge.kind) ? [] : [annotationFromEdge(edge, this.options)]));
  }

  private annotation(part: BomPart): JsonObject[] {
    if (part.kind === 'relationship' && isSpdx3(part)) return this.spdx3Relationship(part.data);
    const data = part.family === 'cyclonedx' ? part.data : annotationFromPart(part, this.options);
    if (data === undefined) this.options.onLoss(part.kind);
    return data === undefined ? [] : [data];
  }

  /** Of SPDX 3.0 every relationship is a part: it is told where neither an edge nor a licence says the same. */
  private spdx3Relationship(data: JsonObject): JsonObject[] {
    const { onLoss } = this.options;
    const refOf = refsOf(this.bom.header);
    const isPackage = (ref: string): boolean => ref === this.bom.subject?.ref || this.packages.has(ref);
    if (isLicenseOf(data, (iri) => isPackage(refOf(iri)))) return [];
    const relationships = relationshipToSpdx2(data, { refOf, onLoss });
    if (relationships === undefined) onLoss('relationship');
    const isWrittenElsewhere = ({ from, type, to, comment }: Spdx2Relationship): boolean =>
      comment === '' &&
      isPackage(to) &&
      (isPackage(from) || (type === 'DESCRIBES' && from === documentId && to === this.bom.subject?.ref));
    return (relationships ?? [])
      .filter(
        (relationship) =>
          !isWrittenElsewhere(relationship) && this.annotatedRelationships.add(JSON.stringify(relationship)),
      )
      .map((relationship) => annotationFromRelationship(relationship, this.options));
  }

  private async *singlePart(name: string, kind: PartKind): AsyncIterable<string> {
    let isFirst = true;
    for await (const batch of this.ownParts(kind)) {
      for (const data of batch) {
        if (isFirst) yield this.member(name, data);
        else this.options.onLoss(name);
        isFirst = false;
      }
    }
  }

  private async externalReferences(): Promise<Json | undefined> {
    const own = this.own('externalReferences');
    const documents: JsonObject[] = [];
    for await (const batch of this.bom.parts('external-document'))
      for (const { data } of batch) {
        const reference = referenceFromExternalDocument(data);
        if (reference === undefined) this.options.onLoss('external document');
        else documents.push(...(writeReferences([reference]) as JsonObject[]));
      }
    return documents.length === 0 ? own : [...(Array.isArray(own) ? own : []), ...documents];
  }

  private async licenseTexts(): Promise<LicenseTexts> {
    const texts = new Map<string, { text: string; url?: string }>();
    for await (const batch of this.bom.parts('extracted-license'))
      for (const part of batch) {
        const { id, ...license } = licenseTextFromPart(part) ?? { id: '', text: '' };
        if (id === '') this.options.onLoss('extracted-license');
        else texts.set(id, license);
      }
    return texts;
  }

  private async reportUnsupportedParts(): Promise<void> {
    for await (const batch of this.bom.parts(...unsupportedKinds))
      for (const part of batch) if (!isMappedElsewhere(part, this.bom.header)) this.options.onLoss(part.kind);
  }
}

/** Dependencies as CycloneDX has them: one node with all its edges, as far as they come together. */
async function* dependencyNodes(
  batches: AsyncIterable<readonly BomDependency[]>,
): AsyncIterable<readonly JsonObject[]> {
  let open: JsonObject | undefined;
  for await (const batch of batches) {
    const done: JsonObject[] = [];
    for (const { from, to, kind } of batch) {
      if (!dependencyKinds.has(kind)) continue;
      const member = kind === 'provides' ? 'provides' : 'dependsOn';
      if (open?.ref !== from) {
        if (open !== undefined) done.push(open);
        open = { ref: from };
      }
      const ends = (open[member] ??= []) as Json[];
      for (const end of to) ends.push(end);
    }
    yield done;
  }
  if (open !== undefined) yield [open];
}
