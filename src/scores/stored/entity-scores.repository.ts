import { hash } from 'node:crypto';
import type { Sql } from '../../platform/database/sql.js';
import { mapWithYield } from '../../platform/process/map-with-yield.js';
import type { EntityCoverage } from '../coverage/entity-coverage.js';
import { formulaVersion, roundCoverage, type Score } from '../metrics/formula.js';
import type { RiskTag } from '../metrics/metric.js';
import type { StoredMetricValues } from '../metrics/stored-metric-values.js';
import type { Finding } from '../vulnerabilities/findings.js';
import { digestOf, replaceVulnerabilities } from './entity-vulnerabilities.repository.js';

/** An entity with its computed score, before it is stored. */
export interface ScoredEntity {
  readonly id: string;
  readonly purl: string | null;
  readonly cpe: string | null;
  readonly repoUrl: string | null;
  readonly version: string;
  readonly keys: readonly string[];
  readonly score: Score;
  readonly metricValues: StoredMetricValues;
  readonly tags: readonly RiskTag[];
  readonly coverage: EntityCoverage;
  readonly findings: readonly Finding[];
}

/** An entity's stored score. */
export interface StoredEntity {
  readonly entity_id: string;
  readonly version: string;
  readonly readings: StoredMetricValues;
  readonly coverage: EntityCoverage;
  /** Differs when anything stored of the entity, or the formula, has changed: entries are judged by it as well. */
  readonly digest: string;
}

/** An entity as stored after scoring. */
export interface RescoredEntity extends StoredEntity {
  readonly findings: readonly Finding[];
}

/** Identifiers of an entity to score again. */
export interface StoredIdentifiers {
  readonly entity_id: string;
  readonly purl: string | null;
  readonly cpe: string | null;
  readonly repo_url: string | null;
  readonly version: string;
}

/** Current day by the database's clock, in UTC. */
export async function databaseDay(sql: Sql): Promise<string> {
  const row = await sql.one<{ day: string }>(`SELECT (now() AT TIME ZONE 'UTC')::date::text AS day`);
  return row!.day;
}

/** Ids whose score is of today, of the current formula and of the current catalogue. */
export async function upToDateEntities(sql: Sql, ids: readonly string[]): Promise<Set<string>> {
  const rows = await sql.query<{ entity_id: string }>(
    `SELECT entity_id FROM entity_scores WHERE entity_id = ANY ($ids::uuid[]) AND formula_version = $formulaVersion
     AND scored_at >= greatest(date_trunc('day', now(), 'UTC'), (SELECT max(finished_at) FROM catalog_sources))`,
    { ids, formulaVersion },
  );
  return new Set(rows.map(({ entity_id }) => entity_id));
}

export const storedEntities = (sql: Sql, ids: readonly string[]): Promise<StoredEntity[]> =>
  sql.query<StoredEntity>(
    'SELECT entity_id, version, readings, coverage, digest FROM entity_scores WHERE entity_id = ANY ($ids::uuid[])',
    { ids },
  );

/** Entities that a change under any of the keys of the catalogue concerns: of packages, of products, of CVEs. Versions of one package stand together. */
export const entitiesUnder = (sql: Sql, keys: readonly string[]): Promise<StoredIdentifiers[]> =>
  // A look-up for each key: an index answers "any of a thousand" by comparing each of them with every row it finds.
  sql.query<StoredIdentifiers>(
    `SELECT entity_id, purl, cpe, repo_url, version, e.keys
       FROM unnest($keys::text[]) AS key JOIN entity_scores e ON e.keys @> ARRAY[key]
     UNION SELECT entity_id, purl, cpe, repo_url, version, e.keys
       FROM unnest($cves::text[]) AS key JOIN entity_vulnerabilities v ON v.names @> ARRAY[key]
       JOIN entity_scores e USING (entity_id)
     ORDER BY keys, entity_id`,
    { keys, cves: keys.filter((key) => key.startsWith('CVE-')) },
  );

/** The next entities in the order of their ids, whatever they are filed under. */
export const entitiesAfter = (sql: Sql, id: string, limit: number): Promise<StoredIdentifiers[]> =>
  sql.query<StoredIdentifiers>(
    `SELECT entity_id, purl, cpe, repo_url, version FROM entity_scores WHERE entity_id > $id::uuid
     ORDER BY entity_id LIMIT $limit`,
    { id, limit },
  );

/**
 * Stores scores and findings, and a history row for each changed score. Rows are written in the order of ids, so that
 * concurrent writers cannot deadlock.
 *
 * @returns the entities as stored
 */
export async function storeEntities(sql: Sql, scored: readonly ScoredEntity[]): Promise<RescoredEntity[]> {
  if (scored.length === 0) return [];
  const rows = await mapWithYield(scored, entityRow);
  const known = await sql.query<{ entity_id: string; digest: string }>(
    'SELECT entity_id, digest FROM entity_scores WHERE entity_id = ANY ($ids::uuid[]) ORDER BY entity_id FOR UPDATE',
    { ids: scored.map(({ id }) => id) },
  );
  const digests = new Map(known.map(({ entity_id, digest }) => [entity_id, digest]));
  const changed = rows.filter(({ row }) => digests.get(row.entity_id) !== row.digest);
  const same = rows.filter(({ row }) => digests.get(row.entity_id) === row.digest);
  await sql.run('UPDATE entity_scores SET scored_at = now() WHERE entity_id = ANY ($entityIds::uuid[])', {
    entityIds: same.map(({ row }) => row.entity_id),
  });
  if (changed.length > 0) {
    await sql.run(upsertWithHistory, { rows: JSON.stringify(changed.map(({ row }) => row)) });
    await replaceVulnerabilities(
      sql,
      changed.map(({ row, findings }) => ({ id: row.entity_id, findings })),
    );
  }
  return rows.map(({ row: { entity_id, version, readings, coverage, digest }, findings }) => ({
    entity_id,
    version,
    readings,
    coverage,
    digest,
    findings,
  }));
}

const columns = `entity_id, purl, cpe, repo_url, version, keys, risk, risk_ecosystem, risk_technology, risk_supply_chain,
  readings, tags, coverage, digest, formula_version`;
const recordset = `jsonb_to_recordset($rows::jsonb) AS e (entity_id uuid, purl text, cpe text, repo_url text, version text,
  keys text[], risk float8, risk_ecosystem float8, risk_technology float8, risk_supply_chain float8, readings jsonb,
  tags jsonb, coverage jsonb, digest text, formula_version text, vulnerabilities int,
  risk_coverage float8, examined text)`;

/**
 * History rows only for visible changes: scores are shown with one decimal. What the score rests on is such a change,
 * too: the loss of a source lowers a score that nobody has improved.
 */
const insertHistory = `
  INSERT INTO entity_score_history
    (entity_id, formula_version, risk, risk_ecosystem, risk_technology, risk_supply_chain, vulnerabilities,
     coverage, examined)
  SELECT e.entity_id, e.formula_version, e.risk, e.risk_ecosystem, e.risk_technology, e.risk_supply_chain,
         e.vulnerabilities, e.risk_coverage, e.examined
  FROM e LEFT JOIN entity_scores old ON old.entity_id = e.entity_id
    LEFT JOIN LATERAL (SELECT coverage, examined FROM entity_score_history h
      WHERE h.entity_id = e.entity_id ORDER BY scored_at DESC LIMIT 1) former ON true
  WHERE old.entity_id IS NULL OR old.formula_version <> e.formula_version
     OR round(old.risk::numeric, 1) <> round(e.risk::numeric, 1)
     OR round(old.risk_ecosystem::numeric, 1) <> round(e.risk_ecosystem::numeric, 1)
     OR round(old.risk_technology::numeric, 1) <> round(e.risk_technology::numeric, 1)
     OR round(old.risk_supply_chain::numeric, 1) <> round(e.risk_supply_chain::numeric, 1)
     OR (former.coverage, former.examined) IS DISTINCT FROM (e.risk_coverage, e.examined)
  ON CONFLICT DO NOTHING`;

/** The rows are parsed once; the history part sees the previous scores. */
const upsertWithHistory = `
  WITH e AS MATERIALIZED (SELECT * FROM ${recordset}), history AS (${insertHistory})
  INSERT INTO entity_scores (${columns}) SELECT ${columns} FROM e ORDER BY entity_id
  ON CONFLICT (entity_id) DO UPDATE SET keys = excluded.keys, version = excluded.version, risk = excluded.risk,
    risk_ecosystem = excluded.risk_ecosystem, risk_technology = excluded.risk_technology,
    risk_supply_chain = excluded.risk_supply_chain, readings = excluded.readings, tags = excluded.tags, coverage = excluded.coverage,
    digest = excluded.digest, formula_version = excluded.formula_version, scored_at = now()`;

function entityRow(scored: ScoredEntity) {
  const content = {
    purl: scored.purl,
    cpe: scored.cpe,
    repo_url: scored.repoUrl,
    version: scored.version,
    keys: scored.keys,
    risk: scored.score.value,
    readings: scored.metricValues,
    tags: scored.tags,
    coverage: scored.coverage,
    risk_ecosystem: scored.score.scopes.ecosystem,
    risk_technology: scored.score.scopes.technology,
    risk_supply_chain: scored.score.scopes.supply_chain,
  };
  const row = {
    entity_id: scored.id,
    ...content,
    formula_version: formulaVersion,
    risk_coverage: roundCoverage(scored.score.coverage),
    examined: scored.coverage.vulnerabilities.status,
    vulnerabilities: scored.findings.filter(({ status }) => status === 'affected').length,
    digest: hash('md5', JSON.stringify([formulaVersion, content, scored.findings.map(digestOf)]), 'base64url'),
  };
  return { row, findings: scored.findings };
}
