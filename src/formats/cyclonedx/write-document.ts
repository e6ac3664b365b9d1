import type { BomComponent, Json, JsonObject, PartKind } from '../../model/document.js';
import type { BomSource, SerializeOptions } from '../format.js';
import { componentLabel, elementLabel, partLabel } from '../losses.js';
import { isGeneratedDefinition } from '../shared/spdx-licenses.js';
import { RefSet } from '../shared/ref-set.js';
import { Spdx3Provenance } from '../conversion/spdx3-provenance.js';
import { fileToSpdx2, isSpdx3 } from '../conversion/to-spdx2.js';
import { reportLostSpdx3Fields } from '../conversion/lost-header-fields.js';
import { Spdx3Vulnerabilities } from '../conversion/vulnerabilities-from-spdx3.js';
import { dependencyNodes } from './dependency-nodes.js';
import type { DocumentEncoder } from './encoder.js';
import { conformToSpec } from '../schema/conform-to-spec.js';
import {
  referenceFromExternalDocument,
  componentFromFile,
  licenseTextFromPart,
  lostLicenseMembers,
} from '../conversion/from-spdx-parts.js';
import { NestedComponentWriter } from './nesting.js';
import { partLists } from './read-document.js';
import { bom as bomSchema, metadata as metadataSchema } from './spec/bom.js';
import { dependency as dependencySchema } from './spec/common.js';
import { component as componentSchema } from './spec/component.js';
import { atLeast, type Schema, type SpecTarget } from '../schema/schema.js';
import { AnnotationsWriter } from './write-annotations.js';
import { type ComponentWriteOptions, writeComponent, writeReferences } from './write-component.js';
import type { LicenseDefinition, LicenseTexts } from './write-licenses.js';
import { serialNumber, writeMetadata } from './write-metadata.js';
import { xmlExtras } from './xml-to-json.js';

/** Kinds of parts that CycloneDX does not have. */
const unsupportedKinds: readonly PartKind[] = ['snippet', 'element'];

/**
 * Writes an SBOM as CycloneDX of the target version: chunks of text in the order of the XSD. Memory holds one batch.
 * Losses are reported to `onLoss`.
 */
export class CycloneDxWriter {
  private componentOptions: ComponentWriteOptions;
  private readonly packages = new RefSet();
  private readonly spdx3Vulnerabilities: Spdx3Vulnerabilities;
  private readonly spdx3Provenance: Spdx3Provenance;

  constructor(
    private readonly bom: BomSource,
    private readonly options: SerializeOptions,
    private readonly target: SpecTarget,
    private readonly encoder: DocumentEncoder,
  ) {
    this.componentOptions = { target, licenseTexts: new Map() };
    this.spdx3Provenance = new Spdx3Provenance(bom.header, options.onLoss);
    this.spdx3Vulnerabilities = new Spdx3Vulnerabilities(bom.header, {
      onLoss: options.onLoss,
      at: (element) => this.at(element),
      onAgent: (iri) => this.spdx3Provenance.addAgent(iri),
    });
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
    yield* this.elements('vulnerabilities', partLists.vulnerabilities!.schema, this.vulnerabilities());
    yield* this.annotations();
    yield* this.list('formulation');
    yield* this.singlePart('declarations', 'declaration');
    yield* this.singlePart('definitions', 'definition');
    yield* this.list('citations');
    this.at('');
    // It is the signature of another document: tools, time and order differ.
    if (this.own('signature') !== undefined) this.options.onLoss('signature');
    yield encoder.end();
    this.reportUnusedLicenses();
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
    return conformToSpec(top, bomSchema, this.target) as JsonObject;
  }

  /** A member of the original CycloneDX document. */
  private own(name: string): Json | undefined {
    const { native } = this.bom.header;
    return native?.family === 'cyclonedx' ? native.data[name] : undefined;
  }

  /** What the next losses are of. */
  private at(element: string): void {
    this.options.onElement?.(element);
  }

  private member(name: string, value: Json | undefined): string {
    this.at('');
    if (value === undefined) return '';
    const conforming = conformToSpec({ version: 1, [name]: value }, bomSchema, this.target) as JsonObject;
    return conforming[name] === undefined ? '' : this.encoder.member(name, conforming[name]);
  }

  /** Files of SPDX become components of the subject: they are no entries of the SBOM. */
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
    else yield this.member('metadata', { ...metadata, component: this.subjectJson(subject) });
  }

  private subjectJson(subject: BomComponent): JsonObject {
    this.at(componentLabel(subject));
    this.spdx3Provenance.addComponent(subject);
    return writeComponent(subject, this.componentOptions);
  }

  private metadataStart(metadata: JsonObject): string {
    const { header, subject } = this.bom;
    const { components: _, ...root } =
      subject === null ? { type: 'application', name: header.name ?? 'Files' } : this.subjectJson(subject);
    const conforming = conformToSpec({ ...metadata, component: root }, metadataSchema, this.target) as JsonObject;
    return this.encoder.metadataStart(conforming, conforming.component as JsonObject);
  }

  private async *components(): AsyncIterable<string> {
    const nesting = new NestedComponentWriter(this.encoder, this.bom.subject?.ref, this.options);
    for await (const batch of this.bom.components()) {
      let text = '';
      for (const component of batch) {
        this.packages.add(component.ref);
        text += nesting.add(component, this.component(component));
        this.spdx3Provenance.addComponent(component);
      }
      yield text;
    }
    yield nesting.end();
  }

  private component(component: BomComponent): JsonObject {
    this.at(componentLabel(component));
    return conformToSpec(writeComponent(component, this.componentOptions), componentSchema, this.target) as JsonObject;
  }

  private async *list(name: string): AsyncIterable<string> {
    const { kind, schema } = partLists[name]!;
    yield* this.elements(name, schema, this.ownParts(kind));
  }

  private async *ownParts(kind: PartKind): AsyncIterable<readonly JsonObject[]> {
    for await (const batch of this.bom.parts(kind)) {
      const own = batch.filter(({ family }) => family === 'cyclonedx');
      for (const part of own.length < batch.length ? batch : []) {
        if (part.family === 'cyclonedx') continue;
        this.at(partLabel(part));
        this.options.onLoss(kind);
      }
      yield own.map(({ data }) => data);
    }
  }

  /** A list that is opened by its first element. */
  private async *elements(
    name: string,
    schema: Schema,
    batches: AsyncIterable<readonly JsonObject[]>,
  ): AsyncIterable<string> {
    const since = bomSchema.fields.get(name)!.since;
    const isWritable = since === undefined || atLeast(this.target.version, since);
    const written = new RefSet();
    let isFirst = true;
    for await (const batch of batches) {
      let text = '';
      for (const data of batch) {
        this.at(elementLabel(partLists[name]?.kind ?? name, data));
        const conforming = isWritable ? conformToSpec(data, schema, this.target) : undefined;
        if (conforming === undefined) {
          this.options.onLoss(name);
          continue;
        }
        // The schema allows no element twice; of dependencies each has a component of its own.
        if (name !== 'dependencies' && !written.add(JSON.stringify(conforming))) continue;
        text += this.encoder.element(name, conforming as JsonObject, isFirst);
        isFirst = false;
      }
      yield text;
    }
    this.at('');
    if (!isFirst) yield this.encoder.listEnd(name);
  }

  private async *vulnerabilities(): AsyncIterable<readonly JsonObject[]> {
    const { bom, spdx3Vulnerabilities: converted } = this;
    // Statements of people come behind those of the document, which they override.
    const behind: JsonObject[] = [];
    for await (const batch of bom.parts('vulnerability')) {
      const own: JsonObject[] = [];
      for (const part of batch)
        if (part.family !== 'cyclonedx') converted.add(part);
        else (converted.isEmpty ? own : behind).push(part.data);
      yield own;
    }
    if (converted.isEmpty) return;
    await converted.gather(bom);
    for (const data of converted.all()) yield [data];
    yield behind;
  }

  private async *dependencies(): AsyncIterable<string> {
    yield* this.elements(
      'dependencies',
      dependencySchema,
      dependencyNodes(() => this.bom.dependencies()),
    );
  }

  private async *annotations(): AsyncIterable<string> {
    const { schema } = partLists.annotations!;
    const elsewhere = { packages: this.packages, vulnerabilities: this.spdx3Vulnerabilities };
    yield* this.elements('annotations', schema, new AnnotationsWriter(this.bom, this.options, elsewhere).all());
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
    const texts = new Map<string, LicenseDefinition>();
    for await (const batch of this.bom.parts('extracted-license'))
      for (const part of batch) {
        const { id, ...license } = licenseTextFromPart(part) ?? { id: '', text: '' };
        this.at(partLabel(part));
        if (id === '') this.options.onLoss(part.kind);
        else texts.set(id, { ...license, isUsed: isGeneratedDefinition(part.data) });
        for (const name of id === '' ? [] : lostLicenseMembers(part)) this.options.onLoss(name);
      }
    this.at('');
    return texts;
  }

  private reportUnusedLicenses(): void {
    for (const [id, { isUsed }] of this.componentOptions.licenseTexts) {
      if (isUsed) continue;
      this.at(`extracted-license ${id}`);
      this.options.onLoss('extracted-license');
    }
  }

  private async reportUnsupportedParts(): Promise<void> {
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
