/** One row of a table: CSV or a sheet. */
export interface TableRow {
  /** Text of each cell from the first column on; nothing follows after the last cell that was given. */
  readonly cells: readonly string[];
  /** "line 12", or "Packages!A5". */
  readonly place: string;
  /** Last of the columns that the only cell of the row is merged with. */
  readonly mergedTo?: number;
}

/** As many columns as a spreadsheet has (ECMA-376, 18.3.1.4: up to XFD). */
export const maxColumns = 16_384;
