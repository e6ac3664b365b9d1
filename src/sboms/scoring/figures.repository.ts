import { Injectable } from '@nestjs/common';
import type { Sql } from '../../platform/database/sql.js';
import { countedParts, riskOfMany } from '../../scores/metrics/sbom-score.js';

const riskColumns = ['risk', 'risk_ecosystem', 'risk_supply_chain', 'risk_technology'] as const;
type WorstRow = Record<(typeof riskColumns)[number], number[]> & { passing: number; failing: number };

const worstOf = (column: string): string =>
  `ARRAY(SELECT ${column} FROM component_scores WHERE sbom_id = $1 ORDER BY ${column} DESC LIMIT ${countedParts}) AS ${column}`;

/** Several changes in one transaction are one. */
const keepHistory = `
  INSERT INTO sbom_score_history (sbom_id, org_id, risk, risk_ecosystem, risk_technology, risk_supply_chain, passing, failing)
  SELECT id, org_id, risk_score, risk_ecosystem, risk_software, risk_supply_chain, compliance_passing, compliance_failing
  FROM sboms WHERE id = $1
  ON CONFLICT (sbom_id, scored_at) DO UPDATE SET risk = excluded.risk, risk_ecosystem = excluded.risk_ecosystem,
    risk_technology = excluded.risk_technology, risk_supply_chain = excluded.risk_supply_chain,
    passing = excluded.passing, failing = excluded.failing`;

/** The figures of SBOMs that follow from the stored scores of their entries. */
@Injectable()
export class FiguresRepository {
  /** Sums up the entries' scores in the SBOM's row; what exports are tagged with does not change. */
  async sumUp(sql: Sql, sbomId: string): Promise<void> {
    const row = await sql.one<WorstRow>(
      `SELECT ${riskColumns.map(worstOf).join(', ')},
         count(*) FILTER (WHERE failures = '[]')::int AS passing, count(*) FILTER (WHERE failures <> '[]')::int AS failing
       FROM component_scores WHERE sbom_id = $1`,
      [sbomId],
    );
    const { passing, failing, ...worst } = row!;
    const changed = await sql.run(
      `UPDATE sboms SET risk_score = $2, risk_ecosystem = $3, risk_supply_chain = $4, risk_software = $5,
         compliance_passing = $6, compliance_failing = $7
       WHERE id = $1 AND (risk_score, risk_ecosystem, risk_supply_chain, risk_software, compliance_passing,
                          compliance_failing) IS DISTINCT FROM ($2, $3, $4, $5, $6, $7)`,
      [sbomId, ...riskColumns.map((column) => riskOfMany(worst[column])), passing, failing],
    );
    if (changed > 0) await sql.run(keepHistory, [sbomId]);
  }
}
