import { FormatError } from '../format.js';
import { compoundSignature } from '../reading/xls/compound-file.js';

/** The kind of a file by its first bytes. */
export type FileKind = 'gzip' | 'zip' | 'compound' | 'text';

interface Signature {
  readonly bytes: readonly number[];
  readonly offset?: number;
  readonly what: string;
  /** What to send instead. */
  readonly advice?: string;
}

const ascii = (text: string): number[] => [...Buffer.from(text, 'latin1')];

/** The first record of workbooks up to Excel 4, and of those that careless programs write. */
const rawWorkbooks = [
  [0x09, 0x00, 0x04, 0x00],
  [0x09, 0x02, 0x06, 0x00],
  [0x09, 0x04, 0x06, 0x00],
  [0x09, 0x08, 0x08, 0x00],
  [0x09, 0x08, 0x10, 0x00],
];

/** Files sent by mistake, or that hold a list in an unsupported form. */
const refused: readonly Signature[] = [
  ...rawWorkbooks.map((bytes) => ({
    bytes,
    what: 'an old Excel workbook without a container',
    advice: 'save it as .xlsx',
  })),
  { bytes: ascii('%PDF-'), what: 'a PDF document', advice: 'send the list from which it was made' },
  { bytes: [0x7f, ...ascii('ELF')], what: 'a program (ELF)' },
  { bytes: ascii('MZ'), what: 'a Windows program' },
  { bytes: ascii('BZh'), what: 'compressed with bzip2', advice: 'use gzip or zip' },
  { bytes: [0xfd, ...ascii('7zXZ')], what: 'compressed with xz', advice: 'use gzip or zip' },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], what: 'compressed with zstd', advice: 'use gzip or zip' },
  { bytes: [...ascii('7z'), 0xbc, 0xaf], what: 'a 7z archive', advice: 'use zip' },
  { bytes: ascii('Rar!'), what: 'a RAR archive', advice: 'use zip' },
  { bytes: ascii('ustar'), offset: 257, what: 'a tar archive', advice: 'send the SBOM in it' },
  { bytes: [0x89, ...ascii('PNG')], what: 'an image (PNG)' },
  { bytes: [0xff, 0xd8, 0xff], what: 'an image (JPEG)' },
  { bytes: ascii('SQLite format 3'), what: 'a SQLite database' },
];

const gzip = [0x1f, 0x8b, 0x08];
/** "PK": a file, the end of an empty archive, or the marker of a split one. */
const zips = [
  [0x50, 0x4b, 3, 4],
  [0x50, 0x4b, 5, 6],
  [0x50, 0x4b, 7, 8],
];
const html = /^\s*(?:<!doctype\s+html|<html[\s>])/i;

/**
 * The kind of a file by its first bytes (at least 512, fewer only if the file is shorter).
 *
 * @throws FormatError `unknown_format` for what cannot hold an SBOM, and for an empty file
 */
export function fileKind(head: Uint8Array): FileKind {
  if (head.length === 0) throw new FormatError('unknown_format', 'The file is empty');
  if (startsWith(head, gzip)) return 'gzip';
  if (zips.some((signature) => startsWith(head, signature))) return 'zip';
  if (startsWith(head, compoundSignature)) return 'compound';
  const found = refused.find(({ bytes, offset }) => startsWith(head, bytes, offset));
  if (found) {
    const advice = found.advice === undefined ? '' : `: ${found.advice}`;
    throw new FormatError('unknown_format', `The file is ${found.what}, not a supported SBOM${advice}`);
  }
  return 'text';
}

/**
 * Refuses text that cannot hold an SBOM, by its first characters.
 *
 * @throws FormatError `unknown_format` for a file with nothing but a byte-order mark or white space, and for HTML
 */
export function checkText(head: string): void {
  if (head.trim() === '') throw new FormatError('unknown_format', 'The file holds only white space');
  if (html.test(head)) throw new FormatError('unknown_format', 'The file is a web page (HTML), not an SBOM');
}

function startsWith(head: Uint8Array, bytes: readonly number[], offset = 0): boolean {
  return bytes.every((byte, index) => head[offset + index] === byte);
}

/** Office documents that are zip archives too, by a part that each of them has. */
const refusedParts: readonly (readonly [part: RegExp, what: string])[] = [
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
  const found = isOffice ? refusedParts.find(([part]) => names.some((name) => part.test(name))) : undefined;
  if (found) throw new FormatError('unknown_format', `The file is ${found[1]}`);
  return parts.has('[Content_Types].xml') && names.some((name) => /^xl\/workbook\d*\.xml$/i.test(name));
}
