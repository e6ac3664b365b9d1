import { randomFillSync } from 'node:crypto';
import { v5, v7 } from 'uuid';

/** Random bytes are fetched for many ids at once: imports create hundreds of thousands. */
const pool = new Uint8Array(16 * 256);
let used = pool.length;
let latest = { msecs: 0, seq: 0 };

/** A new id: UUID version 7, so that ids made later sort later and indexes grow at one end. */
export function newId(): string {
  const random = sixteenBytes();
  const now = Date.now();
  const begins = now > latest.msecs;
  latest = begins
    ? { msecs: now, seq: new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1 }
    : { msecs: latest.msecs, seq: latest.seq + 1 };
  return v7({ random, ...latest });
}

function sixteenBytes(): Uint8Array<ArrayBuffer> {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return pool.subarray(used, (used += 16));
}

/** An id that is always the same for the same id and name (UUID version 5), and tells neither. */
export const derivedId = (id: string, name: string): string => v5(name, id);

/** The accepted spelling of an id: any UUID version, lower or upper case, with hyphens. */
export const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isId = (value: unknown): value is string => typeof value === 'string' && idPattern.test(value);
