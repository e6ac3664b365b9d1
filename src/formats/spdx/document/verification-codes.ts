import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '../../../model/document.js';
import { RefNumbers } from '../../shared/ref-set.js';

const digestLength = 20;
/** Placeholder for an unknown SHA1. */
const unknownDigest = '0'.repeat(2 * digestLength);

/**
 * The verification codes of packages (SPDX 2.3, clause 7.9): the SHA1 of the sorted and joined SHA1s of their files.
 * Memory holds about 50 bytes for each file.
 */
export class VerificationCodes {
  /** Indexes of files in `digests`, by SPDXID. */
  private readonly indexes = new RefNumbers();
  private digests = Buffer.alloc(1_024 * digestLength);
  private count = 0;
  /** Indexes of the files of each package; null if one of them has no known SHA1. */
  private readonly filesOfPackage = new Map<string, Set<number> | null>();

  /** Must come before the packages that contain it. */
  addFile({ SPDXID, checksums }: JsonObject): void {
    const digest = sha1Of(checksums);
    if (digest === undefined) return;
    if ((this.count + 1) * digestLength > this.digests.length)
      this.digests = Buffer.concat([this.digests, this.digests]);
    this.digests.write(digest, this.count * digestLength, 'hex');
    this.indexes.set(SPDXID as string, this.count++);
  }

  addContained(packageId: string, file: string): void {
    const index = this.indexes.get(file);
    const indexes = this.filesOfPackage.get(packageId);
    if (index === undefined || indexes === null) this.filesOfPackage.set(packageId, null);
    else if (indexes) indexes.add(index);
    else this.filesOfPackage.set(packageId, new Set([index]));
  }

  /** @returns undefined where the package has no files, or a file without known SHA1 */
  of(packageId: string): string | undefined {
    const indexes = this.filesOfPackage.get(packageId);
    if (!indexes) return undefined;
    const digests = [...indexes].map((place) =>
      this.digests.toString('hex', place * digestLength, (place + 1) * digestLength),
    );
    return createHash('sha1').update(digests.sort().join('')).digest('hex');
  }
}

function sha1Of(checksums: Json | undefined): string | undefined {
  const found = (Array.isArray(checksums) ? (checksums as JsonObject[]) : []).find(
    ({ algorithm, checksumValue }) =>
      algorithm === 'SHA1' && checksumValue !== unknownDigest && /^[0-9a-f]{40}$/i.test(`${checksumValue as string}`),
  );
  return found?.checksumValue as string | undefined;
}
