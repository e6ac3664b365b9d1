import type { BomDependency, JsonObject } from '../../model/document.js';
import { documentId } from './spdx-identifiers.js';

/** Neutral kinds of `BomDependency`; every other relationship keeps its SPDX name as kind. */
export const dependsOn = 'depends-on';
export const provides = 'provides';

/** Inverse relationships of DEPENDS_ON (SPDX 2.3, clause 11.1). */
const inverseDependencies: ReadonlySet<string> = new Set([
  'DEPENDENCY_OF',
  'BUILD_DEPENDENCY_OF',
  'DEV_DEPENDENCY_OF',
  'OPTIONAL_DEPENDENCY_OF',
  'PROVIDED_DEPENDENCY_OF',
  'RUNTIME_DEPENDENCY_OF',
  'TEST_DEPENDENCY_OF',
]);

export interface Spdx2Relationship {
  readonly from: string;
  readonly type: string;
  readonly to: string;
  readonly comment: string;
}

export interface Edge {
  readonly from: string;
  readonly kind: string;
  readonly to: string;
}

/** An element of `relationships`; undefined where it lacks an end or the type. */
export function readRelationship(data: JsonObject): Spdx2Relationship | undefined {
  const { spdxElementId: from, relationshipType: type, relatedSpdxElement: to, comment } = data;
  if (typeof from !== 'string' || typeof to !== 'string' || typeof type !== 'string') return undefined;
  if (from === '' || to === '' || type === '') return undefined;
  return {
    from,
    type: type.toUpperCase().replaceAll('-', '_'),
    to,
    comment: typeof comment === 'string' ? comment : '',
  };
}

export function writeRelationship({ from, type, to, comment }: Spdx2Relationship): JsonObject {
  const written: JsonObject = { spdxElementId: from, relationshipType: type, relatedSpdxElement: to };
  if (comment !== '') written.comment = comment;
  return written;
}

/** A relationship as an edge of the dependency graph. */
export function edgeOf({ from, type, to, comment }: Spdx2Relationship): Edge {
  if (inverseDependencies.has(type)) return { from: to, kind: dependsOn, to: from };
  if (type === 'DEPENDS_ON') return { from, kind: dependsOn, to };
  if (type === 'OTHER' && comment === provides) return { from, kind: provides, to };
  return { from, kind: type, to };
}

/** The simplest relationship for an edge; a kind that is no SPDX name becomes the comment of OTHER. */
export function relationshipOf({ from, kind, to }: Edge, types: ReadonlySet<string>): Spdx2Relationship {
  if (kind === dependsOn) return { from, type: 'DEPENDS_ON', to, comment: '' };
  return types.has(kind) ? { from, type: kind, to, comment: '' } : { from, type: 'OTHER', to, comment: kind };
}

/** True where the edge loses something of the relationship: its comment, its direction, or what it is needed for. */
export function isLossyAsEdge(relationship: Spdx2Relationship): boolean {
  if (relationship.comment === '') return inverseDependencies.has(relationship.type);
  const again = relationshipOf(edgeOf(relationship), new Set([relationship.type]));
  return again.type !== relationship.type || again.comment !== relationship.comment;
}

/** "X DEPENDS_ON NONE": X has no dependencies. */
export const isDependencyOnNone = ({ type, to }: Spdx2Relationship): boolean => type === 'DEPENDS_ON' && to === 'NONE';

/** What the document describes, in either direction; undefined for any other relationship. */
export function describedBy(relationship: Spdx2Relationship, ownId: string): string | undefined {
  const isDocument = (id: string): boolean => id === documentId || id === ownId;
  if (relationship.type === 'DESCRIBES' && isDocument(relationship.from)) return relationship.to;
  if (relationship.type === 'DESCRIBED_BY' && isDocument(relationship.to)) return relationship.from;
  return undefined;
}

export const keyOfEdge = ({ from, kind, to }: Edge): string => `${from} ${kind} ${to}`;

/** Groups consecutive edges of one start and one kind. */
export class EdgeGrouper {
  private from = '';
  private kind = '';
  private to: string[] = [];
  private isOpen = false;

  /** @returns the finished dependency when `edge` begins the next one */
  add(edge: { readonly from: string; readonly kind: string; readonly to: string | null }): BomDependency | undefined {
    const continues = this.isOpen && edge.from === this.from && edge.kind === this.kind && edge.to !== null;
    const done = continues ? undefined : this.end();
    this.isOpen = true;
    this.from = edge.from;
    this.kind = edge.kind;
    if (edge.to !== null) this.to.push(edge.to);
    return done;
  }

  end(): BomDependency | undefined {
    if (!this.isOpen) return undefined;
    const done = { from: this.from, to: this.to, kind: this.kind };
    this.isOpen = false;
    this.to = [];
    return done;
  }
}
