import type { BomEvent, BomWarning } from '../../../model/document.js';

/** Adds the warnings that readers have left in `warnings` to the events, after the batch that they belong to. */
export async function* withWarnings(
  events: AsyncIterable<readonly BomEvent[]>,
  warnings: BomWarning[],
): AsyncIterable<readonly BomEvent[]> {
  for await (const batch of events) {
    if (warnings.length === 0) yield batch;
    else yield [...batch, ...warnings.splice(0).map((warning): BomEvent => ({ type: 'warning', warning }))];
  }
}
