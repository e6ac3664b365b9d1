import type { JsonObject } from '../model/document.js';
import { invalid } from '../model/errors.js';
import { objectOf } from '../model/json.js';
import type { ProductStatement } from './product-statement.js';
import { parseCsafVex } from './read-csaf.js';
import { parseCycloneDxVex } from './read-cyclonedx.js';
import { parseOpenVex } from './read-openvex.js';

export const vexFormats = ['openvex', 'csaf', 'cyclonedx'] as const;
export type VexFormat = (typeof vexFormats)[number];

/** The statements of a VEX document, and the format that its content shows. @throws {CallerError} 400, 413 */
export function readVex(document: JsonObject): { format: VexFormat; statements: ProductStatement[] } {
  if (document.bomFormat !== undefined) return { format: 'cyclonedx', statements: parseCycloneDxVex(document) };
  if (objectOf(document.document).csaf_version !== undefined)
    return { format: 'csaf', statements: parseCsafVex(document) };
  if (document['@context'] !== undefined) return { format: 'openvex', statements: parseOpenVex(document) };
  throw invalid('The file is not a VEX document', {
    document: 'must be OpenVEX (@context), CSAF 2.0 (document.csaf_version) or CycloneDX (bomFormat)',
  });
}
