import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '../../../model/document.js';
import { RefNumbers } from '../../reading/ref-set.js';

const sumLength = 20;
/** What stands for the SHA1 of a file of which none is known. */
const unknownSum = '0'.repeat(2 * sumLength);

/**
 * The verification codes of packages (SPDX 2.3, clause 7.9): SHA1 of the SHA1s of all their files, in ascending order
 * and joined. Memory holds some 50 bytes for each file.
 */
export class VerificationCodes {
  /** Places of files in `sums`, by SPDXID. */
  private readonly places = new RefNumbers();
  private sums = Buffer.alloc(1_024 * sumLength);
  private count = 0;
  /** Places of the files of each package; null where the sum of one is not known. */
  private readonly held = new Map<string, Set<number> | null>();

  /** Before the packages that hold it. */
  addFile({ SPDXID, checksums }: JsonObject): void {
    const sum = sha1Of(checksums);
    if (sum === undefined) return;
    if ((this.count + 1) * sumLength > this.sums.length) this.sums = Buffer.concat([this.sums, this.sums]);
    this.sums.write(sum, this.count * sumLength, 'hex');
    this.places.set(SPDXID as string, this.count++);
  }

  addHeld(holder: string, file: string): void {
    const place = this.places.get(file);
    const places = this.held.get(holder);
    if (place === undefined || places === null) this.held.set(holder, null);
    else if (places) places.add(place);
    else this.held.set(holder, new Set([place]));
  }

  /** @returns undefined where the package holds no files, or not the SHA1 of each is known */
  of(holder: string): string | undefined {
    const places = this.held.get(holder);
    if (!places) return undefined;
    const sums = [...places].map((place) => this.sums.toString('hex', place * sumLength, (place + 1) * sumLength));
    return createHash('sha1').update(sums.sort().join('')).digest('hex');
  }
}

function sha1Of(checksums: Json | undefined): string | undefined {
  const found = (Array.isArray(checksums) ? (checksums as JsonObject[]) : []).find(
    ({ algorithm, checksumValue }) =>
      algorithm === 'SHA1' && checksumValue !== unknownSum && /^[0-9a-f]{40}$/i.test(`${checksumValue as string}`),
  );
  return found?.checksumValue as string | undefined;
}
