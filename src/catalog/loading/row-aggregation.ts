/**
 * Sources that tell of one entry in many rows (a dictionary of names with one version each): the lists of all rows of
 * such a key become one list. Keys of a single row, and rows that only name an entry (ends of links), stay as they are.
 */
export interface RowAggregation {
  readonly stage: string;
  readonly lists: readonly { readonly column: string; readonly limit: number; readonly newestFirst?: boolean }[];
  /** What becomes of the rows' other columns, as aggregates. */
  readonly sums: string;
}

/** Digits as wide as any, so that versions sort by their numbers. */
const numbered = `regexp_replace(regexp_replace(item, '[0-9]+', '000000000000\\&', 'g'),
  '0*([0-9]{12,}?)(?![0-9])', '\\1', 'g') COLLATE "C"`;

export const rowAggregation = {
  /** Statements that gather the lists in temporary tables of this transaction. */
  gather: ({ stage, lists, sums }: RowAggregation): string[] => [
    `CREATE TEMP TABLE ${stage}_gathered ON COMMIT DROP AS
       SELECT key, ${sums} FROM ${stage} WHERE versions IS NOT NULL GROUP BY key HAVING count(*) > 1`,
    ...lists.map(
      ({ column, limit, newestFirst }) => `CREATE TEMP TABLE ${stage}_${column} ON COMMIT DROP AS
       SELECT key, array_agg(item ORDER BY place) AS list FROM (
         SELECT key, item, row_number() OVER (PARTITION BY key ORDER BY ${newestFirst ? `${numbered} DESC, ` : ''}item) AS place
         FROM (SELECT DISTINCT key, item FROM ${stage} JOIN ${stage}_gathered USING (key), unnest(${column}) AS item) AS items
       ) AS placed WHERE place <= ${limit} GROUP BY key`,
    ),
  ],

  /** The staged rows as "staged", with what was gathered for their keys. */
  from: ({ stage, lists }: RowAggregation): string =>
    [
      `${stage} AS staged LEFT JOIN ${stage}_gathered AS gathered USING (key)`,
      ...lists.map(({ column }) => `LEFT JOIN ${stage}_${column} AS gathered_${column} USING (key)`),
    ].join(' '),

  list: (column: string): string => `coalesce(gathered_${column}.list, staged.${column}, '{}')`,
};
