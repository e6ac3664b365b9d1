/**
 * A set of references (bom-ref, SPDXID) that stays small with millions of members: it keeps a 64-bit fingerprint of
 * each, 16 bytes a member, not the text. Two different references are taken for one with a chance of about 10⁻⁷ in a
 * document of two million; members cannot be listed.
 */
export class RefSet {
  private table = new Uint32Array(2 * 1024);
  private members = 0;

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
    if (this.members * 4 > this.table.length) this.grow();
    return true;
  }

  /** Index of the pair that holds the fingerprint, or of the empty pair (first half 0) where it belongs. */
  private slot(high: number, low: number): number {
    const mask = this.table.length / 2 - 1;
    for (let pair = low & mask; ; pair = (pair + 1) & mask) {
      const found = this.table[2 * pair];
      if (found === 0 || (found === high && this.table[2 * pair + 1] === low)) return 2 * pair;
    }
  }

  private grow(): void {
    const old = this.table;
    this.table = new Uint32Array(old.length * 2);
    for (let index = 0; index < old.length; index += 2) {
      if (old[index] === 0) continue;
      const slot = this.slot(old[index]!, old[index + 1]!);
      this.table[slot] = old[index]!;
      this.table[slot + 1] = old[index + 1]!;
    }
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
