import { cycloneDxCsv } from './cyclonedx/csv.js';
import { cycloneDxJson } from './cyclonedx/json.js';
import { cycloneDxXlsx } from './cyclonedx/xlsx.js';
import { cycloneDxXml } from './cyclonedx/xml.js';
import { cycloneDxYaml } from './cyclonedx/yaml.js';
import { FormatError, type ColumnMappings, type Format } from './format.js';
import { otherDocument } from './other-documents.js';
import type { LegacyCharset } from './reading/charset.js';
import { spdxJson } from './spdx/json.js';
import { spdxJsonLd } from './spdx/json-ld.js';
import { spdxRdf } from './spdx/rdf.js';
import { spdxCsv } from './spdx/spdx-csv.js';
import { spdxXlsx } from './spdx/spdx-xlsx.js';
import { spdxTagValue } from './spdx/tag-value.js';
import { syftJson } from './syft/json.js';
import { spdxXml } from './spdx/xml.js';
import { spdxYaml } from './spdx/yaml.js';
import { isHeaderlessNameList } from './shared/component-list/csv-dialect.js';
import { tableCsv } from './table/table-csv.js';
import { tableXlsx } from './table/table-xlsx.js';
import { tableJson } from './table/table-json.js';
import { isPackageLines, nearPackageLines } from './table/text/package-lines.js';
import { tableText } from './table/table-text.js';

/** Every format, one line each, in the order of detection. */
export const formats: readonly Format[] = [
  cycloneDxJson,
  cycloneDxXml,
  cycloneDxYaml,
  spdxJson,
  spdxJsonLd,
  spdxXml,
  spdxRdf,
  spdxTagValue,
  spdxYaml,
  syftJson,
  spdxXlsx,
  spdxCsv,
  cycloneDxXlsx,
  cycloneDxCsv,
  tableXlsx,
  tableJson,
  tableText,
  tableCsv,
];

/**
 * The format of a document by its content, never by its file name; undefined where no format claims it.
 *
 * @param head as `unwrap` returns it
 */
export const detectFormat = (head: string, mappings?: ColumnMappings): Format | undefined =>
  formats.find((format) => format.detect(head, mappings));

/**
 * @param charset that the head was decoded from, for the hint in a refusal
 * @throws FormatError `unknown_format` where no format claims a document with this head, `invalid` for a mapping of
 *   columns where there are none
 */
export function identifyFormat(head: string, mappings?: ColumnMappings, charset?: LegacyCharset): Format {
  const format = detectFormat(head, mappings);
  if (format && mappings?.given && format.family !== 'table')
    throw new FormatError('invalid', `The mapping is for the columns of a list, but the file is ${format.id}`);
  if (format) return format;
  const other = otherDocument(head);
  if (other !== undefined) {
    const advice = other.manifest === undefined ? '' : ': it names packages, but is no SBOM';
    throw new FormatError('unknown_format', `The document is ${other.name}${advice}`);
  }
  if (mappings?.given) {
    const columns = Object.keys(mappings.given).map((name) => `"${name.slice(0, 80)}"`);
    const message = `No row of the file has the columns of the mapping: ${columns.slice(0, 10).join(', ')}`;
    throw new FormatError('invalid', message);
  }
  const supported =
    'CycloneDX, SPDX, Syft JSON, a list with a row of column names (name, version, purl …), or in an upload a lock file under its own name';
  throw new FormatError('unknown_format', `The document is not an SBOM in a supported format: ${supported}${hintOf(head, charset)}`); // prettier-ignore
}

function hintOf(head: string, charset: LegacyCharset | undefined): string {
  if (charset !== undefined || hasReplacementCharacter(head))
    return '. It is not UTF-8: save it as UTF-8, so that its column names can be recognised';
  const near = nearPackageLines(head);
  return near === undefined ? '' : `. ${near}`;
}

/** Invalid bytes decode to U+FFFD; the last character of a head may be cut. */
const hasReplacementCharacter = (head: string): boolean => head.slice(0, -1).includes('\ufffd');

/** Whether a file of an archive is its SBOM; a list of names without a header is more likely a requirements file. */
export function isSbomAmongFiles(head: string): boolean {
  const format = detectFormat(head);
  if (format === tableText && isPackageLines(head)) return false;
  return format !== undefined && !(format === tableCsv && isHeaderlessNameList(head));
}

const spreadsheetName = /\.(?:csv|tsv|xls|xlsx|xlsm|ods)$/i;

/** Whether a format claims the document for itself: a manifest in YAML or text may look like a list with a header. */
export function isSurelySbom(head: string, fileName: string): boolean {
  const format = detectFormat(head);
  return format !== undefined && (format.family !== 'table' || spreadsheetName.test(fileName));
}

/** The format with that id, as in `Format.id`. */
export const formatById = (id: string): Format | undefined => formats.find((format) => format.id === id);
