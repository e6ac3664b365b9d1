import type { BomComponent, BomEvent, JsonObject } from '../../../model/document.js';
import { FormatError, type ParseLimits } from '../../format.js';
import { RefSet } from '../../reading/ref-set.js';
import { isExternalId } from '../mapping/identifiers.js';
import { documentId } from './pieces.js';
import {
  describedBy,
  EdgeGatherer,
  edgeOf,
  isLeaf,
  keyOfEdge,
  readRelationship,
  type Relationship,
  saysMore,
  writeRelationship,
} from './relationships.js';

/** Comment of the DESCRIBES that names the subject of a document that has no other package. */
export const subjectMark = 'stocktake:subject';

/** Relationships whose ends have not been seen yet are held back, up to this many; then they count as between packages. */
const maxWaiting = 100_000;

/**
 * Sorts the relationships of a document: between packages they are edges of the dependency graph, all others are kept
 * as parts, and those of the document itself say what its subject is. An edge that does not say all that the
 * relationship said (a comment, DEPENDENCY_OF) comes with the relationship as a part beside it.
 */
export class RelationshipReader {
  private readonly packages = new RefSet();
  /** Pairs that are told in more than one way: nesting carried by the component, `hasFiles`, `documentDescribes`. */
  private readonly nested = new RefSet();
  private readonly told = new RefSet();
  private readonly described = new Set<string>();
  private readonly gatherer = new EdgeGatherer();
  private waiting: { readonly relationship: Relationship; readonly place: string }[] = [];
  private edges = 0;
  private ownId = documentId;
  private markedSubject: string | undefined;

  constructor(
    private readonly limits: ParseLimits,
    /** All SPDXIDs of the document so far. */
    private readonly elements: RefSet,
    private readonly emit: (event: BomEvent) => void,
  ) {}

  documentIs(id: string): void {
    this.ownId = id;
  }

  addPackage({ ref, parentRef }: BomComponent): void {
    this.packages.add(ref);
    if (parentRef !== null) this.nested.add(`${parentRef} ${ref}`);
  }

  addDescribed({ SPDXID }: JsonObject): void {
    if (typeof SPDXID !== 'string' || SPDXID === '') return;
    this.tell({ from: documentId, type: 'DESCRIBES', to: SPDXID, comment: '' });
    this.describe(SPDXID);
  }

  addContained(packageRef: string, file: string): void {
    this.tell({ from: packageRef, type: 'CONTAINS', to: file, comment: '' });
  }

  add(data: JsonObject, place: string): void {
    this.edges += 1;
    if (this.edges > this.limits.maxEdges)
      throw new FormatError('limit', `There are more relationships than the limit of ${this.limits.maxEdges}`, place);
    const relationship = readRelationship(data);
    if (relationship === undefined)
      this.emit({ type: 'warning', warning: { place, message: 'The relationship lacks one of its ends or its type' } });
    else this.sort(relationship, place, false);
  }

  /** @param packageCount packages in the document: a single one is no subject */
  end(packageCount: number): void {
    for (const { relationship, place } of this.waiting) this.sort(relationship, place, true);
    this.waiting = [];
    this.flush();
    const subjects = [...this.described].filter((ref) => this.packages.has(ref));
    const [subject] = subjects;
    if (this.markedSubject !== undefined && this.packages.has(this.markedSubject))
      this.emit({ type: 'subject-ref', ref: this.markedSubject });
    else if (subject !== undefined && subjects.length === 1 && packageCount > 1)
      this.emit({ type: 'subject-ref', ref: subject });
  }

  private sort(relationship: Relationship, place: string, isLast: boolean): void {
    const target = describedBy(relationship, this.ownId);
    if (target !== undefined) {
      this.describe(target);
      if (relationship.comment === subjectMark) this.markedSubject = target;
      else this.tell(relationship);
      return;
    }
    const from = this.kindOf(relationship.from);
    const to = isLeaf(relationship) ? 'package' : this.kindOf(relationship.to);
    if (from === 'package' && to === 'package') this.edge(relationship);
    else if (from === 'other' || to === 'other') this.tell(relationship);
    else if (!isLast && this.waiting.length < maxWaiting) this.waiting.push({ relationship, place });
    else if (!isLast) this.edge(relationship);
    else this.dangling(relationship, place);
  }

  private kindOf(ref: string): 'package' | 'other' | 'unknown' {
    if (this.packages.has(ref)) return 'package';
    if (ref === 'NONE' || ref === 'NOASSERTION' || isExternalId(ref) || this.elements.has(ref)) return 'other';
    return ref === documentId ? 'other' : 'unknown';
  }

  private edge(relationship: Relationship): void {
    const edge = edgeOf(relationship);
    if (edge.kind === 'CONTAINS' && this.nested.has(`${edge.from} ${edge.to}`)) return;
    const done = this.gatherer.add(isLeaf(relationship) ? { ...edge, to: null } : edge);
    if (done) this.emit({ type: 'dependency', dependency: done });
    if (!isLeaf(relationship) && saysMore(relationship)) this.part(relationship);
  }

  private dangling(relationship: Relationship, place: string): void {
    const ends = [relationship.from, relationship.to].filter((ref) => this.kindOf(ref) === 'unknown');
    const message = `The relationship names "${ends.join('" and "').slice(0, 200)}", which the document does not hold`;
    this.emit({ type: 'warning', warning: { place, message } });
    this.part(relationship);
  }

  /** A part, but once only where the same is told in two ways. */
  private tell(relationship: Relationship): void {
    const isPlain =
      relationship.comment === '' && (relationship.type === 'CONTAINS' || relationship.type === 'DESCRIBES');
    if (isPlain && !this.told.add(keyOfEdge(edgeOf(relationship)))) return;
    this.part(relationship);
  }

  private part(relationship: Relationship): void {
    this.flush();
    this.emit({ type: 'part', part: { kind: 'relationship', family: 'spdx', data: writeRelationship(relationship) } });
  }

  private flush(): void {
    const done = this.gatherer.end();
    if (done) this.emit({ type: 'dependency', dependency: done });
  }

  /** A document that describes that many elements has no single subject: the first ones are enough to know. */
  private describe(ref: string): void {
    if (this.described.size < maxWaiting) this.described.add(ref);
  }
}
