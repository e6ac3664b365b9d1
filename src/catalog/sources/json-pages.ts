import { createHash, type Hash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { defaultLimits } from '../../formats/format.js';
import { JsonSplitter } from '../../formats/reading/json-splitter.js';
import type { Json, JsonObject } from '../../model/document.js';
import type { CatalogRecord } from '../loading/records.js';
import { readingRecord, requiredObject, SchemaDrift } from './schema-drift.js';

export interface JsonPage {
  /** The publisher's name, for messages. */
  readonly name: string;
  readonly file: string;
  /** The list whose elements are records. */
  readonly list: string;
  /** Members beside the list that must have this value. */
  readonly members: Readonly<Record<string, Json>>;
  /** SHA-256 of the unpacked document, in hexadecimal, where the publisher tells it. */
  readonly sha256?: string;
}

/** An entry of NVD's is some kilobytes; of a CVE of a thousand products it is megabytes. */
const limits = { ...defaultLimits, maxDepth: 24, maxElementLength: 64 * 1024 * 1024 };
const recordsPerBatch = 2_000;

/**
 * The records of one large JSON document (gunzipped where its name ends in `.gz`), read as a stream: memory holds one
 * batch.
 *
 * @throws SchemaDrift where the document or a record is something else
 */
export async function* recordsOfPage(
  page: JsonPage,
  recordsOf: (entry: JsonObject) => CatalogRecord[],
  onBytes: (done: number, total: number) => void,
): AsyncIterable<readonly CatalogRecord[]> {
  const splitter = new JsonSplitter(
    limits,
    { [page.list]: {} },
    { textMembers: new Set(), onWarning: () => undefined },
  );
  const members = new Map<string, Json>();
  const hash = createHash('sha256');
  let batch: CatalogRecord[] = [];
  let any = false;
  for await (const piece of pieces(page.file, hash, onBytes)) {
    for (const { kind, name, value, place } of splitting(page, () => splitter.write(piece))) {
      if (kind === 'member') members.set(name, value);
      if (kind !== 'element') continue;
      any = true;
      const where = { file: page.name, record: `record ${place}${named(value)}` };
      for (const record of readingRecord(where, () => recordsOf(requiredObject(value, 'it')))) batch.push(record);
    }
    if (batch.length < recordsPerBatch) continue;
    yield batch;
    batch = [];
  }
  splitting(page, () => splitter.end());
  checkPage(page, { members, any, sha256: hash.digest('hex') });
  yield batch;
}

async function* pieces(
  file: string,
  hash: Hash,
  onBytes: (done: number, total: number) => void,
): AsyncIterable<string> {
  const total = statSync(file).size;
  const raw = createReadStream(file, { highWaterMark: 256 * 1024 });
  const bytes = file.endsWith('.gz') ? raw.pipe(createGunzip({ chunkSize: 256 * 1024 })) : raw;
  raw.on('error', (error) => bytes.destroy(error));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    hash.update(chunk);
    onBytes(raw.bytesRead, total);
    yield decoder.decode(chunk, { stream: true });
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

function splitting<T>({ name }: JsonPage, split: () => T): T {
  try {
    return split();
  } catch (error) {
    throw new SchemaDrift(`${name}: ${(error as Error).message}`, { cause: error });
  }
}

function checkPage(
  { name, list, members: expected, sha256 }: JsonPage,
  found: { readonly members: ReadonlyMap<string, Json>; readonly any: boolean; readonly sha256: string },
): void {
  for (const [member, value] of Object.entries(expected))
    if (found.members.get(member) !== value)
      throw new SchemaDrift(
        `${name}: "${member}" is ${JSON.stringify(found.members.get(member))}, not ${JSON.stringify(value)}`,
      );
  if (!found.any && found.members.get('totalResults') !== 0) throw new SchemaDrift(`${name}: there is no "${list}"`);
  if (sha256 !== undefined && sha256 !== found.sha256)
    throw new SchemaDrift(`${name}: its SHA-256 is not the one that the publisher states`);
}

/** " (CVE-2024-1234)" where the record can be told apart by its id. */
function named(value: Json): string {
  const id = /"id":"([^"\\]{1,60})"/.exec(JSON.stringify(value).slice(0, 400))?.[1];
  return id === undefined ? '' : ` (${id})`;
}
