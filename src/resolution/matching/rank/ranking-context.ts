import type { ComponentQuery } from '../compare/component-query.js';
import type { CatalogHits, CatalogEntries } from '../query/catalog-entries.js';
import type { SimilarPackages } from './similar-packages.js';

/** One component's query with the catalogue's answers. */
export interface RankingContext {
  readonly query: ComponentQuery;
  readonly hits: CatalogHits;
  readonly entries: CatalogEntries;
  readonly similar: SimilarPackages;
}
