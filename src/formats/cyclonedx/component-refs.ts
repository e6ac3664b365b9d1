import type { BomWarning, Json } from '../../model/document.js';
import { FormatError } from '../format.js';
import { RefSet } from '../shared/ref-set.js';

/** Dangling references that are kept, and those that are reported. */
const maxDangling = 1_000;
const maxReported = 20;

/** The refs of a document. Each component gets a unique one; references to nothing are reported at the end. */
export class ComponentRefs {
  private readonly defined = new RefSet();
  /** Refs inside of parts that are kept whole. A component may have the same one. */
  private readonly nested = new RefSet();
  private readonly dangling = new Map<string, string>();
  private generatedCount = 0;

  constructor(private readonly warn: (warning: BomWarning) => void) {}

  /** The ref of a component: its own if that is valid and unique, else a new one. */
  assign(ownRef: Json | undefined, place: string, maxLength: number): string {
    if (typeof ownRef === 'string' && ownRef !== '') {
      if (ownRef.length > maxLength)
        throw new FormatError('limit', `The bom-ref is longer than ${maxLength} characters`, place);
      if (this.defined.add(ownRef)) return ownRef;
      this.warn({
        place,
        message: `The bom-ref ${JSON.stringify(ownRef.slice(0, 100))} is already used by another component`,
      });
    } else if (ownRef !== undefined && ownRef !== null) {
      this.warn({ place, message: 'The bom-ref is not a text, or it is empty' });
    }
    this.generatedCount += 1;
    const ref = `stocktake:component:${this.generatedCount}`;
    return this.defined.has(ref) ? this.assign(undefined, place, maxLength) : this.add(ref);
  }

  /** The ref of something that is no component. */
  add(ref: string): string {
    this.defined.add(ref);
    return ref;
  }

  /** The refs inside of a value that is kept whole. The depth limit of the reader bounds the recursion. */
  addNested(value: Json): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (name === 'bom-ref' && typeof member === 'string') this.nested.add(member);
      else this.addNested(member);
    }
  }

  /** A reference to `ref`, which may follow later in the document. A BOM-Link refers to another document. */
  addReference(ref: string, place: string): void {
    if (this.defined.has(ref) || ref.startsWith('urn:cdx:') || this.dangling.size >= maxDangling) return;
    if (!this.dangling.has(ref)) this.dangling.set(ref, place);
  }

  reportDangling(): void {
    let reported = 0;
    for (const [ref, place] of this.dangling) {
      if (this.defined.has(ref) || this.nested.has(ref)) continue;
      reported += 1;
      if (reported > maxReported) continue;
      const message = `The dependency refers to ${JSON.stringify(ref.slice(0, 100))}, which is not in this document`;
      this.warn({ place, message });
    }
    if (reported <= maxReported) return;
    const more = `${this.dangling.size < maxDangling ? '' : 'At least '}${reported - maxReported}`;
    this.warn({ place: '', message: `${more} more refs of dependencies are not in this document either` });
  }
}
