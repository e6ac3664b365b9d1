import { createReadStream, statSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { CatalogRecord } from '../../loading/records.js';
import { SchemaDrift } from '../schema-drift.js';
import type { RemoteSource } from '../source.js';
import { listedPackage } from './listed-package.js';

const recordsPerBatch = 5_000;
/** No field of an artifact is longer. */
const maxFieldBytes = 16 * 1024 * 1024;

/**
 * All artifacts of Maven Central with their versions: the index of Maven's indexer (maven.apache.org/maven-indexer) in its
 * transfer format: a byte, a date of 8 bytes, then documents of named fields.
 */
export const mavenIndex: RemoteSource = {
  name: 'maven-index',
  address: 'https://repo1.maven.org/maven2/.index/nexus-maven-repository-index.gz',
  maxBytes: 16 * 1024 * 1024 * 1024,
  isIndex: true,
  async *read(file, onBytes) {
    let batch: CatalogRecord[] = [];
    let any = false;
    for await (const documents of documentsOf(file, onBytes)) {
      batch.push(...documents.flatMap(artifactRecords));
      any ||= batch.length > 0;
      if (batch.length < recordsPerBatch) continue;
      yield batch;
      batch = [];
    }
    if (!any) throw new SchemaDrift('the file is not an index of Maven artifacts');
    yield batch;
  },
};

/** The field `u` is `group|artifact|version|classifier|extension`; one record a main artifact, not one for its sources. */
export function artifactRecords(coordinates: string): CatalogRecord[] {
  const [namespace = '', name = '', version = '', classifier = 'NA'] = coordinates.split('|');
  if (namespace === '' || name === '' || version === '' || classifier !== 'NA') return [];
  return listedPackage({ type: 'maven', namespace, name, versions: [version] });
}

const headerBytes = 9;

/** The field `u` of each document, in batches; a document without one tells about the index. */
async function* documentsOf(
  file: string,
  onBytes: (done: number, total: number) => void,
): AsyncIterable<readonly string[]> {
  const total = statSync(file).size;
  const raw = createReadStream(file, { highWaterMark: 256 * 1024 });
  const bytes = raw.pipe(createGunzip({ chunkSize: 256 * 1024 }));
  raw.on('error', (error) => bytes.destroy(error));
  let rest: Buffer = Buffer.alloc(0);
  let start = headerBytes;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    onBytes(raw.bytesRead, total);
    const { found, end } = completeDocuments(all, start);
    yield found;
    start = Math.max(0, end - all.length);
    rest = all.subarray(Math.min(end, all.length));
    if (rest.length > maxFieldBytes) throw new SchemaDrift('a document of the index does not end');
  }
  if (rest.length > 0) throw new SchemaDrift('the index ends within a document');
}

/** Documents that end within the bytes, and where the last of them does. */
function completeDocuments(bytes: Buffer, start: number): { readonly found: string[]; readonly end: number } {
  const found: string[] = [];
  let end = start;
  for (;;) {
    const next = documentAt(bytes, end);
    if (next === null) return { found, end };
    if (next.coordinates !== '') found.push(next.coordinates);
    end = next.end;
  }
}

/** 4 bytes: how many fields; each of them a byte of flags, a name (2 bytes of length) and a value (4 bytes of length). */
function documentAt(bytes: Buffer, start: number): { readonly coordinates: string; readonly end: number } | null {
  if (start + 4 > bytes.length) return null;
  const fields = bytes.readUInt32BE(start);
  let at = start + 4;
  let coordinates = '';
  for (let field = 0; field < fields; field += 1) {
    if (at + 3 > bytes.length) return null;
    const nameEnd = at + 3 + bytes.readUInt16BE(at + 1);
    if (nameEnd + 4 > bytes.length) return null;
    const valueEnd = nameEnd + 4 + checkedLength(bytes.readUInt32BE(nameEnd));
    if (valueEnd > bytes.length) return null;
    if (nameEnd - at === 4 && bytes[at + 3] === 0x75) coordinates = bytes.toString('utf8', nameEnd + 4, valueEnd);
    at = valueEnd;
  }
  return { coordinates, end: at };
}

function checkedLength(length: number): number {
  if (length > maxFieldBytes) throw new SchemaDrift('a field of the index is longer than any of an artifact');
  return length;
}
