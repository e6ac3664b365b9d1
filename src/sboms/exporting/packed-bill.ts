import type { BomComponent, BomDependency, BomHeader, BomPart, PartKind } from '../../model/document.js';
import type { BomSource } from '../../formats/format.js';
import { identifiedComponent, type ExportRow } from './identified-component.js';

/**
 * A bill in batches of JSON, as the database gives them: whoever writes the document makes components of them, which
 * may be another thread. Each list may be read more than once, from the start each time.
 */
export interface PackedBill {
  readonly header: BomHeader;
  readonly subject: BomComponent | null;
  /** Lists of `ExportRow`. */
  components(): AsyncIterable<string>;
  /** Lists of `BomDependency`. */
  dependencies(): AsyncIterable<string>;
  /** Lists of `BomPart`. */
  parts(...kinds: readonly PartKind[]): AsyncIterable<string>;
  /** Tells what is not in the bill though it was in what the bill was made of. */
  reportLosses?(onLoss: (what: string) => void): Promise<void>;
}

export function unpacked(bill: PackedBill): BomSource {
  return {
    ...{ header: bill.header, subject: bill.subject },
    components: () => each<ExportRow, BomComponent>(bill.components(), (rows) => rows.map(identifiedComponent)),
    dependencies: () => each<BomDependency>(bill.dependencies()),
    parts: (...kinds) => each<BomPart>(bill.parts(...kinds)),
  };
}

/** @param of what is made of a batch; without it, it is taken as it is */
export async function* each<Item, Made = Item>(
  batches: AsyncIterable<string>,
  of?: (items: readonly Item[]) => readonly Made[],
): AsyncIterable<readonly Made[]> {
  for await (const text of batches) {
    const items = JSON.parse(text) as readonly Item[];
    yield of === undefined ? (items as readonly unknown[] as readonly Made[]) : of(items);
  }
}
