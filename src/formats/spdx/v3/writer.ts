import { componentLabel, partLabel, type OnElement, type OnLoss } from '../../losses.js';
import type { BomComponent, BomPart, JsonObject, Party } from '../../../model/document.js';
import { reportLostHeaderFields, reportUnknownHeadMembers } from '../../conversion/lost-header-fields.js';
import type { BomSource, SerializeOptions } from '../../format.js';
import { conformToSpec } from '../../schema/conform-to-spec.js';
import type { SpecTarget } from '../../schema/schema.js';
import { foreignMembers } from '../../conversion/foreign-members.js';
import { elementNamespace } from '../../conversion/to-spdx2.js';
import { RefSet } from '../../shared/ref-set.js';
import { documentName, documentNamespace } from '../document/head.js';
import { isSpdxId, shortDigest, spdxReference } from '../../shared/spdx-identifiers.js';
import { readSpdxParty } from '../../shared/spdx-parties.js';
import { spdxTimestamp } from '../../shared/spdx-timestamps.js';
import { DocumentIri } from './document-iri.js';
import { Spdx3AgentWriter } from './agent-writer.js';
import {
  fileToSpdx3,
  headToSpdx3,
  packageToSpdx3,
  snippetToSpdx3,
  type Spdx3ConversionContext,
} from '../../conversion/from-spdx2.js';
import { refsWithUnknownDependencies } from '../../conversion/unknown-dependencies.js';
import { fileSchema, packageSchema, snippetSchema } from './schema.js';
import { Spdx3LicenseWriter } from './license-writer.js';
import { Spdx3PackageMapping } from './packages.js';
import { creationInfo, Spdx3RelationshipWriter } from './relationship-writer.js';
import { hasVulnerabilities, Spdx3VulnerabilityWriter, type VulnerabilityGraph } from './vulnerability-writer.js';
import { individuals, writtenSpdx3Version } from '../../shared/spdx3-vocabulary.js';

/** Writes an SBOM as the elements of an SPDX 3.0.1 graph, each a JSON text. Memory holds a few bytes per element. */
export class Spdx3Writer implements Spdx3ConversionContext, VulnerabilityGraph {
  readonly onLoss: OnLoss;
  private readonly onElement: OnElement | undefined;
  private readonly target: SpecTarget;
  private readonly namespace: string;
  private readonly ownNamespace: string;
  private readonly documentIri: DocumentIri;
  private readonly timestamp: string;
  private readonly isSpdx3: boolean;
  private readonly agents: Spdx3AgentWriter;
  private readonly packages: Spdx3PackageMapping;
  private readonly licenses: Spdx3LicenseWriter;
  private readonly writtenIds = new RefSet();
  private readonly edges = new Spdx3RelationshipWriter(this);
  private readonly vulnerabilities = new Spdx3VulnerabilityWriter(this, (relationship) => this.edges.add(relationship));
  private hasNesting = false;
  private text = '';

  constructor(
    readonly bom: BomSource,
    private readonly options: SerializeOptions,
  ) {
    this.onLoss = options.onLoss;
    this.onElement = options.onElement;
    this.target = { version: writtenSpdx3Version, encoding: 'JSON', onLoss: options.onLoss };
    this.namespace = documentNamespace(bom, documentName(bom));
    this.ownNamespace = elementNamespace(bom.header) || this.namespace;
    this.documentIri = new DocumentIri(bom.header, this.namespace);
    this.timestamp = spdxTimestamp(options.timestamp) ?? options.timestamp;
    this.isSpdx3 = bom.header.native?.data['@context'] !== undefined;
    this.agents = new Spdx3AgentWriter(this.namespace, (element) => this.add(element));
    this.packages = new Spdx3PackageMapping(this.agents);
    this.licenses = new Spdx3LicenseWriter(
      this.namespace,
      (element) => this.add(element),
      (relationship) => this.edges.add(relationship),
    );
  }

  /** Batches of elements, separated by commas; a batch may be empty. */
  async *elements(): AsyncIterable<string> {
    this.addHead((await hasVulnerabilities(this.bom)) ? ['security'] : []);
    reportLostHeaderFields(this.bom.header, 'spdx', this.onLoss);
    reportUnknownHeadMembers(this.bom.header, this.onLoss);
    for await (const parts of this.bom.parts('element', 'extracted-license')) {
      for (const part of parts) this.addElement(part);
      yield this.takeText();
    }
    if (this.bom.subject) this.addPackage(this.bom.subject);
    for await (const components of this.bom.components()) {
      for (const component of components) this.addPackage(component);
      yield this.takeText();
    }
    for await (const parts of this.bom.parts('file', 'snippet')) {
      for (const part of parts) this.addFile(part);
      yield this.takeText();
    }
    yield* this.relationships();
    for await (const parts of this.bom.parts('annotation', 'review')) {
      for (const part of parts) this.addAnnotationPart(part);
      yield this.takeText();
    }
    await this.reportForeignParts();
    yield this.takeText();
  }

  /** The IRI of an element: the original one of SPDX 3.0, else its SPDXID in the namespace of the document. */
  readonly iriOf = (ref: string): string => {
    if (this.isSpdx3 && /^[a-z][a-z0-9+.-]*:./i.test(ref)) return ref;
    if (this.isSpdx3 && isSpdxId(ref)) return `${this.ownNamespace}#${ref}`;
    return individuals.get(ref) ?? this.idOf(spdxReference(ref));
  };

  /** join() makes a flat string, which is faster to read than a concatenated one. */
  idOf(name: string): string {
    return [this.namespace, name].join('#');
  }

  readonly referenceTo = (party: Party): string => this.agents.referenceTo(party);

  add(element: JsonObject): void {
    const id = element.spdxId ?? element['@id'];
    if (typeof id === 'string' && !this.writtenIds.add(id)) return;
    const isWhole = element.creationInfo !== undefined || element.type === 'CreationInfo';
    this.write(JSON.stringify(isWhole ? element : { creationInfo, ...element }));
  }

  /** IRIs outside the namespace may be elements of other documents. */
  isDefined(iri: string): boolean {
    return this.writtenIds.has(iri) || ![this.namespace, this.ownNamespace].some((own) => iri.startsWith(`${own}#`));
  }

  addText(spdxId: string, json: () => string): void {
    if (this.writtenIds.add(spdxId)) this.write(json());
  }

  private write(element: string): void {
    const text = this.documentIri.renamed(element);
    this.text += this.text === '' ? text : `,\n${text}`;
  }

  private takeText(): string {
    const { text } = this;
    this.text = '';
    return text;
  }

  private addHead(profiles: readonly string[]): void {
    const { name, version } = this.options.tool;
    const tool = this.toolOf([name, version], 'SoftwareAgent');
    const own = this.isSpdx3 ? (this.bom.header.native!.data.document as JsonObject) : {};
    if (this.documentIri.former) this.writtenIds.add(this.documentIri.former);
    const converted = this.isSpdx3 ? undefined : headToSpdx3(this.bom.header, this.onLoss);
    const tools = (converted?.tools ?? []).filter((other) => other !== tool.name);
    this.add({
      type: 'CreationInfo',
      '@id': creationInfo,
      specVersion: writtenSpdx3Version,
      created: this.timestamp,
      createdBy: [...(converted?.agents.map((party) => this.referenceTo(party)) ?? []), tool.spdxId!],
      ...(tools.length > 0 && { createdUsing: tools.map((other) => this.toolOf([other], 'Tool').spdxId!) }),
      ...converted?.info,
    });
    this.add(tool);
    for (const other of tools) this.add(this.toolOf([other], 'Tool'));
    const subject: JsonObject = this.bom.subject ? { rootElement: [this.iriOf(this.bom.subject.ref)] } : {};
    this.add({
      ...subject,
      ...converted?.document,
      ...own,
      type: 'SpdxDocument',
      spdxId: this.documentIri.own,
      creationInfo,
      name: documentName(this.bom),
      profileConformance: own.profileConformance ?? ['core', 'software', 'simpleLicensing', ...profiles],
    });
  }

  private toolOf(words: readonly string[], type: 'SoftwareAgent' | 'Tool'): JsonObject {
    return { type, spdxId: `${this.namespace}#SPDXRef-Tool-${shortDigest(words)}`, name: words.join('-') };
  }

  private addElement(part: BomPart): void {
    const { family, kind, data } = part;
    this.at(partLabel(part));
    if (family === 'cyclonedx' && kind === 'vulnerability') this.vulnerabilities.add(part);
    else if (family !== 'spdx') this.onLoss(kind);
    else if (kind === 'extracted-license') this.addLicenseText(part);
    else if (data.type === 'CreationInfo') this.add({ ...data, specVersion: writtenSpdx3Version });
    else {
      this.agents.define(data);
      this.add(data);
    }
  }

  private addLicenseText({ ref, data }: BomPart): void {
    // That of an SPDX 3.0 document is an element already.
    if (this.isSpdx3 && ref !== data.licenseId) return;
    for (const name of ['seeAlsos', 'crossRefs']) if (data[name] !== undefined) this.onLoss(name);
    this.licenses.define(data);
  }

  at(element: string): void {
    this.onElement?.(element);
  }

  private addPackage(component: BomComponent): void {
    this.at(componentLabel(component));
    this.hasNesting ||= component.parentRef !== null;
    const own = component.native?.family === 'spdx' ? component.native.data : {};
    const isOwn = typeof own.type === 'string';
    for (const name of foreignMembers(component)) this.onLoss(name);
    const spdxId = this.iriOf(component.ref);
    const members = this.packages.write(component, isOwn ? own : this.convertedPackage(own), this.iriOf);
    members.creationInfo ??= creationInfo;
    members.spdxId = spdxId;
    this.add(members);
    if (!isOwn) this.licenses.addPackage(spdxId, component.licenses, own);
    for (const annotation of Array.isArray(own.annotations) ? own.annotations : [])
      this.addAnnotation(annotation as JsonObject, spdxId);
  }

  private convertedPackage(own: JsonObject): JsonObject {
    return conformToSpec(packageToSpdx3(own, this), packageSchema, this.target) ?? {};
  }

  private addFile(part: BomPart): void {
    const { family, kind, ref, data } = part;
    this.at(partLabel(part));
    if (family !== 'spdx') return this.onLoss(kind);
    if (typeof data.type === 'string') return this.add(data);
    const element =
      kind === 'file'
        ? conformToSpec(fileToSpdx3(data, this), fileSchema, this.target)
        : conformToSpec(snippetToSpdx3(data, this), snippetSchema, this.target);
    if (element === undefined) {
      this.onLoss(kind);
      return;
    }
    const spdxId = this.iriOf(ref ?? '');
    this.add({ ...element, spdxId });
    this.licenses.addText(spdxId, 'hasConcludedLicense', data.licenseConcluded);
    for (const text of kind === 'file' ? [data.licenseInfoInFiles ?? []].flat() : [])
      this.licenses.addText(spdxId, 'hasDeclaredLicense', text);
    for (const annotation of Array.isArray(data.annotations) ? data.annotations : [])
      this.addAnnotation(annotation as JsonObject, spdxId);
  }

  private async *relationships(): AsyncIterable<string> {
    for await (const parts of this.bom.parts('relationship')) {
      for (const part of parts) this.edges.addPart(part);
      yield this.takeText();
    }
    for await (const parts of this.bom.parts('vulnerability')) {
      for (const part of parts) this.addElement(part);
      yield this.takeText();
    }
    if (this.hasNesting) yield* this.nesting();
    const unknown = await refsWithUnknownDependencies(this.bom);
    for await (const dependencies of this.bom.dependencies()) {
      for (const { from, kind, to } of dependencies) {
        const nothing = unknown.has(from) ? 'NOASSERTION' : 'NONE';
        this.edges.addEdges(from, kind, to.length === 0 && kind === 'depends-on' ? [nothing] : to);
      }
      yield this.takeText();
    }
  }

  private async *nesting(): AsyncIterable<string> {
    for await (const components of this.bom.components()) {
      for (const { ref, parentRef } of components)
        if (parentRef !== null) this.edges.addEdges(parentRef, 'CONTAINS', [ref]);
      yield this.takeText();
    }
  }

  private addAnnotationPart(part: BomPart): void {
    const { family, kind, ref, data } = part;
    this.at(partLabel(part));
    if (family !== 'spdx') this.onLoss(kind);
    else if (typeof data.type === 'string') this.add(data);
    else this.addAnnotation(data, this.iriOf(ref ?? 'SPDXRef-DOCUMENT'));
  }

  private addAnnotation(data: JsonObject, subject: string): void {
    const { annotator, reviewer, annotationType, annotationDate, reviewDate, comment } = data;
    const party = readSpdxParty(String(annotator ?? reviewer ?? '')) ?? { kind: 'unknown' as const, name: 'unknown' };
    const created = spdxTimestamp(String(annotationDate ?? reviewDate ?? '')) ?? this.timestamp;
    const info = { specVersion: writtenSpdx3Version, created, createdBy: [this.referenceTo(party)] };
    this.add({
      type: 'Annotation',
      spdxId: `${this.namespace}#SPDXRef-Annotation-${shortDigest([subject, data])}`,
      creationInfo: { type: 'CreationInfo', ...info },
      annotationType: annotationType === 'REVIEW' || reviewer !== undefined ? 'review' : 'other',
      subject,
      statement: String(comment ?? ''),
    });
  }

  private async reportForeignParts(): Promise<void> {
    const kinds = ['service', 'composition', 'formulation', 'declaration', 'definition', 'citation'] as const;
    for await (const parts of this.bom.parts(...kinds, 'external-document'))
      for (const part of parts) {
        this.at(partLabel(part));
        this.onLoss(part.kind);
      }
  }
}
