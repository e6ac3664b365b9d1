import { Injectable } from '@nestjs/common';
import { packagesById, productsById, repositoriesById } from '../../catalog/catalog.repository.js';
import { entriesByPrefix } from '../../catalog/catalog-search.repository.js';
import type { PackageEntry, ProductEntry, RepositoryEntry } from '../../model/catalog-entry.js';
import { purlTypes } from '../../model/purl-types.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { lookUp } from '../catalog-lookup.js';
import { buildQuery } from '../matching/compare/component-query.js';
import { rankCandidates } from '../matching/rank/rank-candidates.js';
import { trainedModel } from '../matching/rank/trained-model.js';

/** Catalogue entries, the likeliest first. Identifiers have no version. */
export interface Found {
  readonly package: readonly FoundPackage[];
  readonly repo: readonly FoundRepository[];
  readonly product: readonly FoundProduct[];
}

interface FoundEntry {
  readonly name: string;
  readonly org: string;
}
export type FoundPackage = FoundEntry & {
  readonly purl: string;
  readonly title: string | null;
  readonly latest_version: string | null;
};
export type FoundRepository = FoundEntry & { readonly repo_url: string };
export type FoundProduct = FoundEntry & {
  readonly cpe: string;
  readonly title: string | null;
  readonly deprecated: boolean;
};

interface Entries {
  readonly packages: readonly PackageEntry[];
  readonly products: readonly ProductEntry[];
  readonly repositories: readonly RepositoryEntry[];
}

/** Searches the catalogue as resolution does, and by prefixes of names. */
@Injectable()
export class SearchService {
  constructor(private readonly database: Database) {}

  async search(q: string, kind: string | null, limit: number): Promise<Found> {
    const [close, beginning] = await this.database.transaction({ organizations: [] }, async (sql) => [
      await similarEntries(sql, q),
      await prefixEntries(sql, q, limit),
    ]);
    const of = <View>(wanted: string, make: () => readonly View[]): readonly View[] =>
      kind === null || kind === wanted ? make().slice(0, limit) : [];
    return {
      package: of('package', () =>
        distinct([...close.packages, ...beginning.packages])
          .filter(({ type }) => purlTypes.has(type))
          .map(packageView),
      ),
      repo: of('repo', () => distinct([...close.repositories, ...beginning.repositories]).map(repositoryView)),
      product: of('product', () => distinct([...close.products, ...beginning.products]).map(productView)),
    };
  }
}

/** As resolution ranks them: identifiers, whole names, words, typos. */
async function similarEntries(sql: Sql, q: string): Promise<Entries> {
  const query = buildQuery({ name: q, org: '', version: '' }, trainedModel);
  const { hits, entries: listed } = await lookUp(sql, [query]);
  const { packages, products, repositories } = rankCandidates(query, hits[0]!, listed, trainedModel);
  const entries = <Entry>(ranked: readonly { candidate: { entry: Entry | null } }[]): Entry[] =>
    ranked.map(({ candidate }) => candidate.entry).filter((entry) => entry !== null);
  return {
    packages: entries(packages),
    products: entries(products.filter(({ candidate }) => !candidate.isGenerated)),
    repositories: entries(repositories),
  };
}

async function prefixEntries(sql: Sql, q: string, limit: number): Promise<Entries> {
  const ids = await entriesByPrefix(sql, q, limit);
  return {
    packages: inOrder(ids.packages, await packagesById(sql, ids.packages)),
    products: inOrder(ids.products, await productsById(sql, ids.products)),
    repositories: inOrder(ids.repositories, await repositoriesById(sql, ids.repositories)),
  };
}

function inOrder<Entry extends { readonly id: number }>(ids: readonly number[], entries: readonly Entry[]): Entry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return ids.map((id) => byId.get(id)).filter((entry) => entry !== undefined);
}

const distinct = <Entry extends { readonly id: number }>(entries: readonly Entry[]): Entry[] => [
  ...new Map(entries.map((entry) => [entry.id, entry])).values(),
];

const packageView = (entry: PackageEntry): FoundPackage => ({
  purl: entry.purl,
  name: entry.name,
  org: entry.namespace ?? '',
  title: entry.title,
  latest_version: entry.latestVersion,
});
const repositoryView = ({ url, owner, name }: RepositoryEntry): FoundRepository => ({
  repo_url: url,
  name,
  org: owner,
});
const productView = ({ cpe, vendor, product, title, deprecated }: ProductEntry): FoundProduct => ({
  cpe,
  name: product,
  org: vendor,
  title,
  deprecated,
});
