/**
 * A set of references (bom-ref, SPDXID) that stays small with millions of members: it keeps a 64-bit fingerprint of
 * each, 16 bytes a member, not the text. Two different references are taken for one with a chance of about 10⁻⁷ in a
 * document of two million; members cannot be listed.
 */
export class RefSet {
  protected table: Uint32Array;
  private members = 0;

  /** @param width numbers of an entry: the fingerprint's two, and what a subclass keeps with it */
  constructor(private readonly width = 2) {
    this.table = new Uint32Array(width * 1024);
  }

  get size(): number {
    return this.members;
  }

  has(ref: string): boolean {
    const [high, low] = fingerprint(ref);
    return this.table[this.slot(high, low)] !== 0;
  }

  /** @returns false where the reference was a member already */
  add(ref: string): boolean {
    const [high, low] = fingerprint(ref);
    const slot = this.slot(high, low);
    if (this.table[slot] !== 0) return false;
    this.table[slot] = high;
    this.table[slot + 1] = low;
    this.members += 1;
    if (this.members * 2 * this.width > this.table.length) this.grow();
    return true;
  }

  /** Index of the entry that holds the fingerprint, or of the empty one (first half 0) where it belongs. */
  protected slot(high: number, low: number): number {
    const mask = this.table.length / this.width - 1;
    for (let entry = low & mask; ; entry = (entry + 1) & mask) {
      const index = this.width * entry;
      const found = this.table[index];
      if (found === 0 || (found === high && this.table[index + 1] === low)) return index;
    }
  }

  private grow(): void {
    const old = this.table;
    this.table = new Uint32Array(old.length * 2);
    for (let index = 0; index < old.length; index += this.width) {
      if (old[index] === 0) continue;
      this.table.set(old.subarray(index, index + this.width), this.slot(old[index]!, old[index + 1]!));
    }
  }
}

/** References with a number of 32 bits for each, as small as a `RefSet`. */
export class RefNumbers extends RefSet {
  constructor() {
    super(3);
  }

  get(ref: string): number | undefined {
    const slot = this.slot(...fingerprint(ref));
    return this.table[slot] === 0 ? undefined : this.table[slot + 2];
  }

  set(ref: string, number: number): void {
    this.add(ref);
    this.table[this.slot(...fingerprint(ref)) + 2] = number;
  }
}

/** Two independent 32-bit hashes in one run over the text (cyrb53's two lanes), the first never 0. */
export function fingerprint(text: string): readonly [number, number] {
  let high = 0xdeadbeef ^ text.length;
  let low = 0x41c6ce57 ^ text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return [high >>> 0 || 1, low >>> 0];
}
