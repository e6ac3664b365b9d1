import type { BomComponent, BomEvent, JsonObject } from '../../../model/document.js';
import { FormatError, type ParseLimits } from '../../format.js';
import { RefSet } from '../../shared/ref-set.js';
import { documentId, isExternalId } from '../../shared/spdx-identifiers.js';
import {
  describedBy,
  EdgeGrouper,
  edgeOf,
  isDependencyOnNone,
  keyOfEdge,
  readRelationship,
  type Spdx2Relationship,
  isLossyAsEdge,
  writeRelationship,
} from '../../shared/spdx2-relationships.js';

/** Marks the DESCRIBES of the subject in a document without other packages. */
export const subjectComment = 'stocktake:subject';

/** Relationships whose ends come later are deferred, up to this many; further ones count as edges between packages. */
const maxPending = 100_000;

/**
 * Converts the relationships of a document: those between packages become edges of the dependency graph, all others
 * parts; those of the document identify its subject. If an edge loses something (a comment, DEPENDENCY_OF), the
 * relationship is kept as a part in addition.
 */
export class RelationshipReader {
  private readonly packages = new RefSet();
  /** Pairs that occur in more than one form: `parentRef`, `hasFiles`, `documentDescribes`. */
  private readonly nested = new RefSet();
  private readonly emittedEdges = new RefSet();
  private readonly described = new Set<string>();
  private readonly grouper = new EdgeGrouper();
  private pending: { readonly relationship: Spdx2Relationship; readonly place: string }[] = [];
  private edges = 0;
  private ownId = documentId;
  private markedSubject: string | undefined;

  constructor(
    private readonly limits: ParseLimits,
    /** All SPDXIDs of the document so far. */
    private readonly elements: RefSet,
    private readonly emit: (event: BomEvent) => void,
  ) {}

  setDocumentId(id: string): void {
    this.ownId = id;
  }

  addPackage({ ref, parentRef }: BomComponent): void {
    this.packages.add(ref);
    if (parentRef !== null) this.nested.add(`${parentRef} ${ref}`);
  }

  addDescribed({ SPDXID }: JsonObject): void {
    if (typeof SPDXID !== 'string' || SPDXID === '') return;
    this.emitPartOnce({ from: documentId, type: 'DESCRIBES', to: SPDXID, comment: '' });
    this.addDescribedRef(SPDXID);
  }

  addContained(packageRef: string, file: string): void {
    this.emitPartOnce({ from: packageRef, type: 'CONTAINS', to: file, comment: '' });
  }

  add(data: JsonObject, place: string): void {
    this.edges += 1;
    if (this.edges > this.limits.maxEdges)
      throw new FormatError('limit', `There are more relationships than the limit of ${this.limits.maxEdges}`, place);
    const relationship = readRelationship(data);
    if (relationship === undefined)
      this.emit({
        type: 'warning',
        warning: { place, message: 'The relationship lacks one of its ends or its type; it was skipped' },
      });
    else this.sort(relationship, place, false);
  }

  /** @param packageCount packages of the document; a single one is not the subject */
  end(packageCount: number): void {
    for (const { relationship, place } of this.pending) this.sort(relationship, place, true);
    this.pending = [];
    this.flush();
    const subjects = [...this.described].filter((ref) => this.packages.has(ref));
    const [subject] = subjects;
    if (this.markedSubject !== undefined && this.packages.has(this.markedSubject))
      this.emit({ type: 'subject-ref', ref: this.markedSubject });
    else if (subject !== undefined && subjects.length === 1 && packageCount > 1)
      this.emit({ type: 'subject-ref', ref: subject });
  }

  private sort(relationship: Spdx2Relationship, place: string, isLast: boolean): void {
    const target = describedBy(relationship, this.ownId);
    if (target !== undefined) {
      this.addDescribedRef(target);
      if (relationship.comment === subjectComment) this.markedSubject = target;
      else this.emitPartOnce(relationship);
      return;
    }
    const from = this.kindOf(relationship.from);
    const to = isDependencyOnNone(relationship) ? 'package' : this.kindOf(relationship.to);
    if (from === 'package' && to === 'package') this.emitEdge(relationship);
    else if (from === 'other' || to === 'other') this.emitPartOnce(relationship);
    else if (!isLast && this.pending.length < maxPending) this.pending.push({ relationship, place });
    else if (!isLast) this.emitEdge(relationship);
    else this.reportDangling(relationship, place);
  }

  private kindOf(ref: string): 'package' | 'other' | 'unknown' {
    if (this.packages.has(ref)) return 'package';
    if (ref === 'NONE' || ref === 'NOASSERTION' || isExternalId(ref) || this.elements.has(ref)) return 'other';
    return ref === documentId ? 'other' : 'unknown';
  }

  private emitEdge(relationship: Spdx2Relationship): void {
    const edge = edgeOf(relationship);
    if (edge.kind === 'CONTAINS' && this.nested.has(`${edge.from} ${edge.to}`)) return;
    const done = this.grouper.add(isDependencyOnNone(relationship) ? { ...edge, to: null } : edge);
    if (done) this.emit({ type: 'dependency', dependency: done });
    if (isLossyAsEdge(relationship)) this.emitPart(relationship);
  }

  private reportDangling(relationship: Spdx2Relationship, place: string): void {
    const ends = [relationship.from, relationship.to].filter((ref) => this.kindOf(ref) === 'unknown');
    const message = `The relationship refers to "${ends.join('" and "').slice(0, 200)}", which is not in the document`;
    this.emit({ type: 'warning', warning: { place, message } });
    this.emitPart(relationship);
  }

  /** A part; once only, where it occurs in two forms. */
  private emitPartOnce(relationship: Spdx2Relationship): void {
    const isPlain =
      relationship.comment === '' && (relationship.type === 'CONTAINS' || relationship.type === 'DESCRIBES');
    if (isPlain && !this.emittedEdges.add(keyOfEdge(edgeOf(relationship)))) return;
    this.emitPart(relationship);
  }

  private emitPart(relationship: Spdx2Relationship): void {
    this.flush();
    this.emit({ type: 'part', part: { kind: 'relationship', family: 'spdx', data: writeRelationship(relationship) } });
  }

  private flush(): void {
    const done = this.grouper.end();
    if (done) this.emit({ type: 'dependency', dependency: done });
  }

  /** The first ones are enough to know that there is no single subject. */
  private addDescribedRef(ref: string): void {
    if (this.described.size < maxPending) this.described.add(ref);
  }
}
