import { isNameless, type BomEvent } from '../model/document.js';
import { unwrap } from './containers/unwrap.js';
import { FormatError, type ByteSource, type ColumnMappings, type Format, type ParseLimits } from './format.js';
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
  return {
    format,
    source,
    wrappings,
    decode: () => watched(format.parse(source, limits, mappings), upload.size, limits),
  };
}

/**
 * One warning stands for all components that nothing is said of.
 *
 * @throws FormatError `ratio` where there are more components than the bytes of the upload can tell of
 */
async function* watched(
  events: AsyncIterable<readonly BomEvent[]>,
  uploadSize: number,
  { maxComponentsPerByte }: ParseLimits,
): AsyncIterable<readonly BomEvent[]> {
  let components = 0;
  let nameless = 0;
  let firstPlace = '';
  for await (const batch of events) {
    for (const event of batch) {
      if (event.type !== 'component') continue;
      components += 1;
      if (!isNameless(event.component)) continue;
      nameless += 1;
      firstPlace ||= event.component.place;
    }
    if (components > uploadSize * maxComponentsPerByte)
      throw new FormatError('ratio', `The file of ${uploadSize} bytes lists more than ${components - 1} components`);
    yield batch;
  }
  if (nameless > 0) yield [{ type: 'warning', warning: { place: firstPlace, message: namelessWarning(nameless) } }];
}

const namelessWarning = (count: number): string =>
  count === 1
    ? 'A component has neither a name nor an identifier; it is no entry'
    : `${count} components have neither a name nor an identifier; they are no entries`;
