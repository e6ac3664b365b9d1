import type { Sql } from '../../platform/database/sql.js';

/** Names of SBOMs that a facet names by their ids. */
export function findSbomNames(sql: Sql, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return sql.query(
    `SELECT id, concat_ws(' ', name, nullif(version, '')) AS name FROM sboms WHERE id = ANY ($ids::uuid[])`,
    { ids },
  );
}

/** Names of teams that a facet names by their ids. */
export const findTeamNames = (sql: Sql, ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
  sql.query('SELECT id, name FROM teams WHERE id = ANY ($ids::uuid[])', { ids });
