import type { BomEvent } from '../model/document.js';
import { unwrap } from './containers/unwrap.js';
import type { ByteSource, ColumnMappings, Format, ParseLimits } from './format.js';
import { identifyFormat, isSbomAmongFiles } from './index.js';
import type { Spill } from './reading/bytes.js';

export interface OpenedDocument {
  readonly format: Format;
  /** The bytes of the document itself. */
  readonly source: ByteSource;
  /** The wrappings from the outside in, for display: "gzip", "zip: bom.json", "attestation". */
  readonly wrappings: readonly string[];
  /** Reads the document from its start; may be called more than once. */
  decode(): AsyncIterable<readonly BomEvent[]>;
}

/**
 * An upload on its way to components, by its content alone: unwrap, identify, decode.
 *
 * @throws FormatError as `unwrap` does, and `unknown_format` where no format claims the document
 */
export async function openDocument(
  upload: ByteSource,
  {
    limits,
    spill,
    mappings,
  }: { readonly limits: ParseLimits; readonly spill: Spill; readonly mappings?: ColumnMappings },
): Promise<OpenedDocument> {
  const { source, head, wrappings } = await unwrap(upload, { limits, spill, isSbom: isSbomAmongFiles });
  const format = identifyFormat(head, mappings);
  return { format, source, wrappings, decode: () => format.parse(source, limits, mappings) };
}
