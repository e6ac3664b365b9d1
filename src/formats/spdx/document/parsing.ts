import type { BomEvent, BomWarning } from '../../../model/document.js';
import type { ByteSource, Format, ParseLimits } from '../../format.js';
import { readElements } from './document-reader.js';
import type { SpdxElement } from './elements.js';

/** Reads the elements of one encoding; warnings about the file's form go to `onWarning`. */
type ElementParser = (
  source: ByteSource,
  limits: ParseLimits,
  onWarning: (warning: BomWarning) => void,
) => AsyncIterable<readonly SpdxElement[]>;

/** `parse` of an encoding of SPDX 2.x. */
export const parseElements = (pieces: ElementParser): Format['parse'] =>
  function (source, limits) {
    const warnings: BomWarning[] = [];
    const read = pieces(source, limits, (warning) => void warnings.push(warning));
    return withWarnings(readElements(read, limits), warnings);
  };

/** Adds the pending warnings of readers after each batch of events. */
export async function* withWarnings(
  events: AsyncIterable<readonly BomEvent[]>,
  warnings: BomWarning[],
): AsyncIterable<readonly BomEvent[]> {
  for await (const batch of events) {
    if (warnings.length === 0) yield batch;
    else yield [...batch, ...warnings.splice(0).map((warning): BomEvent => ({ type: 'warning', warning }))];
  }
}
