import type { Asked } from './asked.js';
import type { CatalogHits, CatalogKnowledge } from './knowledge.js';
import type { Neighbours } from './neighbours.js';

/** What ranking knows of one component: the question, and what the catalogue answered. */
export interface Found {
  readonly asked: Asked;
  readonly hits: CatalogHits;
  readonly known: CatalogKnowledge;
  readonly neighbours: Neighbours;
}
