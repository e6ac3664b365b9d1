import type { BomComponent, BomDependency, BomHeader, BomPart, PartKind } from '../../model/document.js';
import type { BomSource } from '../../formats/format.js';
import { identifiedComponent, type ExportRow } from './identified-component.js';

/**
 * A bill in batches of JSON, as the database gives them: whoever writes the document makes components of them, which
 * may be another thread. Each list may be read more than once, from the start each time.
 */
export interface SerializedSbom {
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

export function deserialized(sbom: SerializedSbom): BomSource {
  return {
    ...{ header: sbom.header, subject: sbom.subject },
    components: () => deserializedComponents(sbom),
    dependencies: () => parseBatches<BomDependency>(sbom.dependencies()),
    parts: (...kinds) => parseBatches<BomPart>(sbom.parts(...kinds)),
  };
}

/**
 * Components that are written at a time. What is made of them on the way to the document is dead when the next ones are
 * taken; with more at a time the collector would have most of it to copy.
 */
const batchSize = 100;

async function* deserializedComponents(sbom: SerializedSbom): AsyncIterable<readonly BomComponent[]> {
  for await (const rows of parseBatches<ExportRow>(sbom.components()))
    for (let start = 0; start < rows.length; start += batchSize)
      yield rows.slice(start, start + batchSize).map(identifiedComponent);
}

export async function* parseBatches<Item>(batches: AsyncIterable<string>): AsyncIterable<readonly Item[]> {
  for await (const text of batches) yield JSON.parse(text) as readonly Item[];
}
