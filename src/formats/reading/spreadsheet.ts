import type { ByteSource, ParseLimits } from '../format.js';
import { compoundSignature } from './xls/compound-file.js';
import { openOldWorkbook } from './xls/workbook.js';
import { openWorkbook, type Sheet } from './xlsx/workbook.js';

/**
 * Opens an Excel workbook, XLSX or the older XLS, by its first bytes.
 *
 * @throws FormatError as `openWorkbook` and `openOldWorkbook`
 */
export async function openSpreadsheet(source: ByteSource, limits: ParseLimits): Promise<readonly Sheet[]> {
  const head = await source.read(0, compoundSignature.length);
  const isOld = compoundSignature.every((byte, index) => head[index] === byte);
  return isOld ? openOldWorkbook(source, limits) : openWorkbook(source, limits);
}
