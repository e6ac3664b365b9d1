import type { BomPart, JsonObject } from '../../../model/document.js';
import { partLabel, type OnLoss } from '../../losses.js';
import { RefSet } from '../../shared/ref-set.js';
import { readRelationship } from '../../shared/spdx2-relationships.js';
import { shortFingerprint } from '../../shared/spdx-identifiers.js';
import {
  edgesOfSpdx3,
  readSpdx3Relationship,
  relationshipJson,
  spdx3RelationshipOf,
  spdx3RelationshipsOf,
  type Spdx3Relationship,
} from '../../shared/spdx3-relationships.js';
import { individuals } from '../../shared/spdx3-vocabulary.js';

/** Identifier of the one description of who wrote the graph, and when. */
export const creationInfo = '_:stocktake';

/** The graph that is being written, as its relationships need it. */
export interface Spdx3Graph {
  readonly onLoss: OnLoss;
  /** The IRI of an element of the document. */
  readonly iriOf: (ref: string) => string;
  /** The IRI of an element that this service names. */
  idOf(name: string): string;
  /** Whether an element is written or may stand in another document. Elements are written before their relationships. */
  isDefined(iri: string): boolean;
  add(element: JsonObject): void;
  /** Adds an element as JSON text, unless one with its IRI is written. */
  addText(spdxId: string, json: () => string): void;
  /** What the next losses are of. */
  at(element: string): void;
}

/** Writes each relationship once: those of the file as they are, then those that only the neutral model has. */
export class Spdx3RelationshipWriter {
  /** Edges of the file's relationships. */
  private readonly writtenEdges = new RefSet();

  constructor(private readonly graph: Spdx3Graph) {}

  /** A relationship of the file. */
  addPart(part: BomPart): void {
    const { family, data } = part;
    this.graph.at(partLabel(part));
    const isOwn = typeof data.type === 'string';
    const own = isOwn ? readSpdx3Relationship(data) : undefined;
    const spdx2 = family === 'spdx' && !isOwn ? readRelationship(data) : undefined;
    if (own !== undefined) {
      for (const { from, kind, to } of edgesOfSpdx3(own))
        this.writtenEdges.add(`${from} ${kind} ${to ?? individuals.get('NONE')}`);
      this.graph.add(data);
    } else if (
      spdx2 !== undefined &&
      this.graph.isDefined(this.graph.iriOf(spdx2.from)) &&
      this.graph.isDefined(this.graph.iriOf(spdx2.to))
    ) {
      const converted = spdx3RelationshipOf({
        from: spdx2.from,
        kind: spdx2.type === 'DEPENDS_ON' ? 'depends-on' : spdx2.type,
        to: spdx2.to,
      });
      const [from, to] = [this.graph.iriOf(converted.from), converted.to.map(this.graph.iriOf)];
      this.add({ ...converted, from, to, comment: spdx2.comment || converted.comment });
      for (const edge of edgesOfSpdx3(converted))
        this.writtenEdges.add(`${this.graph.iriOf(edge.from)} ${edge.kind} ${this.graph.iriOf(edge.to ?? 'NONE')}`);
    } else this.graph.onLoss('relationship');
  }

  /** Relationships of the neutral model that no relationship of the file has written. */
  addEdges(start: string, kind: string, ends: readonly string[]): void {
    const from = this.graph.iriOf(start);
    const isFromHeld = this.graph.isDefined(from);
    this.graph.at(`relationship of ${start}`);
    const targets = new Set<string>();
    for (const end of ends) {
      const to = this.graph.iriOf(end);
      if (this.writtenEdges.size > 0 && this.writtenEdges.has(`${from} ${kind} ${to}`)) continue;
      if (isFromHeld && this.graph.isDefined(to)) targets.add(to);
      else this.graph.onLoss('relationship');
    }
    for (const relationship of spdx3RelationshipsOf(from, kind, [...targets])) this.add(relationship);
  }

  /** @param relationship its ends by their IRIs */
  add(relationship: Spdx3Relationship): void {
    const { from, type, to, scope, comment } = relationship;
    const id = shortFingerprint([from, type, to.join(' '), scope, comment].join(' '));
    const spdxId = this.graph.idOf(`SPDXRef-Relationship-${id}`);
    this.graph.addText(spdxId, () => relationshipJson(relationship, spdxId, creationInfo));
  }
}
