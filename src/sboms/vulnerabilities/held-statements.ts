import { CallerError } from '../../model/errors.js';
import type { Sql } from '../../platform/database/sql.js';
import type { ExportedStatement, VexComponent } from '../../vex/vex-export.js';
import { maxStatements } from './statements.repository.js';
import { streamHeldStatements, type HeldStatementRow, type StatementAudience } from './vex-export.repository.js';

/**
 * The statements that hold, those that say the same of several components as one.
 *
 * @param undated ISO 8601: when a statement was made whose document has no date
 */
export async function heldStatements(
  sql: Sql,
  sbomId: string,
  by: StatementAudience,
  undated: string,
): Promise<ExportedStatement[]> {
  const statements = new Map<string, ExportedStatement & { components: VexComponent[] }>();
  let count = 0;
  for await (const batch of streamHeldStatements(sql, sbomId, by))
    for (const row of batch) {
      if ((count += 1) > maxStatements)
        throw new CallerError(
          413,
          `The SBOM has more than ${maxStatements} statements, too many for one document; read them with v1/vulnerability/getStatements`,
        );
      const { ref, name, org, version, purl, cpe, ...said } = row;
      const key = JSON.stringify(said);
      const statement = statements.get(key) ?? { ...statementOf(row, undated), components: [] };
      statement.components.push({ ref, name, org, version, purl, cpe });
      statements.set(key, statement);
    }
  return [...statements.values()];
}

const statementOf = (row: HeldStatementRow, undated: string): Omit<ExportedStatement, 'components'> => ({
  vulnerability: row.vulnerability,
  aliases: row.names.filter((name) => name !== row.vulnerability),
  status: row.status,
  label: row.label,
  response: row.response,
  justification: row.justification,
  statedAt: momentOr(row.stated_at, undated),
  expiresAt: row.expires_at === null ? null : momentOr(row.expires_at, undated),
});

function momentOr(text: string, otherwise: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? otherwise : new Date(time).toISOString();
}
