import type { PreviousDelivery } from '../../quality/quality-letter.js';
import type { StandardResult } from '../../quality/quality-check.js';

/** How good the file of an SBOM is, as it was delivered. */
export interface QualityView {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly supplier: string;
  /** Format and version of the file, as "cyclonedx 1.6"; empty: nothing was imported, and nothing could be checked. */
  readonly format: string;
  /** Components of the file, with the product itself. */
  readonly components: number;
  /** Components that people added by hand; they are not part of the delivery and not checked. */
  readonly added_by_hand: number;
  /** The published lists that it was checked against. */
  readonly standards: readonly StandardResult[];
  /** The delivery before, of this SBOM or of another version by the same supplier. Null: none is known. */
  readonly previous: PreviousDelivery | null;
}
