import fc from 'fast-check';
import { FormatError, defaultLimits, type ByteSource } from '../../../../src/formats/format.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import { decodeHead, readText, readWholeText } from '../../../../src/formats/reading/text.js';

const read = (bytes: Uint8Array): Promise<string> => readWholeText(bytesSource(bytes), defaultLimits);

/** The same bytes, cut at the given places. */
function cut(bytes: Uint8Array, places: readonly number[]): ByteSource {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return {
    ...bytesSource(bytes),
    async *stream() {
      let start = 0;
      for (const end of [...ends, bytes.length]) {
        yield bytes.subarray(start, end);
        start = end;
      }
    },
  };
}

const encodings = {
  'UTF-8': (text: string) => Buffer.from(text, 'utf8'),
  'UTF-8 with mark': (text: string) => Buffer.from(`\ufeff${text}`, 'utf8'),
  'UTF-16LE with mark': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16BE with mark': (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'UTF-16LE without mark': (text: string) => Buffer.from(text, 'utf16le'),
  'UTF-16BE without mark': (text: string) => Buffer.from(text, 'utf16le').swap16(),
};

describe('bytes to text', () => {
  it.each(Object.entries(encodings))('reads %s, however the bytes are cut', async (_name, encode) => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.array(fc.nat(60), { maxLength: 12 }), async (tail, places) => {
        const text = `<a>${tail.toWellFormed().replaceAll('\0', '')}é€😀`;
        const pieces: string[] = [];
        for await (const piece of readText(cut(encode(text), places), defaultLimits)) {
          expect(piece.isWellFormed()).toBe(true);
          pieces.push(piece);
        }
        expect(pieces.join('')).toBe(text);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['an invalid byte', Buffer.from([0x7b, 0x22, 0xff, 0x22]), 'byte 2'],
    ['an overlong sequence', Buffer.from([0x61, 0xc0, 0x80]), 'byte 1'],
    ['a surrogate in UTF-8', Buffer.from([0x61, 0x62, 0xed, 0xa0, 0x80]), 'byte 2'],
    ['a cut-off character', Buffer.from([0x61, 0x62, 0x63, 0xe2, 0x82]), 'byte 3'],
    ['a NUL byte', Buffer.from('{"a":"b\0"}'), 'byte 7'],
    ['a late invalid byte', Buffer.concat([Buffer.from('é'.repeat(70_000)), Buffer.from([0x80])]), 'byte 140000'],
    ['half a UTF-16 pair', Buffer.from('\ufeffab\ud800c', 'utf16le'), 'byte 6'],
    ['half a UTF-16 character', Buffer.from([0xff, 0xfe, 0x41, 0x00, 0x42]), 'byte 4'],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0]), 'byte 0'],
  ])('refuses %s and says where', async (_name, bytes, place) => {
    await expect(read(bytes)).rejects.toMatchObject({ reason: 'encoding', place });
  });

  it('refuses more bytes than the limit', async () => {
    const source = bytesSource(Buffer.alloc(100, 'a'));
    await expect(readWholeText(source, { maxBytes: 99 })).rejects.toThrow(FormatError);
    await expect(readWholeText(source, { maxBytes: 100 })).resolves.toHaveLength(100);
  });

  it('reads empty and very short files', async () => {
    expect(await read(Buffer.alloc(0))).toBe('');
    expect(await read(Buffer.from([0xef, 0xbb, 0xbf]))).toBe('');
    expect(await read(Buffer.from('a'))).toBe('a');
  });

  it('shows the head of a file leniently', () => {
    expect(decodeHead(Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0xff]))).toBe('{\ufffd');
    expect(decodeHead(Buffer.from('{"a"', 'utf16le'))).toBe('{"a"');
  });
});
