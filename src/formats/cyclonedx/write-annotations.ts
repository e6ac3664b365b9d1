import type { BomPart, JsonObject } from '../../model/document.js';
import { annotationFromPart, annotationFromRelationship, annotationKinds } from '../conversion/from-spdx-parts.js';
import { annotationFromEdge, dependencyKinds } from '../conversion/relationship-annotations.js';
import { isLicenseOf, isSpdx3, refsOf, relationshipToSpdx2, reportLostOfLicense } from '../conversion/to-spdx2.js';
import type { Spdx3Vulnerabilities } from '../conversion/vulnerabilities-from-spdx3.js';
import type { BomSource, SerializeOptions } from '../format.js';
import { partLabel } from '../losses.js';
import { RefSet } from '../shared/ref-set.js';
import { documentId } from '../shared/spdx-identifiers.js';
import { isLossyAsEdge, type Spdx2Relationship } from '../shared/spdx2-relationships.js';

/** What is written by the time of the annotations, and tells which relationships need none. */
export interface WrittenElsewhere {
  /** Refs of the components. */
  readonly packages: RefSet;
  readonly vulnerabilities: Spdx3Vulnerabilities;
}

/** The `annotations` of a document: its own, and the relationships that CycloneDX has no other place for. */
export class AnnotationsWriter {
  /** Relationships that have been written as annotations: none may be written twice. */
  private readonly written = new RefSet();

  constructor(
    private readonly bom: BomSource,
    private readonly options: SerializeOptions,
    private readonly elsewhere: WrittenElsewhere,
  ) {}

  async *all(): AsyncIterable<readonly JsonObject[]> {
    for await (const batch of this.bom.parts(...annotationKinds)) yield batch.flatMap((part) => this.annotation(part));
    for await (const batch of this.bom.dependencies())
      yield batch.flatMap((edge) => (dependencyKinds.has(edge.kind) ? [] : [annotationFromEdge(edge, this.options)]));
  }

  private annotation(part: BomPart): JsonObject[] {
    this.options.onElement?.(partLabel(part));
    if (part.kind === 'relationship' && isSpdx3(part)) return this.spdx3Relationship(part.data);
    const data = part.family === 'cyclonedx' ? part.data : annotationFromPart(part, this.options);
    if (data === undefined) this.options.onLoss(part.kind);
    return data === undefined ? [] : [data];
  }

  /** SPDX 3.0 keeps every relationship as a part: those that no edge and no licence says become annotations. */
  private spdx3Relationship(data: JsonObject): JsonObject[] {
    const { onLoss } = this.options;
    const { packages, vulnerabilities } = this.elsewhere;
    const refOf = refsOf(this.bom.header);
    const isPackage = (ref: string): boolean => ref === this.bom.subject?.ref || packages.has(ref);
    if (isLicenseOf(data, (iri) => isPackage(refOf(iri)))) {
      reportLostOfLicense(data, onLoss);
      return [];
    }
    if (vulnerabilities.holds(data)) return [];
    const relationships = relationshipToSpdx2(data, { refOf, onLoss });
    if (relationships === undefined) onLoss('relationship');
    const isWrittenElsewhere = (relationship: Spdx2Relationship): boolean => {
      const { from, type, to, comment } = relationship;
      // The comment is the name that only SPDX 3.0 has, which is the kind of the edge.
      const isNamed = type === 'OTHER' && comment === data.relationshipType;
      return (
        (isNamed || (comment === '' && !isLossyAsEdge(relationship))) &&
        isPackage(to) &&
        (isPackage(from) || (type === 'DESCRIBES' && from === documentId && to === this.bom.subject?.ref))
      );
    };
    return (relationships ?? [])
      .filter((relationship) => !isWrittenElsewhere(relationship) && this.written.add(JSON.stringify(relationship)))
      .map((relationship) => annotationFromRelationship(relationship, this.options));
  }
}
