import type { BomComponent, BomDependency, BomHeader, BomPart, PartKind } from '../../model/document.js';
import type { BomSource } from '../../formats/format.js';
import { identifiedComponent, type ExportRow } from './identified-component.js';

/**
 * An SBOM as batches of JSON text from the database. Whoever writes the document decodes them, possibly another thread.
 * Each list can be read several times.
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
  /** Reports what the sources of the SBOM hold and the SBOM does not. */
  reportLosses?(onLoss: (what: string) => void): Promise<void>;
}

export function deserialized(sbom: SerializedSbom): BomSource {
  return {
    header: sbom.header,
    subject: sbom.subject,
    components: () => deserializedComponents(sbom),
    dependencies: () => parseBatches<BomDependency>(sbom.dependencies()),
    parts: (...kinds) => parseBatches<BomPart>(sbom.parts(...kinds)),
  };
}

/** Components written at once; small, so that the garbage collector does not have to copy them. */
const batchSize = 100;

async function* deserializedComponents(sbom: SerializedSbom): AsyncIterable<readonly BomComponent[]> {
  for await (const rows of parseBatches<ExportRow>(sbom.components()))
    for (let start = 0; start < rows.length; start += batchSize)
      yield rows.slice(start, start + batchSize).map(identifiedComponent);
}

export async function* parseBatches<Item>(batches: AsyncIterable<string>): AsyncIterable<readonly Item[]> {
  for await (const text of batches) yield JSON.parse(text) as readonly Item[];
}
