import { FormatError, type ParseLimits } from '../../format.js';
import type { ZipEntry } from '../zip.js';
import { membersOf, readWholePart } from './workbook-parts.js';

/**
 * What a spreadsheet shows for a stored number, by its number format (ECMA-376-1, 18.8.30 and 18.8.31), without the
 * locale: "." is the decimal sign, "," groups thousands. Dates are ISO 8601 whatever their format shows; fractions,
 * exponents and conditional formats show the number itself.
 */
export type NumberFormat = (value: number, stored: string) => string;

/** Formats that have a number and no code in the file. 14–22 and 45–47 are dates and times. */
const builtIn: ReadonlyMap<number, string> = new Map([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [9, '0%'],
  [10, '0.00%'],
  [14, 'yyyy-mm-dd'],
  [15, 'yyyy-mm-dd'],
  [16, 'yyyy-mm-dd'],
  [17, 'yyyy-mm-dd'],
  [18, 'hh:mm'],
  [19, 'hh:mm'],
  [20, 'hh:mm'],
  [21, 'hh:mm'],
  [22, 'yyyy-mm-dd hh:mm'],
  [37, '#,##0'],
  [38, '#,##0'],
  [39, '#,##0.00'],
  [40, '#,##0.00'],
  [45, 'hh:mm'],
  [46, 'hh:mm'],
  [47, 'hh:mm'],
]);

/** Of cells without a style. */
export const generalFormat: NumberFormat = (value, stored) => (Number.isFinite(value) ? String(value) : stored);
/** What a spreadsheet makes of typed text, where nobody says otherwise: of "1.10" the number 1.1, of "3-1" a date. */
export const isMadeOfText = (shown: string, format: NumberFormat): boolean =>
  /\d-\d|\d:\d/.test(shown) || (format === generalFormat && shown.includes('.'));

/** Quoted and escaped text, colours, locales, padding: none of it says what kind of format this is. */
const literals = /"[^"]*"|\\.|\[(?:\$[^\]]*|[a-z]+\d*|[<>=][^\]]*)\]|_.|\*./gi;
const pattern = /^((?:"[^"]*"|\\.|[^#0?.,%"\\])*)([#0?][#0?,]*)(?:\.([#0?]*))?(%?)((?:"[^"]*"|\\.|[^#0?.,%"\\])*)$/;

/** The format with that number; `codes` are those that the file defines. `is1904`: days count from 1904. */
export function numberFormat(id: number, codes: ReadonlyMap<number, string>, is1904: boolean): NumberFormat {
  const code = codes.get(id) ?? builtIn.get(id) ?? 'General';
  const section = code.split(';')[0]!.slice(0, 255);
  const bare = section.replace(literals, '');
  if (/^general$/i.test(bare) || bare === '@' || bare === '') return generalFormat;
  if (/[ydhs]|m/i.test(bare)) return (value, stored) => serialToIsoDate(value, is1904) ?? stored;
  const parts = pattern.exec(section.replace(/\[[^\]]*\]|_.|\*./g, ''));
  if (!parts) return generalFormat;
  const [, before = '', digits = '', decimals = '', percent = '', after = ''] = parts;
  return (value, stored) => {
    if (!Number.isFinite(value)) return stored;
    const shown = formatDecimal(Math.abs(percent ? value * 100 : value), digits, decimals);
    return `${value < 0 ? '-' : ''}${unquoteLiteral(before)}${shown}${percent}${unquoteLiteral(after)}`;
  };
}

function formatDecimal(value: number, digits: string, decimals: string): string {
  let [whole = '0', fraction = ''] = value.toFixed(Math.min(decimals.length, 20)).split('.');
  const optional = /[#?]*$/.exec(decimals)![0].length;
  for (let i = 0; i < optional && fraction.endsWith('0'); i++) fraction = fraction.slice(0, -1);
  whole = whole.padStart(digits.replace(/[^0]/g, '').length, '0');
  if (/,(?=[#0?])/.test(digits)) whole = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

const unquoteLiteral = (literal: string): string => literal.replace(/"([^"]*)"/g, '$1').replace(/\\(.)/g, '$1');

const dayLength = 86_400_000;

/** A serial date as ISO 8601: the date alone at midnight, without a zone. Day 60 of 1900 never was. */
export function serialToIsoDate(serial: number, is1904: boolean): string | undefined {
  if (!Number.isFinite(serial) || serial < 0 || serial >= 2_958_466) return undefined;
  const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  const text = new Date(start + Math.round((serial * dayLength) / 1000) * 1000).toISOString();
  const [date, time] = [text.slice(0, 10), text.slice(11, 19)];
  if (serial < 1) return time;
  return time === '00:00:00' ? date : `${date}T${time}`;
}

/** An ISO date with time as a serial number of the system that counts from 1900; undefined for anything else. */
export function isoDateToSerial(text: string): number | undefined {
  const time = /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?$/.test(text) ? Date.parse(text.endsWith('Z') ? text : `${text}Z`) : NaN;
  const serial = (time - Date.UTC(1899, 11, 30)) / dayLength;
  return serial >= 61 ? serial : undefined;
}

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
