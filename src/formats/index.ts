import { cycloneDxCsv } from './cyclonedx/csv.js';
import { cycloneDxJson } from './cyclonedx/json.js';
import { cycloneDxXlsx } from './cyclonedx/xlsx.js';
import { cycloneDxXml } from './cyclonedx/xml.js';
import { cycloneDxYaml } from './cyclonedx/yaml.js';
import { FormatError, type Format } from './format.js';
import { describeOtherDocument } from './other-documents.js';
import { spdxJson } from './spdx/json.js';
import { spdxJsonLd } from './spdx/json-ld.js';
import { spdxRdf } from './spdx/rdf.js';
import { spdxCsv } from './spdx/spdx-csv.js';
import { spdxXlsx } from './spdx/spdx-xlsx.js';
import { spdxTagValue } from './spdx/tag-value.js';
import { spdxXml } from './spdx/xml.js';
import { spdxYaml } from './spdx/yaml.js';
import { isHeaderlessNameList } from './shared/component-list/csv-dialect.js';
import { tableCsv } from './table/table-csv.js';
import { tableXlsx } from './table/table-xlsx.js';

/** Every format, one line each, in the order in which they are asked whether a document is theirs. */
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
  spdxXlsx,
  spdxCsv,
  cycloneDxXlsx,
  cycloneDxCsv,
  tableXlsx,
  tableCsv,
];

/**
 * The format of a document by its content, never by its name; undefined where none claims it.
 *
 * @param head the document's first characters as `decodeHead` gives them (for a zip: the names of its entries)
 */
export const detectFormat = (head: string): Format | undefined => formats.find((format) => format.detect(head));

/** @throws FormatError `unknown_format` where no format claims a document that starts so */
export function identifyFormat(head: string): Format {
  const format = detectFormat(head);
  if (format) return format;
  const other = describeOtherDocument(head);
  if (other !== undefined) throw new FormatError('unknown_format', `This is ${other}`);
  const known = 'CycloneDX, SPDX, or a list with a row that names its columns (name, version, purl …)';
  const hint = hasReplacementCharacter(head)
    ? '. It is not in UTF-8: save it so, and names of columns may be found'
    : '';
  throw new FormatError('unknown_format', `This is no SBOM in a format that we know: ${known}${hint}`);
}

/** What stands for bytes that are no text; the last may be half a character. */
const hasReplacementCharacter = (head: string): boolean => head.slice(0, -1).includes('\ufffd');

/** Whether a file that starts so is the SBOM in an archive of several: the requirements of a source tree are none. */
export function isSbomAmongFiles(head: string): boolean {
  const format = detectFormat(head);
  return format !== undefined && !(format === tableCsv && isHeaderlessNameList(head));
}

/** The format with that id, as in `Format.id`. */
export const formatById = (id: string): Format | undefined => formats.find((format) => format.id === id);
