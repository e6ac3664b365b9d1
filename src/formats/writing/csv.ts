/** What a spreadsheet may take for a formula at the start of a cell (OWASP, CSV injection), behind our own mark. */
const formulaStart = /^'*[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/;
const escapeMark = "'";
const needsQuotes = /[",;|\t\r\n]|^\s|\s$|^'/;

/**
 * A cell of which no spreadsheet makes a formula: an apostrophe is put before what would start one. Cells that start
 * with apostrophes and such a character get one more, so that `plainCell` always gives back what was written.
 */
export const escapeCell = (text: string): string => (formulaStart.test(text) ? escapeMark + text : text);

/** The text that `safeCell` made safe; other tools mark cells in the same way. */
export const unescapeCell = (cell: string): string =>
  cell.startsWith(escapeMark) && formulaStart.test(cell) ? cell.slice(escapeMark.length) : cell;

/** One line of CSV (RFC 4180), each cell made safe. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(text: string): string {
  if (text === '') return text;
  const cell = escapeCell(text);
  return needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
