import { rowAggregation, type RowAggregation } from './row-aggregation.js';
import type { StagingTableDefinition } from './staging-table.js';

/** Per entry: enough to recognize a package by, not a complete list. */
const maxVersions = 60;
/** Per entry. */
const maxReferences = 8;

const unionOf = (first: string, second: string): string =>
  `(SELECT coalesce(array_agg(DISTINCT item), '{}') FROM unnest(${first} || ${second}) AS item)`;

/** The distinct versions, those of the first list first. */
const unionOfVersions = (first: string, second: string): string => `(
  SELECT coalesce(array_agg(item ORDER BY position), '{}') FROM (
    SELECT item, min(position) AS position FROM unnest(${first} || ${second}) WITH ORDINALITY AS listed (item, position)
    GROUP BY item ORDER BY min(position) LIMIT ${maxVersions}) AS kept)`;

const packages: RowAggregation = {
  stage: 'staged_packages',
  lists: [{ column: 'versions', limit: maxVersions, newestFirst: true }],
  sums: 'sum(weight)::integer AS weight',
};
const products: RowAggregation = {
  stage: 'staged_products',
  lists: [
    { column: 'versions', limit: maxVersions, newestFirst: true },
    { column: 'target_software', limit: maxVersions },
    { column: 'deprecated_by', limit: maxReferences },
    { column: 'reference_urls', limit: maxReferences },
  ],
  // A product is deprecated where all its CPE names are.
  sums: 'sum(weight)::integer AS weight, bool_and(deprecated) AS deprecated',
};

export const packageStage: StagingTableDefinition = {
  name: 'staged_packages',
  columns: `key text, purl text, type text, namespace text, name text, title text, homepage text, versions text[],
    latest_version text, weight integer, sources text[]`,
  merge: [
    ...rowAggregation.gather(packages),
    `INSERT INTO catalog_packages AS existing
       (key, purl, type, namespace, name, title, homepage, versions, latest_version, weight, sources)
     SELECT DISTINCT ON (key) key, purl, type, namespace, name, title, homepage, ${rowAggregation.list('versions')},
       latest_version, coalesce(gathered.weight, staged.weight), sources
     FROM ${rowAggregation.from(packages)}
     ORDER BY key, staged.weight DESC, cardinality(staged.versions) DESC NULLS LAST, latest_version DESC, length(title), title
     ON CONFLICT (key) DO UPDATE SET
       title = coalesce(excluded.title, existing.title),
       homepage = coalesce(excluded.homepage, existing.homepage),
       versions = CASE WHEN excluded.versions <@ existing.versions THEN existing.versions
         ELSE ${unionOfVersions('excluded.versions', 'existing.versions')} END,
       latest_version = coalesce(excluded.latest_version, existing.latest_version),
       weight = greatest(excluded.weight, existing.weight),
       sources = CASE WHEN excluded.sources <@ existing.sources THEN existing.sources
         ELSE ${unionOf('excluded.sources', 'existing.sources')} END,
       observed_at = now()`,
  ],
};

export const productStage: StagingTableDefinition = {
  name: 'staged_products',
  columns: `key text, cpe text, part text, vendor text, product text, title text, target_software text[],
    versions text[], deprecated boolean, deprecated_by text[], reference_urls text[], weight integer, sources text[]`,
  merge: [
    ...rowAggregation.gather(products),
    `INSERT INTO catalog_products AS existing
       (key, cpe, part, vendor, product, title, target_software, versions, deprecated, deprecated_by, reference_urls,
        weight, sources)
     SELECT DISTINCT ON (key) key, cpe, part, vendor, product, title, ${rowAggregation.list('target_software')},
       ${rowAggregation.list('versions')}, coalesce(gathered.deprecated, staged.deprecated),
       ${rowAggregation.list('deprecated_by')}, ${rowAggregation.list('reference_urls')},
       coalesce(gathered.weight, staged.weight), sources
     FROM ${rowAggregation.from(products)}
     ORDER BY key, staged.weight DESC, cardinality(staged.versions) DESC NULLS LAST, length(title), title
     ON CONFLICT (key) DO UPDATE SET
       title = coalesce(excluded.title, existing.title),
       target_software = CASE WHEN excluded.target_software <@ existing.target_software THEN existing.target_software
         ELSE ${unionOf('excluded.target_software', 'existing.target_software')} END,
       versions = CASE WHEN excluded.versions <@ existing.versions THEN existing.versions
         ELSE ${unionOfVersions('excluded.versions', 'existing.versions')} END,
       deprecated = excluded.deprecated OR existing.deprecated,
       deprecated_by = CASE WHEN excluded.deprecated_by <@ existing.deprecated_by THEN existing.deprecated_by
         ELSE ${unionOf('excluded.deprecated_by', 'existing.deprecated_by')} END,
       reference_urls = CASE WHEN excluded.reference_urls <@ existing.reference_urls THEN existing.reference_urls
         ELSE ${unionOf('excluded.reference_urls', 'existing.reference_urls')} END,
       weight = greatest(excluded.weight, existing.weight),
       sources = CASE WHEN excluded.sources <@ existing.sources THEN existing.sources
         ELSE ${unionOf('excluded.sources', 'existing.sources')} END,
       observed_at = now()`,
  ],
};

export const repositoryStage: StagingTableDefinition = {
  name: 'staged_repositories',
  columns: 'url text, host text, owner text, name text, weight integer, sources text[]',
  merge: [
    `INSERT INTO catalog_repositories AS existing (url, host, owner, name, weight, sources)
     SELECT DISTINCT ON (url) url, host, owner, name, weight, sources FROM staged_repositories
     ORDER BY url, weight DESC, cardinality(sources) DESC
     ON CONFLICT (url) DO UPDATE SET
       weight = greatest(excluded.weight, existing.weight),
       sources = CASE WHEN excluded.sources <@ existing.sources THEN existing.sources
         ELSE ${unionOf('excluded.sources', 'existing.sources')} END,
       observed_at = now()`,
  ],
};

/** The id of a staged end of any kind. */
const endId = (end: 'from' | 'to'): string => `coalesce(${end}_package.id, ${end}_product.id, ${end}_repository.id)`;

const endJoins = (end: 'from' | 'to'): string => `
  LEFT JOIN catalog_packages ${end}_package ON ${end}_kind = 1 AND ${end}_package.key = ${end}_key
  LEFT JOIN catalog_products ${end}_product ON ${end}_kind = 2 AND ${end}_product.key = ${end}_key
  LEFT JOIN catalog_repositories ${end}_repository ON ${end}_kind = 3 AND ${end}_repository.url = ${end}_key`;

/** Merged after the entries because it needs their ids. */
export const linkStage: StagingTableDefinition = {
  name: 'staged_links',
  columns: 'from_kind smallint, from_key text, to_kind smallint, to_key text, relation text, sources text[]',
  merge: [
    `INSERT INTO catalog_links AS existing (from_kind, from_id, to_kind, to_id, relation, sources)
     SELECT DISTINCT ON (1, 2, 3, 4, 5) from_kind, ${endId('from')}, to_kind, ${endId('to')}, relation, staged_links.sources
     FROM staged_links ${endJoins('from')} ${endJoins('to')}
     WHERE ${endId('from')} IS NOT NULL AND ${endId('to')} IS NOT NULL
     ORDER BY 1, 2, 3, 4, 5, cardinality(staged_links.sources) DESC
     ON CONFLICT (from_kind, from_id, to_kind, to_id, relation) DO UPDATE SET sources =
       ${unionOf('excluded.sources', 'existing.sources')}
     WHERE NOT excluded.sources <@ existing.sources`,
  ],
};
