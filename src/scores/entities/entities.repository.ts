import { entryKinds } from '../../model/catalog-entry.js';
import type { Sql } from '../../platform/database/sql.js';

export interface PackageRow {
  readonly id: number;
  readonly purl: string;
  readonly type: string;
  readonly name: string;
  readonly versions: readonly string[];
  readonly latest_version: string | null;
  readonly weight: number;
  readonly sources: readonly string[];
  readonly observed_at: Date;
}

export interface ProductRow {
  readonly id: number;
  readonly cpe: string;
  readonly vendor: string;
  readonly product: string;
  readonly versions: readonly string[];
  readonly deprecated: boolean;
  readonly weight: number;
  readonly sources: readonly string[];
  readonly observed_at: Date;
}

export interface RepositoryRow {
  readonly id: number;
  readonly url: string;
  readonly owner: string;
  readonly name: string;
  readonly weight: number;
  readonly sources: readonly string[];
  readonly observed_at: Date;
}

/** An entry that the catalogue links with the one that was asked for. */
export interface LinkedEntry {
  readonly askedKind: number;
  readonly askedId: number;
  readonly kind: number;
  readonly id: number;
  readonly sources: number;
}

export const kindNumbers = { package: entryKinds.package, product: entryKinds.product, repository: entryKinds.repo };

const packageColumns = 'id, purl, type, name, versions, latest_version, weight, sources, observed_at';
const productColumns = 'id, cpe, vendor, product, versions, deprecated, weight, sources, observed_at';
const repositoryColumns = 'id, url, owner, name, weight, sources, observed_at';

export async function packagesByKey(sql: Sql, keys: readonly string[]): Promise<Map<string, PackageRow>> {
  if (keys.length === 0) return new Map();
  const rows = await sql.query<PackageRow & { key: string }>(
    `SELECT key, ${packageColumns} FROM catalog_packages WHERE key = ANY ($keys::text[])`,
    { keys },
  );
  return new Map(rows.map((row) => [row.key, row]));
}

export async function productsByKey(sql: Sql, keys: readonly string[]): Promise<Map<string, ProductRow>> {
  if (keys.length === 0) return new Map();
  const rows = await sql.query<ProductRow & { key: string }>(
    `SELECT key, ${productColumns} FROM catalog_products WHERE key = ANY ($keys::text[])`,
    { keys },
  );
  return new Map(rows.map((row) => [row.key, row]));
}

export async function repositoriesByUrl(sql: Sql, urls: readonly string[]): Promise<Map<string, RepositoryRow>> {
  if (urls.length === 0) return new Map();
  const rows = await sql.query<RepositoryRow>(
    `SELECT ${repositoryColumns} FROM catalog_repositories WHERE url = ANY ($urls::text[])`,
    { urls },
  );
  return new Map(rows.map((row) => [row.url, row]));
}

export const productRows = (sql: Sql, ids: readonly number[]): Promise<ProductRow[]> =>
  sql.query<ProductRow>(`SELECT ${productColumns} FROM catalog_products WHERE id = ANY ($ids::integer[])`, { ids });

export const repositoryRows = (sql: Sql, ids: readonly number[]): Promise<RepositoryRow[]> =>
  sql.query<RepositoryRow>(`SELECT ${repositoryColumns} FROM catalog_repositories WHERE id = ANY ($ids::integer[])`, {
    ids,
  });

/** Link condition: both ends are the same entity, or one is the source of the other. */
const isSame = "relation IN ('same', 'source_of')";

/** A repository may hold thousands of packages; the few links that matter are also found from the other end. */
const maxLinked = 100;

/** Entries of other kinds that are the same entity or its source, those with the most sources first. */
export async function linkedEntries(
  sql: Sql,
  entries: readonly { readonly kind: number; readonly id: number }[],
): Promise<LinkedEntry[]> {
  if (entries.length === 0) return [];
  return sql.query<LinkedEntry>(
    `SELECT asked.kind AS "askedKind", asked.id AS "askedId", other.kind, other.id, other.sources
     FROM unnest($kinds::smallint[], $ids::integer[]) AS asked (kind, id)
     CROSS JOIN LATERAL (
       SELECT * FROM (
         SELECT to_kind AS kind, to_id AS id, cardinality(sources) AS sources FROM catalog_links
           WHERE from_kind = asked.kind AND from_id = asked.id AND to_kind <> asked.kind AND ${isSame}
         UNION ALL
         SELECT from_kind, from_id, cardinality(sources) FROM catalog_links
           WHERE to_kind = asked.kind AND to_id = asked.id AND from_kind <> asked.kind AND ${isSame}) AS ends
       ORDER BY sources DESC, id LIMIT ${maxLinked}) AS other`,
    { kinds: entries.map(({ kind }) => kind), ids: entries.map(({ id }) => id) },
  );
}

/** Packages that are the same entity as one of the entries, or come from it; the most popular first. */
export const linkedPackages = (
  sql: Sql,
  entries: readonly { readonly kind: number; readonly id: number }[],
): Promise<PackageRow[]> =>
  sql.query<PackageRow>(
    `WITH asked AS (SELECT * FROM unnest($kinds::smallint[], $ids::integer[]) AS asked (kind, id))
     SELECT ${packageColumns} FROM catalog_packages WHERE id IN (
       SELECT l.to_id FROM asked a JOIN catalog_links l ON l.from_kind = a.kind AND l.from_id = a.id
         WHERE l.to_kind = ${kindNumbers.package} AND l.${isSame}
       UNION SELECT l.from_id FROM asked a JOIN catalog_links l ON l.to_kind = a.kind AND l.to_id = a.id
         WHERE l.from_kind = ${kindNumbers.package} AND l.${isSame})
     ORDER BY weight DESC, id LIMIT ${maxLinked}`,
    { kinds: entries.map(({ kind }) => kind), ids: entries.map(({ id }) => id) },
  );

/** Whether any of the package keys has advisories, even if no list of packages has it. */
export async function hasAdvisories(sql: Sql, packageKeys: readonly string[]): Promise<boolean> {
  const one = 'SELECT 1 FROM catalog_advisory_packages WHERE package_key = ANY ($packageKeys::text[]) LIMIT 1';
  return (await sql.one(one, { packageKeys })) !== null;
}

/** A package without its versions. */
export type NamedPackage = Pick<PackageRow, 'id' | 'purl' | 'type' | 'name' | 'weight'>;

export async function packageNames(sql: Sql, ids: readonly number[]): Promise<Map<number, NamedPackage>> {
  if (ids.length === 0) return new Map();
  const rows = await sql.query<NamedPackage>(
    'SELECT id, purl, type, name, weight FROM catalog_packages WHERE id = ANY ($ids::integer[])',
    { ids },
  );
  return new Map(rows.map((row) => [row.id, row]));
}
