import type { BomWarning, Json } from '../../model/document.js';
import { FormatError } from '../format.js';
import { RefSet } from '../reading/ref-set.js';

/** How many dangling references are remembered and told of. */
const maxDangling = 1_000;
const maxReported = 20;

/**
 * The refs of a document: every component gets one of its own, and what points to none is told of at the end, when all
 * are known.
 */
export class ComponentRefs {
  private readonly defined = new RefSet();
  /** Refs within what is kept whole, which takes none from a component. */
  private readonly nested = new RefSet();
  private readonly dangling = new Map<string, string>();
  private generatedCount = 0;

  constructor(private readonly warn: (warning: BomWarning) => void) {}

  /** The ref of a component: the file's own where that is one and no other component has it, else a new one. */
  assign(ownRef: Json | undefined, place: string, maxLength: number): string {
    if (typeof ownRef === 'string' && ownRef !== '') {
      if (ownRef.length > maxLength)
        throw new FormatError('limit', `The bom-ref is longer than ${maxLength} characters`, place);
      if (this.defined.add(ownRef)) return ownRef;
      this.warn({
        place,
        message: `The bom-ref ${JSON.stringify(ownRef.slice(0, 100))} is another component's already`,
      });
    } else if (ownRef !== undefined && ownRef !== null) {
      this.warn({ place, message: 'The bom-ref is no text or empty' });
    }
    this.generatedCount += 1;
    const ref = `stocktake:component:${this.generatedCount}`;
    return this.defined.has(ref) ? this.assign(undefined, place, maxLength) : this.add(ref);
  }

  /** Something else that can be pointed to. */
  add(ref: string): string {
    this.defined.add(ref);
    return ref;
  }

  /** All that can be pointed to in what is kept whole. The limit of depth bounds the recursion. */
  addNested(value: Json): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (name === 'bom-ref' && typeof member === 'string') this.nested.add(member);
      else this.addNested(member);
    }
  }

  /** Something points to `ref`, perhaps before it comes. A BOM-Link points outside. */
  addReference(ref: string, place: string): void {
    if (this.defined.has(ref) || ref.startsWith('urn:cdx:') || this.dangling.size >= maxDangling) return;
    if (!this.dangling.has(ref)) this.dangling.set(ref, place);
  }

  reportDangling(): void {
    let reported = 0;
    for (const [ref, place] of this.dangling) {
      if (this.defined.has(ref) || this.nested.has(ref)) continue;
      reported += 1;
      if (reported > maxReported) return;
      const message = `The dependency names ${JSON.stringify(ref.slice(0, 100))}, which is nothing in this document`;
      this.warn({ place, message });
    }
  }
}
