import { FormatError } from '../../formats/format.js';

const headerSize = 32;
const slotSize = 16;
const slotsOfPage = 4096 / slotSize;
const blockSize = 16;
const blobHeadSize = 16;
/** Each package has a slot of its own. */
const maxPages = 4_096;

const damaged = (what: string): FormatError => new FormatError('malformed', `The package database is damaged: ${what}`);

/** Header blobs of an ndb database (rpm, lib/backend/ndb/rpmpkg.c). @throws FormatError `malformed` */
export function* ndbBlobs(bytes: Buffer): Iterable<Buffer> {
  if (bytes.length < headerSize || bytes.toString('latin1', 0, 4) !== 'RpmP') throw damaged('it has no header');
  const pages = bytes.readUInt32LE(12);
  if (pages > maxPages || pages * 4096 > bytes.length) throw damaged('it has more slots than bytes');
  const end = pages * slotsOfPage * slotSize;
  const seen = new Set<number>();
  for (let at = headerSize; at < end; at += slotSize) {
    if (bytes.toString('latin1', at, at + 4) !== 'Slot') throw damaged('a slot has no mark');
    const [index, block] = [bytes.readUInt32LE(at + 4), bytes.readUInt32LE(at + 8)];
    if (index === 0) continue;
    if (seen.has(block)) throw damaged(`package ${index}`);
    seen.add(block);
    const start = block * blockSize;
    if (start + blobHeadSize > bytes.length || bytes.toString('latin1', start, start + 4) !== 'BlbS') throw damaged(`package ${index}`); // prettier-ignore
    const size = bytes.readUInt32LE(start + 12);
    if (bytes.readUInt32LE(start + 4) !== index || start + blobHeadSize + size > bytes.length) throw damaged(`package ${index}`); // prettier-ignore
    yield bytes.subarray(start + blobHeadSize, start + blobHeadSize + size);
  }
}
