import type { BomComponent, BomDependency, BomPart, JsonObject } from '../../../model/document.js';
import type { BomSource } from '../../format.js';
import { RefSet } from '../../shared/ref-set.js';
import { documentId, spdxIdOf, spdxReference } from '../../shared/spdx-identifiers.js';
import { subjectComment } from './relationship-reader.js';
import {
  dependsOn,
  describedBy,
  type Edge,
  edgeOf,
  keyOfEdge,
  readRelationship,
  type Spdx2Relationship,
  relationshipOf,
  writeRelationship,
} from '../../shared/spdx2-relationships.js';
import { edgesOfSpdx3, readSpdx3Relationship } from '../../shared/spdx3-relationships.js';
import { relationshipTypes, spdx2Version, type Spdx2Target } from './versions.js';
import type { FileLicenses } from '../v3/file-licenses.js';
import { isLicenseOf, isSpdx3, refsOf, relationshipToSpdx2, reportLostOfLicense } from '../../conversion/to-spdx2.js';
import { refsWithUnknownDependencies } from '../../conversion/unknown-dependencies.js';

/**
 * Writes the relationships of a document: the original ones, what the document describes, nesting as CONTAINS, and
 * the dependency graph. Readers refuse a relationship to something outside the document, so it is left out and
 * reported.
 */
export class RelationshipWriter {
  private readonly packages = new RefSet();
  private readonly externalDocuments = new RefSet();
  private readonly described = new RefSet();
  /** Edges of the original relationships. */
  private readonly writtenEdges = new RefSet();
  private unknownDependencies = new RefSet();
  private packageCount = 0;
  private describedPackages = 0;
  private hasNesting = false;

  constructor(
    private readonly bom: BomSource,
    private readonly target: Spdx2Target,
    /** SPDXIDs of all written elements. */
    private readonly elements: RefSet,
    /** Licences of files, which are relationships in SPDX 3.0. */
    private readonly fileLicenses: FileLicenses,
  ) {}

  addExternalDocument(id: string): void {
    this.externalDocuments.add(id);
  }

  addPackage({ ref, parentRef }: BomComponent): void {
    this.packageCount += 1;
    this.packages.add(spdxIdOf(ref));
    this.hasNesting ||= parentRef !== null;
  }

  async *write(): AsyncIterable<readonly JsonObject[]> {
    for await (const batch of this.bom.parts('relationship'))
      yield batch.flatMap((part) =>
        this.relationshipsOf(part).flatMap((relationship) => {
          const written = relationship && this.writeOwn(relationship);
          if (written === undefined) this.target.onLoss('relationship');
          return written ?? [];
        }),
      );
    yield* this.descriptions();
    if (this.hasNesting) yield* this.nesting();
    this.unknownDependencies = await refsWithUnknownDependencies(this.bom);
    for await (const batch of this.bom.dependencies()) {
      const written: JsonObject[] = [];
      for (const dependency of batch) this.addEdges(dependency, written);
      yield written;
    }
  }

  private addEdges({ from: start, kind, to }: BomDependency, written: JsonObject[]): void {
    const from = spdxIdOf(start);
    // "Depends on nothing" is only written for packages of this document.
    if (to.length === 0 && kind === dependsOn && this.packages.has(from)) {
      const nothing = this.unknownDependencies.has(start) ? 'NOASSERTION' : 'NONE';
      this.addEdge({ from, kind, to: nothing }, written);
    }
    for (const end of to) this.addEdge({ from, kind, to: spdxReference(end) }, written);
  }

  private relationshipsOf(part: BomPart): readonly (Spdx2Relationship | undefined)[] {
    if (part.family !== 'spdx') return [undefined];
    if (!isSpdx3(part)) return [readRelationship(part.data)];
    const refOf = refsOf(this.bom.header);
    const isPackage = (iri: string): boolean => this.packages.has(spdxIdOf(refOf(iri)));
    if (this.fileLicenses.isFileLicense(part.data) || isLicenseOf(part.data, isPackage)) {
      reportLostOfLicense(part.data, this.target.onLoss);
      return [];
    }
    this.addWrittenEdges(part.data, refOf);
    return relationshipToSpdx2(part.data, { refOf, onLoss: this.target.onLoss }) ?? [undefined];
  }

  /** A type that SPDX 2.x lacks is the kind of an edge, and the comment of the relationship that is written for it. */
  private addWrittenEdges(data: JsonObject, refOf: (iri: string) => string): void {
    const read = readSpdx3Relationship(data);
    for (const { from, kind, to } of read === undefined ? [] : edgesOfSpdx3(read))
      if (to !== null)
        this.writtenEdges.add(keyOfEdge({ from: spdxReference(refOf(from)), kind, to: spdxReference(refOf(to)) }));
  }

  private writeOwn(own: Spdx2Relationship): JsonObject[] | undefined {
    const relationship = { ...own, from: spdxReference(own.from), to: spdxReference(own.to) };
    if (!this.hasBothEnds(relationship)) return undefined;
    const target = describedBy(relationship, documentId);
    if (target !== undefined && this.packages.has(target)) {
      if (this.bom.subject) return this.ownDescription(relationship, target, this.bom.subject.ref);
      if (this.described.add(target)) this.describedPackages += 1;
    } else if (target !== undefined) this.described.add(target);
    else this.writtenEdges.add(keyOfEdge(edgeOf(relationship)));
    return [this.toJson(relationship)];
  }

  /** `descriptions` adds one without a comment, and that of a lone package, whose comment marks it as the subject. */
  private ownDescription(own: Spdx2Relationship, target: string, subject: string): JsonObject[] | undefined {
    if (target !== spdxIdOf(subject)) return undefined;
    if (own.comment === '' || this.packageCount === 1) return [];
    this.described.add(target);
    return [this.toJson(own)];
  }

  /**
   * A document must describe something: its subject, or else every package, for readers take a single one for the
   * subject.
   */
  private async *descriptions(): AsyncIterable<readonly JsonObject[]> {
    const { subject } = this.bom;
    const describes = (ref: string, comment = ''): JsonObject[] =>
      this.described.add(spdxIdOf(ref))
        ? [writeRelationship({ from: documentId, type: 'DESCRIBES', to: spdxIdOf(ref), comment })]
        : [];
    if (subject) yield describes(subject.ref, this.packageCount === 1 ? subjectComment : '');
    else if (this.describedPackages <= 1 && (this.packageCount > 1 || this.described.size === 0))
      for await (const batch of this.bom.components()) yield batch.flatMap(({ ref }) => describes(ref));
  }

  private async *nesting(): AsyncIterable<readonly JsonObject[]> {
    for await (const batch of this.bom.components()) {
      const written: JsonObject[] = [];
      for (const { ref, parentRef } of batch)
        if (parentRef !== null)
          this.addEdge({ from: spdxIdOf(parentRef), kind: 'CONTAINS', to: spdxIdOf(ref) }, written);
      yield written;
    }
  }

  private addEdge(edge: Edge, written: JsonObject[]): void {
    if (this.writtenEdges.size > 0 && this.writtenEdges.has(keyOfEdge(edge))) return;
    const relationship = relationshipOf(edge, relationshipTypes);
    if (this.hasBothEnds(relationship)) written.push(this.toJson(relationship));
    else this.target.onLoss('relationship');
  }

  private toJson(relationship: Spdx2Relationship): JsonObject {
    const { type, comment } = relationship;
    if (relationshipTypes.has(type) && !spdx2Version(this.target.version).absentRelationships.has(type))
      return writeRelationship(relationship);
    return writeRelationship({
      ...relationship,
      type: 'OTHER',
      comment: comment === '' ? type : `${type}: ${comment}`,
    });
  }

  private hasBothEnds({ from, to }: Spdx2Relationship): boolean {
    return this.isDefined(from) && (to === 'NONE' || to === 'NOASSERTION' || this.isDefined(to));
  }

  private isDefined(id: string): boolean {
    if (!id.startsWith('DocumentRef-')) return this.elements.has(id);
    return this.externalDocuments.has(id.slice(0, id.indexOf(':')));
  }
}
