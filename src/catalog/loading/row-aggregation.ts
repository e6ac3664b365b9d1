/**
 * Merges the lists of all rows of a key: some sources have many rows per entry (a dictionary of names with one version
 * each). Keys with one row, and rows that are only ends of links, are unchanged.
 */
export interface RowAggregation {
  readonly stage: string;
  readonly lists: readonly { readonly column: string; readonly limit: number; readonly newestFirst?: boolean }[];
  /** Aggregates of the other columns. */
  readonly sums: string;
}

/** Numbers padded with zeros, so that versions sort by them. */
const numbered = `regexp_replace(regexp_replace(item, '[0-9]+', '000000000000\\&', 'g'),
  '0*([0-9]{12,}?)(?![0-9])', '\\1', 'g') COLLATE "C"`;

export const rowAggregation = {
  /** Statements that collect the lists in temporary tables of this transaction. */
  gather: ({ stage, lists, sums }: RowAggregation): string[] => [
    `CREATE TEMP TABLE ${stage}_gathered ON COMMIT DROP AS
       SELECT key, ${sums} FROM ${stage} WHERE versions IS NOT NULL GROUP BY key HAVING count(*) > 1`,
    ...lists.map(
      ({ column, limit, newestFirst }) => `CREATE TEMP TABLE ${stage}_${column} ON COMMIT DROP AS
       SELECT key, array_agg(item ORDER BY position) AS list FROM (
         SELECT key, item, row_number() OVER (PARTITION BY key ORDER BY ${newestFirst ? `${numbered} DESC, ` : ''}item) AS position
         FROM (SELECT DISTINCT key, item FROM ${stage} JOIN ${stage}_gathered USING (key), unnest(${column}) AS item) AS items
       ) AS numbered WHERE position <= ${limit} GROUP BY key`,
    ),
  ],

  /** The staged rows as "staged", joined with the collected lists. */
  from: ({ stage, lists }: RowAggregation): string =>
    [
      `${stage} AS staged LEFT JOIN ${stage}_gathered AS gathered USING (key)`,
      ...lists.map(({ column }) => `LEFT JOIN ${stage}_${column} AS gathered_${column} USING (key)`),
    ].join(' '),

  list: (column: string): string => `coalesce(gathered_${column}.list, staged.${column}, '{}')`,
};
