import type { Sql } from '../../platform/database/sql.js';
import type { EntryEvaluation } from '../components/components.view.js';
import { knownRiskOf } from '../risk-order.js';
import { applicableRuleset, failuresOf } from '../verdict-columns.js';

/** What the last evaluation said of the entries; those that never had one are missing. */
export async function entryEvaluations(sql: Sql, ids: readonly string[]): Promise<Map<string, EntryEvaluation>> {
  const rows = await sql.query<EntryEvaluation & { id: string }>(
    `SELECT k.component_id AS id, ${failuresOf('k')} AS failures,
       round((${knownRiskOf('k')})::numeric, 1)::float8 AS risk,
       c.pending OR (k.ruleset_id, k.ruleset_version) IS DISTINCT FROM (r.id, r.version) AS pending
     FROM component_scores k JOIN components c ON c.id = k.component_id JOIN sboms b ON b.id = c.sbom_id
       LEFT JOIN LATERAL (${applicableRuleset('b')}) r ON true
     WHERE k.component_id = ANY ($ids::uuid[])`,
    { ids },
  );
  return new Map(rows.map(({ id, ...evaluation }) => [id, evaluation]));
}
