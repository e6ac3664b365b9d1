import { entryKinds } from '../../model/catalog-entry.js';
import { entryId, entryKind } from '../../model/entry-key.js';
import type { Sql } from '../../platform/database/sql.js';
import type { EntityIdentifier } from './entity-identifiers.js';

/** A kernel has hundreds of packages in distributions; those with the most sources come first. */
const maxLinks = 200;

const { package: packages, product: products, repo: repositories } = entryKinds;

/** Keys of identifiers, as the catalogue has them. */
export interface CatalogKeys {
  readonly purls: readonly string[];
  readonly cpes: readonly string[];
  readonly repositories: readonly string[];
}

export interface LinkedIdentifiers {
  readonly identifiers: readonly EntityIdentifier[];
  /** False where something has more links than are read. */
  readonly isComplete: boolean;
}

type LinkedRow = EntityIdentifier & { readonly isCut: boolean };

/** The catalogue's identifiers of the same thing: with the keys, and what is linked with these. */
export const linkedIdentifiers = async (sql: Sql, keys: CatalogKeys): Promise<LinkedIdentifiers> =>
  linkedOf(
    await sql.query<LinkedRow>(
      identifiersLinkedWith(`
        SELECT ${packages} AS kind, id FROM catalog_packages WHERE key = ANY ($purls::text[])
        UNION ALL SELECT ${products}, id FROM catalog_products WHERE key = ANY ($cpes::text[])
        UNION ALL SELECT ${repositories}, id FROM catalog_repositories WHERE url = ANY ($repositories::text[])`),
      { ...keys },
    ),
  );

/** As `linkedIdentifiers`, for entries of the catalogue (see `entryKey`). */
export const identifiersOfEntries = async (sql: Sql, entries: readonly number[]): Promise<LinkedIdentifiers> =>
  linkedOf(
    await sql.query<LinkedRow>(
      identifiersLinkedWith('SELECT kind, id FROM unnest($kinds::smallint[], $ids::integer[]) AS entries (kind, id)'),
      { kinds: entries.map(entryKind), ids: entries.map(entryId) },
    ),
  );

const linkedOf = (rows: readonly LinkedRow[]): LinkedIdentifiers => ({
  identifiers: rows.map(({ isCut: _, ...identifier }) => identifier),
  isComplete: !rows.some(({ isCut }) => isCut),
});

const isSame = `relation IN ('same', 'source_of')`;

/** From upstream to a distribution's package, but not back: that may hold much else. */
const isSameOrPackage = `relation IN ('same', 'source_of', 'packaged_as')`;

const identifiersLinkedWith = (asked: string): string => `
  WITH asked AS (${asked}),
  others AS MATERIALIZED (
    SELECT other.* FROM asked CROSS JOIN LATERAL (
      SELECT ends.kind, ends.id, row_number() OVER (ORDER BY ends.sources DESC, ends.kind, ends.id) AS place FROM (
        SELECT to_kind AS kind, to_id AS id, cardinality(sources) AS sources FROM catalog_links
          WHERE from_kind = asked.kind AND from_id = asked.id AND ${isSameOrPackage}
        UNION ALL
        SELECT from_kind, from_id, cardinality(sources) FROM catalog_links
          WHERE to_kind = asked.kind AND to_id = asked.id AND ${isSame}) AS ends
      ORDER BY place LIMIT ${maxLinks} + 1) AS other),
  found AS (SELECT kind, id FROM asked UNION SELECT kind, id FROM others WHERE place <= ${maxLinks}),
  cut AS (SELECT EXISTS (SELECT FROM others WHERE place > ${maxLinks}) AS is_cut)
  SELECT 'purl' AS kind, p.purl AS identifier, 'catalogue' AS link, false AS "isShared", is_cut AS "isCut"
    FROM cut, found f JOIN catalog_packages p ON p.id = f.id WHERE f.kind = ${packages}
  UNION ALL SELECT 'cpe', p.cpe, 'catalogue', false, is_cut
    FROM cut, found f JOIN catalog_products p ON p.id = f.id WHERE f.kind = ${products}
  UNION ALL SELECT 'repo_url', r.url, 'catalogue', (
      SELECT count(*) FROM (
        SELECT FROM catalog_links l WHERE l.to_kind = ${repositories} AND l.to_id = r.id
          AND l.from_kind = ${packages} AND l.relation = 'source_of' LIMIT 2) AS two) > 1, is_cut
    FROM cut, found f JOIN catalog_repositories r ON r.id = f.id WHERE f.kind = ${repositories}`;
