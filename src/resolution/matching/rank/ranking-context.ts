import type { ComponentQuery } from '../compare/component-query.js';
import type { CatalogHits, CatalogEntries } from '../query/catalog-entries.js';
import type { SimilarPackages } from './similar-packages.js';

/** What ranking knows of one component: the question, and what the catalogue answered. */
export interface RankingContext {
  readonly asked: ComponentQuery;
  readonly hits: CatalogHits;
  readonly known: CatalogEntries;
  readonly neighbours: SimilarPackages;
}
