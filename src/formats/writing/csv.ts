/** What spreadsheets take for the start of a formula (OWASP, CSV injection), in either width. */
const sign = '[=+\\-@\\uff0b\\uff0d\\uff1d\\uff20]';
/** Readers drop NUL and its like, and what is behind them is then the start. */
const dropped = '\\x00-\\x08\\x0e-\\x1f\\x7f-\\x9f';
/** Behind white space and our own mark. */
const formulaStart = new RegExp(`^(?:[\\s'${dropped}]*${sign}|['${dropped}]*[\\t\\r\\n])`);
/** Where "," separates nothing, our quotes count for nothing, and a cell begins behind these. */
const isCellStart = '(?<=[;\\t\\r\\n])';
const isFormulaNext = `(?=[' "${dropped}]*${sign})`;
const innerStarts = new RegExp(`${isCellStart}${isFormulaNext}`, 'g');
const innerMarks = new RegExp(`${isCellStart}'${isFormulaNext}`, 'g');
const escapeMark = "'";
const needsQuotes = /[",;|\t\r\n]|^\s|\s$|^'/;

/**
 * A cell of which no spreadsheet makes a formula, whatever it takes for the separator: an apostrophe is put before what
 * would start one. What has apostrophes there gets one more, so that `unescapeCell` always gives back what was written.
 */
export function escapeCell(text: string): string {
  const inner = text.replace(innerStarts, escapeMark);
  return formulaStart.test(inner) ? escapeMark + inner : inner;
}

/** The text that `escapeCell` made safe; other tools mark cells in the same way. */
export function unescapeCell(cell: string): string {
  const text = cell.startsWith(escapeMark) && formulaStart.test(cell) ? cell.slice(escapeMark.length) : cell;
  return text.replace(innerMarks, '');
}

/** One line of CSV (RFC 4180), each cell made safe. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(text: string): string {
  if (text === '') return text;
  const cell = escapeCell(text);
  return needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
