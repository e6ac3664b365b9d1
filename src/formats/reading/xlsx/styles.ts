import { FormatError, type ParseLimits } from '../../format.js';
import type { ZipEntry } from '../zip.js';
import { numberFormat, type NumberFormat } from './number-format.js';
import { membersOf, readWholePart } from './workbook-parts.js';

const maxStyles = 50_000;

/**
 * How numbers are shown, by the number of the cell's style (ECMA-376-1, 18.8.10 `cellXfs`).
 *
 * @throws FormatError `limit`
 */
export async function readStyles(
  entry: ZipEntry,
  limits: ParseLimits,
  is1904: boolean,
): Promise<(style: number) => NumberFormat | undefined> {
  const codes = new Map<number, string>();
  const styles: number[] = [];
  let inCellStyles = false;
  await readWholePart(entry, limits, {
    open(name, attributes) {
      const { numFmtId, formatCode = '' } = membersOf(attributes);
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode);
      else if (name === 'cellXfs') inCellStyles = true;
      else if (name === 'xf' && inCellStyles) styles.push(Number(numFmtId ?? 0));
      if (styles.length > maxStyles || codes.size > maxStyles) {
        throw new FormatError('limit', `The workbook has more than ${maxStyles} styles`, entry.name);
      }
    },
    text: () => undefined,
    close(name) {
      if (name === 'cellXfs') inCellStyles = false;
    },
  });
  const formats = new Map<number, NumberFormat>();
  return (style) => {
    const id = styles[style];
    if (id === undefined) return undefined;
    let format = formats.get(id);
    if (!format) formats.set(id, (format = numberFormat(id, codes, is1904)));
    return format;
  };
}
