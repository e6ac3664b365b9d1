import { defaultLimits } from '../../../../src/formats/format.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import { openZip } from '../../../../src/formats/reading/zip.js';
import { DeflatedText } from '../../../../src/formats/writing/deflated-text.js';
import { directoryEntry, endRecords, ZipWriter } from '../../../../src/formats/writing/zip-writer.js';

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/** An archive of texts, each added in its own pieces, with one breath between two of them. */
async function* archiveOf(files: Readonly<Record<string, readonly string[]>>): AsyncIterable<Uint8Array> {
  const archive = new ZipWriter();
  for (const [name, pieces] of Object.entries(files)) {
    const text = new DeflatedText();
    const filling = async function* () {
      for (const piece of pieces) yield text.add(piece);
    };
    yield* archive.file(name, text, filling());
  }
  yield archive.end();
}

// More blocks than wait at any time, and characters of two units and four bytes.
const long = Array.from({ length: 4_000 }, (_, index) => `${index} \u00fc \u{1f600} `.repeat(100));
// A piece that no block has room for, between two that are small.
const large = ['<', '\u00fc'.repeat(700_000), '>'];
const files = {
  'a.xml': ['one'],
  'b/empty.xml': [],
  'b/long.xml': long,
  'large.xml': large,
  'last-\u00fc.xml': ['', 'two', ' three'],
};

describe('an archive as a stream', () => {
  test('each file has its text, size and CRC-32 for whoever reads it', async () => {
    const entries = await openZip(bytesSource(await bytesOf(archiveOf(files))), defaultLimits);
    expect([...entries.keys()]).toEqual(Object.keys(files));
    for (const [name, pieces] of Object.entries(files)) {
      const text = (await bytesOf(entries.get(name)!.stream())).toString('utf8');
      expect(text === pieces.join('')).toBe(true);
    }
  });

  test('the bytes depend on nothing but the content', async () => {
    const [first, second] = [await bytesOf(archiveOf(files)), await bytesOf(archiveOf(files))];
    expect(first.equals(second)).toBe(true);
  });

  test('packed text goes out before the last of it has come', async () => {
    const text = new DeflatedText();
    let added = 0;
    const filling = async function* () {
      for (const piece of long) {
        text.add(piece);
        yield (added += 1);
      }
    };
    let early = 0;
    for await (const piece of new ZipWriter().file('a', text, filling()))
      if (added < long.length) early += piece.length;
    expect(early).toBeGreaterThan(1_000);
  });

  test('numbers of more than four bytes stand in the fields of Zip64', async () => {
    const gib = 2 ** 30;
    const wide = [
      { name: 'large', crc: 1, size: 9 * gib, packedSize: 5 * gib, offset: 0 },
      { name: 'behind', crc: 2, size: 10, packedSize: 12, offset: 5 * gib + 100 },
      { name: 'unpacked', crc: 3, size: 2 ** 32 - 1, packedSize: 100, offset: 5 * gib + 200 },
    ];
    const start = 6 * gib;
    const directory = Buffer.concat(wide.map(directoryEntry));
    const tail = Buffer.concat([directory, endRecords(wide.length, directory.length, start)]);
    const source = {
      size: start + tail.length,
      stream: () => bytesSource(tail).stream(),
      read: async (offset: number, length: number) => {
        const zeros = Buffer.alloc(Math.max(0, start - offset));
        return Buffer.concat([zeros, tail.subarray(Math.max(0, offset - start))]).subarray(0, length);
      },
    };
    const limits = { ...defaultLimits, maxBytes: 100 * gib, maxRatio: 1e9 };
    const found = [...(await openZip(source, limits)).values()];
    expect(found.map(({ name, size, packedSize }) => ({ name, size, packedSize }))).toEqual(
      wide.map(({ name, size, packedSize }) => ({ name, size, packedSize })),
    );
  });
});
