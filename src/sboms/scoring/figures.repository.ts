import type { Sql } from '../../platform/database/sql.js';
import { maxCountedParts, riskOfMany } from '../../scores/metrics/sbom-score.js';
import { lockSbomScoring } from './scoring-locks.js';

const riskColumns = ['risk', 'risk_ecosystem', 'risk_supply_chain', 'risk_technology'] as const;
type RiskColumns<T> = Record<(typeof riskColumns)[number], T>;
type WorstRisksOfSbomRow = RiskColumns<number[]> & { sbom_id: string; passing: number; failing: number };

const worstRisks = (column: string): string =>
  `ARRAY(SELECT unnest(own.${column}) AS risk ORDER BY risk DESC LIMIT ${maxCountedParts}) AS ${column}`;

const figureColumns = ['passing', 'failing', ...riskColumns];
const columnList = (each: (column: string) => string): string => figureColumns.map(each).join(', ');
const figuresRecordset = `jsonb_to_recordset($summed::jsonb) AS f (sbom_id uuid, passing int, failing int,
  ${riskColumns.map((column) => `${column} float8`).join(', ')})`;

const updateFigures = `
  UPDATE sboms b SET risk_score = f.risk, risk_ecosystem = f.risk_ecosystem, risk_supply_chain = f.risk_supply_chain,
    risk_software = f.risk_technology, compliance_passing = f.passing, compliance_failing = f.failing
  FROM ${figuresRecordset}
  WHERE b.id = f.sbom_id AND (b.risk_score, b.risk_ecosystem, b.risk_supply_chain, b.risk_software,
      b.compliance_passing, b.compliance_failing)
    IS DISTINCT FROM (f.risk, f.risk_ecosystem, f.risk_supply_chain, f.risk_technology, f.passing, f.failing)
  RETURNING b.id, b.org_id, ${columnList((column) => `f.${column}`)}`;

/** Several changes in one transaction are one. */
const insertHistory = `
  INSERT INTO sbom_score_history (sbom_id, org_id, ${figureColumns.join(', ')})
  SELECT id, org_id, ${figureColumns.join(', ')} FROM changed
  ON CONFLICT (sbom_id, scored_at) DO UPDATE SET
    ${columnList((column) => `${column} = excluded.${column}`)}`;

/** The figures of SBOMs that follow from the stored scores of their entries. */

/** Sums up the entries' scores in the SBOMs' rows; what exports are tagged with does not change. */
export async function updateSbomFigures(sql: Sql, sbomIds: readonly string[]): Promise<void> {
  await lockSbomScoring(sql, sbomIds);
  const rows = await sql.query<WorstRisksOfSbomRow>(
    // Each bill's entries are read once; arrays are sorted in half the time that rows of a common table take.
    `SELECT b.id AS sbom_id, own.passing, own.total - own.passing AS failing, ${riskColumns.map(worstRisks).join(', ')}
     FROM unnest($sbomIds::uuid[]) AS b (id) CROSS JOIN LATERAL (
       SELECT ${riskColumns.map((column) => `array_agg(${column}) AS ${column}`).join(', ')}, count(*)::int AS total,
         count(*) FILTER (WHERE jsonb_array_length(failures) = 0)::int AS passing
       FROM component_scores WHERE sbom_id = b.id OFFSET 0) own`,
    { sbomIds },
  );
  const summed = rows.map(({ sbom_id, passing, failing, ...worst }) => ({
    ...{ sbom_id, passing, failing },
    ...Object.fromEntries(riskColumns.map((column) => [column, riskOfMany(worst[column])])),
  }));
  await sql.run(`WITH changed AS (${updateFigures}) ${insertHistory}`, { summed: JSON.stringify(summed) });
}
