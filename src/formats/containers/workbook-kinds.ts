import { FormatError } from '../format.js';

/** Office documents that are zip archives too, by a part that each of them has. */
const refused: readonly (readonly [part: RegExp, what: string])[] = [
  [/^xl\/vbaProject\.bin$/i, 'an Excel workbook with macros (.xlsm): save it as .xlsx'],
  [/^xl\/workbook\.bin$/i, 'a binary Excel workbook (.xlsb): save it as .xlsx'],
  [/^content\.xml$/i, 'an OpenDocument file (.ods, .odt): save it as .xlsx or .csv'],
  [/^word\/document\.xml$/i, 'a Word document: send the list as .xlsx or .csv'],
  [/^ppt\/presentation\.xml$/i, 'a presentation: send the list as .xlsx or .csv'],
];

/**
 * Whether the parts of a zip archive make it an XLSX workbook (ECMA-376), as against an archive of files.
 *
 * @throws FormatError `unknown_format` for other office documents, and for workbooks with macros
 */
export function isWorkbook(parts: ReadonlyMap<string, unknown>): boolean {
  const names = [...parts.keys()];
  const isOffice = parts.has('[Content_Types].xml') || parts.has('mimetype');
  const found = isOffice ? refused.find(([part]) => names.some((name) => part.test(name))) : undefined;
  if (found) throw new FormatError('unknown_format', `The file is ${found[1]}`);
  return parts.has('[Content_Types].xml') && names.some((name) => /^xl\/workbook\d*\.xml$/i.test(name));
}
