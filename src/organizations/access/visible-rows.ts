/**
 * SQL condition for lists: the row of table `alias` (with `org_id` and `team_id`) is one that the actor may see. It
 * takes two parameters, `$first` and the next one: `actor.reach.organizations` and `actor.reach.teams`.
 *
 *     const { organizations, teams } = actor.reach;
 *     sql.query(`SELECT … FROM sboms s WHERE s.org_id = $1 AND ${visibleRows('s', 2)}`, [orgId, organizations, teams]);
 */
export const visibleRows = (alias: string, firstParameter: number): string =>
  `(${alias}.org_id = ANY ($${firstParameter}::uuid[]) OR ${alias}.team_id = ANY ($${firstParameter + 1}::uuid[]))`;
