/**
 * SQL condition for lists: the row of table `alias` (with `org_id` and `team_id`) is visible to the actor. Its
 * parameters are the members of `actor.visibleScope`:
 *
 *     sql.query(`SELECT … FROM sboms s WHERE ${visibleRows('s')}`, { ...actor.visibleScope });
 */
export const visibleRows = (alias: string): string =>
  `(${alias}.org_id = ANY ($organizations::uuid[]) OR ${alias}.team_id = ANY ($teams::uuid[]))`;
