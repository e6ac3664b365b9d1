import { crc32, gzipSync } from 'node:zlib';
import { unwrap } from '../../src/formats/containers/unwrap.js';
import type { Format, ParseLimits } from '../../src/formats/format.js';
import { detectFormat, formats } from '../../src/formats/index.js';
import { bytesSource } from '../../src/formats/reading/bytes.js';
import { openZip } from '../../src/formats/reading/zip.js';
import { tableXlsx } from '../../src/formats/table/table-xlsx.js';
import { mutate, type Random } from './mutations.js';
import { generatedBom, oldWorkbookSeed, readOnlySeeds, workbookSeed, written } from './seeds.js';
import { compareYamlReaders, yamlDocuments } from './yaml-readers.js';

/** Small, so that a case that reaches a limit does so at once. */
const limits: ParseLimits = {
  maxBytes: 1_000_000,
  maxDepth: 64,
  maxComponents: 10_000,
  maxEdges: 10_000,
  maxStringLength: 100_000,
  maxElementLength: 500_000,
  maxAttributes: 100,
  maxNameLength: 4_096,
  maxArchiveEntries: 100,
  maxRatio: 100,
  maxComponentsPerByte: 1,
};

/** Something that reads what others wrote, and a way to make faulty documents for it. */
export interface FuzzTarget {
  readonly id: string;
  faulty(random: Random): Uint8Array;
  /** @throws FormatError where the document is refused; anything else is a fault */
  read(bytes: Uint8Array): Promise<void>;
}

const otherTargets: ReadonlyMap<string, () => Promise<FuzzTarget>> = new Map([
  ['containers', containers],
  ['old-workbooks', oldWorkbooks],
  ['yaml-readers', yamlReaders],
]);

/**
 * Every parser, workbooks of the older format, the containers around documents, and the two YAML readers against each
 * other.
 */
export const fuzzTargetIds: readonly string[] = [...formats.map(({ id }) => id), ...otherTargets.keys()];

export async function fuzzTarget(id: string): Promise<FuzzTarget> {
  const format = formats.find((each) => each.id === id);
  if (format === undefined) return otherTargets.get(id)!();
  const documents = await documentsOf(format);
  const read = async (bytes: Uint8Array): Promise<void> => {
    for await (const events of format.parse(bytesSource(bytes), limits)) void events;
  };
  if (format.encoding !== 'XLSX') return { id, read, faulty: (random) => mutated(documents, random) };
  const workbooks = await Promise.all(documents.map(partsOf));
  // A fault in the archive seldom gets past the directory: most are made in the XML, and the archive is whole.
  const faulty = (random: Random): Uint8Array =>
    random(4) === 0 ? mutated(documents, random) : faultyWorkbook(workbooks, random);
  return { id, read, faulty };
}

const mutated = (documents: readonly Uint8Array[], random: Random): Uint8Array =>
  mutate(documents[random(documents.length)]!, documents[random(documents.length)]!, random);

async function documentsOf(format: Format): Promise<Uint8Array[]> {
  if (format.id === 'table-xlsx') return [await workbookSeed()];
  if (!format.serialize) return [Buffer.from(readOnlySeeds[format.id]!)];
  const sboms = await Promise.all([1, 4].map(generatedBom));
  return Promise.all(sboms.map((bom) => written(format, bom)));
}

type Parts = ReadonlyMap<string, Uint8Array>;

async function partsOf(workbook: Uint8Array): Promise<Parts> {
  const parts = new Map<string, Uint8Array>();
  for (const [name, entry] of await openZip(bytesSource(workbook), limits)) {
    const pieces: Uint8Array[] = [];
    for await (const piece of entry.stream()) pieces.push(piece);
    parts.set(name, Buffer.concat(pieces));
  }
  return parts;
}

function faultyWorkbook(workbooks: readonly Parts[], random: Random): Uint8Array {
  const parts = new Map(workbooks[random(workbooks.length)]!);
  const names = [...parts.keys()];
  for (let faults = 1 + random(2); faults > 0; faults -= 1) {
    const [name, other] = [names[random(names.length)]!, names[random(names.length)]!];
    parts.set(name, mutate(parts.get(name)!, parts.get(other)!, random));
  }
  return storedZip(parts);
}

/** An archive of parts that are not packed (APPNOTE 4.3.7, 4.3.12, 4.3.16). */
function storedZip(parts: Parts): Uint8Array {
  const bodies: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [name, bytes] of parts) {
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), bytes]);
    bodies.push(body);
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), fields, entry, Buffer.from(name));
    offset += body.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.size, 8);
  end.writeUInt16LE(parts.size, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, listed, end]);
}

async function yamlReaders(): Promise<FuzzTarget> {
  const documents = (await yamlDocuments(2)).map((text) => Buffer.from(text));
  return {
    id: 'yaml-readers',
    faulty: (random) => mutated(documents, random),
    read: (bytes) => compareYamlReaders(Buffer.from(bytes).toString(), limits),
  };
}

function oldWorkbooks(): Promise<FuzzTarget> {
  const documents = [oldWorkbookSeed()];
  return Promise.resolve({
    id: 'old-workbooks',
    faulty: (random) => mutated(documents, random),
    read: async (bytes) => {
      for await (const events of tableXlsx.parse(bytesSource(bytes), limits)) void events;
    },
  });
}

/** Documents in gzip, zip and attestations: faults stand in the document, in the wrapping, or in both. */
async function containers(): Promise<FuzzTarget> {
  const json = await written(formats[0]!, await generatedBom(1));
  const statement = (predicate: unknown): string =>
    JSON.stringify({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name: 'a', digest: { sha256: '0' } }],
      predicateType: 'https://cyclonedx.org/bom',
      predicate,
    });
  const inner = statement(JSON.parse(json.toString()));
  const envelope = (bytes: Uint8Array): string =>
    JSON.stringify({
      payloadType: 'application/vnd.in-toto+json',
      payload: Buffer.from(bytes).toString('base64'),
      signatures: [{ keyid: '', sig: 'AA==' }],
    });
  const wrappings: readonly ((bytes: Uint8Array) => Uint8Array)[] = [
    (bytes) => gzipSync(bytes),
    (bytes) => storedZip(new Map([['a/bom.json', bytes]])),
    (bytes) => storedZip(new Map([['bom.json', bytes] as const, ['README.md', Buffer.from('# ours')] as const])),
    (bytes) => Buffer.from(envelope(bytes)),
    (bytes) => Buffer.from(`${envelope(bytes)}\n${envelope(Buffer.from('{}'))}\n`),
    (bytes) =>
      Buffer.from(`{"mediaType":"application/vnd.dev.sigstore.bundle+json","dsseEnvelope":${envelope(bytes)}}`),
    (bytes) => gzipSync(envelope(bytes)),
    (bytes) => bytes,
  ];
  const documents = [
    json,
    Buffer.from(inner),
    Buffer.from(statement({ Data: JSON.parse(json.toString()), Timestamp: '' })),
  ];
  return {
    id: 'containers',
    faulty: (random) => {
      const document = random(2) === 0 ? documents[random(documents.length)]! : mutated(documents, random);
      const wrapped = wrappings[random(wrappings.length)]!(document);
      return random(2) === 0 ? wrapped : mutate(wrapped, wrapped, random);
    },
    read: async (bytes) => {
      const { head, source } = await unwrap(bytesSource(bytes), {
        limits,
        spill: () => Promise.reject(new Error('Documents of this size are kept in memory')),
        isSbom: (text) => detectFormat(text) !== undefined,
      });
      detectFormat(head);
      for await (const piece of source.stream()) void piece;
    },
  };
}
