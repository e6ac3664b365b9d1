import type { Sql } from '../../platform/database/sql.js';
import { maxCountedParts, riskOfMany } from '../../scores/metrics/sbom-score.js';
import { insertAlarmChecks } from '../alarms/detection.repository.js';

const riskColumns = ['risk', 'risk_ecosystem', 'risk_supply_chain', 'risk_technology'] as const;
type RiskColumns<T> = Record<(typeof riskColumns)[number], T>;
type WorstRisksOfSbomRow = RiskColumns<number[]> & {
  sbom_id: string;
  passing: number;
  failing: number;
  coverage: number;
  examined: number;
  partly: number;
  /** Null: the entries were assessed by several rulesets or versions. */
  ruleset_id: string | null;
  ruleset_version: number | null;
};

/** Entries of an SBOM that are looked at first. */
const sampleSize = 100;

/** SQL: the lowest counted part of a sample. That of the whole SBOM is no lower, so what is below is left out. */
const sampledFloor = (column: string): string =>
  `coalesce((array_agg(${column} ORDER BY ${column} DESC))[${maxCountedParts}], -1) AS ${column}`;

/** SQL: the counted parts: those above the floor, filled up with it, because it occurs as often as parts count. */
const worstRisks = (column: string): string =>
  `ARRAY(SELECT unnest(own.${column} || array_fill(floor.${column}, ARRAY[${maxCountedParts}])) AS risk
     ORDER BY risk DESC LIMIT ${maxCountedParts}) AS ${column}`;

const countedColumns = ['passing', 'failing', 'examined', 'partly', ...riskColumns];
/** Of a point of the history. */
const figureColumns = [...countedColumns, 'delivered_at', 'supplier', 'team_id'];
const columnList = (each: (column: string) => string, columns = figureColumns): string => columns.map(each).join(', ');
const figuresRecordset = `jsonb_to_recordset($summed::jsonb) AS f (sbom_id uuid, passing int, failing int,
  ruleset_id uuid, ruleset_version int, coverage float8, examined int, partly int, ${riskColumns.map((column) => `${column} float8`).join(', ')})`;

const updateFigures = `
  UPDATE sboms b SET risk_score = f.risk, risk_ecosystem = f.risk_ecosystem, risk_supply_chain = f.risk_supply_chain,
    risk_software = f.risk_technology, compliance_passing = f.passing, compliance_failing = f.failing, judged_at = now(),
    risk_coverage = f.coverage, examined_count = f.examined, partly_count = f.partly,
    assessed_ruleset_id = f.ruleset_id, assessed_ruleset_version = f.ruleset_version
  FROM ${figuresRecordset}
  WHERE b.id = f.sbom_id
  RETURNING b.id, b.org_id, b.delivered_at, b.supplier, b.team_id, ${columnList((column) => `f.${column}`, countedColumns)}`;

/** Several changes within one transaction are one point of the history. */
const insertHistory = `
  INSERT INTO sbom_score_history (sbom_id, org_id, ${figureColumns.join(', ')})
  SELECT w.id, w.org_id, ${columnList((column) => `w.${column}`)} FROM written w LEFT JOIN LATERAL (
    SELECT * FROM sbom_score_history WHERE sbom_id = w.id ORDER BY scored_at DESC LIMIT 1) last ON true
  WHERE last.sbom_id IS NULL
    OR (${columnList((column) => `w.${column}`)}) IS DISTINCT FROM (${columnList((column) => `last.${column}`)})
  ON CONFLICT (sbom_id, scored_at) DO UPDATE SET
    ${columnList((column) => `${column} = excluded.${column}`)}`;

/** Updates the figures of SBOMs. Their revision, and so the ETag of exports, does not change. */
export async function updateSbomFigures(sql: Sql, sbomIds: readonly string[]): Promise<void> {
  await lockSbomScoring(sql, sbomIds);
  const rows = await sql.query<WorstRisksOfSbomRow>(
    // LATERAL reads the entries of each SBOM once. Few are above the floor, so little is gathered and sorted.
    `SELECT b.id AS sbom_id, own.passing, own.total - own.passing AS failing,
       own.ruleset_id, own.ruleset_version, coalesce(own.coverage, 0) AS coverage, own.examined, own.partly, ${riskColumns.map(worstRisks).join(', ')}
     FROM unnest($sbomIds::uuid[]) AS b (id)
       LEFT JOIN LATERAL (SELECT ruleset_id, ruleset_version FROM component_scores WHERE sbom_id = b.id LIMIT 1) one ON true
       CROSS JOIN LATERAL (SELECT ${riskColumns.map(sampledFloor).join(', ')}
         FROM (SELECT ${riskColumns.join(', ')} FROM component_scores WHERE sbom_id = b.id LIMIT ${sampleSize}) sample) floor
       CROSS JOIN LATERAL (
       SELECT ${riskColumns.map((column) => `array_agg(s.${column}) FILTER (WHERE s.${column} > floor.${column}) AS ${column}`).join(', ')},
         count(*)::int AS total,
         count(*) FILTER (WHERE failures_key IS NULL)::int AS passing,
         CASE WHEN bool_and(coalesce(s.ruleset_id = one.ruleset_id AND s.ruleset_version = one.ruleset_version, false))
           THEN one.ruleset_id END AS ruleset_id,
         max(s.ruleset_version) AS ruleset_version,
         -- A sum of whole numbers does not depend on their order.
         avg(round(risk_coverage * 1e6)) / 1e6 AS coverage, count(*) FILTER (WHERE examined = 'examined')::int AS examined,
         count(*) FILTER (WHERE examined = 'partly')::int AS partly
       FROM component_scores s WHERE sbom_id = b.id OFFSET 0) own`,
    { sbomIds },
  );
  const summed = rows.map((row) => ({
    ...row,
    ...Object.fromEntries(riskColumns.map((column) => [column, riskOfMany(row[column])])),
  }));
  await sql.run(`WITH written AS (${updateFigures}) ${insertHistory}`, { summed: JSON.stringify(summed) });
  await insertAlarmChecks(sql, sbomIds);
}

/**
 * Serializes the scoring of an SBOM until the end of the transaction. Locks are taken in a fixed order to avoid
 * deadlocks.
 */
export async function lockSbomScoring(sql: Sql, sbomIds: readonly string[]): Promise<void> {
  await sql.query(
    `SELECT pg_advisory_xact_lock(lock) FROM (
       SELECT DISTINCT hashtextextended('score ' || id, 0) AS lock FROM unnest($sbomIds::uuid[]) AS id ORDER BY 1 OFFSET 0) locks`,
    { sbomIds },
  );
}
