import { gzipSync } from 'node:zlib';

import { unwrap, type UnwrappedDocument } from '../../../../src/formats/containers/unwrap.js';
import { FormatError, defaultLimits, type ByteSource, type ParseLimits } from '../../../../src/formats/format.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import { compoundFileOf, xlsOf } from '../../../support/xls.js';
import { bytesOf, workbookOf, zipOf } from '../../../support/zip.js';

const bom = '{"bomFormat":"CycloneDX","specVersion":"1.6","components":[{"name":"a\\"/\\u00e9é😀"}]}';

let spilled = 0;

function open(bytes: Uint8Array, limits: Partial<ParseLimits> = {}): Promise<UnwrappedDocument> {
  return unwrap(bytesSource(bytes), {
    limits: { ...defaultLimits, ...limits },
    isSbom: (head) => head.includes('bomFormat'),
    spill: async (stream): Promise<ByteSource> => {
      spilled++;
      return bytesSource(await bytesOf(stream));
    },
  });
}

async function text(bytes: Uint8Array, limits: Partial<ParseLimits> = {}): Promise<string> {
  return (await bytesOf((await open(bytes, limits)).source.stream())).toString();
}

async function refusal(bytes: Uint8Array, limits: Partial<ParseLimits> = {}): Promise<string> {
  try {
    await open(bytes, limits);
  } catch (error) {
    if (error instanceof FormatError) return `${error.reason}: ${error.message}`;
    throw error;
  }
  return 'accepted';
}

test.each(['sbom', 'SPDX', 'data'])('a document in the member "%s" of an answer', async (member) => {
  const answer = Buffer.from(`{ "${member}" : ${bom} }\n`);
  expect(JSON.parse(await text(answer))).toEqual(JSON.parse(bom));
  expect((await open(gzipSync(answer))).wrappings).toEqual(['gzip', `"${member}"`]);
  expect(await refusal(answer.subarray(0, -3))).toContain('truncated');
  expect(await refusal(Buffer.from(`{"${member}": ${bom}}{"${member}": ${bom}}`))).toContain('limit');
});

test('other answers with a member "data" are left as they are', async () => {
  const answer = '{"data":{"name":"x","bomFormat":"CycloneDX"}}';
  expect(await text(Buffer.from(answer))).toBe(answer);
});

describe('the SBOMs of an image for several platforms', () => {
  const answer = (...platforms: readonly string[]): Buffer =>
    Buffer.from(`{\n${platforms.map((name) => ` "${name}": {"SPDX": ${bom}, "more": {"a": 1}}`).join(',\n')}\n}`);

  test.each(['linux/arm/v7', 'windows(10.0.17763.1)/amd64'])(
    'that of %s where it is the only one',
    async (platform) => {
      expect(JSON.parse(await text(answer(platform)))).toEqual(JSON.parse(bom));
      expect((await open(answer(platform))).wrappings).toEqual([`"${platform}"`]);
      expect(await refusal(answer(platform).subarray(0, -3))).toContain('truncated');
    },
  );

  test('none where there are several: nobody can know which is meant', async () => {
    expect(await refusal(answer('linux/amd64', 'linux/arm64'))).toBe(
      'ambiguous: The file holds the SBOMs of 2 platforms (linux/amd64, linux/arm64); send one at a time',
    );
  });
});

/** Replaces bytes everywhere: names and sizes stand in the local header and in the directory. */
function patched(bytes: Buffer, from: Buffer | string, to: Buffer | string): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf(from); at >= 0; at = copy.indexOf(from, at + 1)) copy.set(Buffer.from(to), at);
  return copy;
}

const base64 = (value: string): string => Buffer.from(value).toString('base64');
const statement = (predicate: string, type = 'https://cyclonedx.org/bom'): string =>
  `{"_type":"https://in-toto.io/Statement/v0.1","predicateType":"${type}","subject":[{"name":"x"}],"predicate":${predicate}}`;
const envelope = (payload: string): string =>
  JSON.stringify({ payloadType: 'application/vnd.in-toto+json', payload: base64(payload), signatures: [{ sig: 'x' }] });

describe('unwrap', () => {
  test('hands a bare document through', async () => {
    const opened = await open(Buffer.from(bom));
    expect(opened.wrappings).toEqual([]);
    expect(opened.head).toBe(bom);
  });

  test('opens gzip, zip and both in one another', async () => {
    expect(await text(gzipSync(bom))).toBe(bom);
    expect(await text(await zipOf({ 'out/': '', 'out/bom.json': bom, '__MACOSX/out/._bom.json': 'x' }))).toBe(bom);
    const opened = await open(gzipSync(await zipOf({ 'b.json': bom })));
    expect(opened.wrappings).toEqual(['gzip', 'zip: b.json']);
    expect(await text(gzipSync(gzipSync(bom)))).toBe(bom);
    expect(await refusal(gzipSync(gzipSync(gzipSync(bom))))).toMatch(/^limit: .*more than 2 times/);
  });

  test('picks the one SBOM among the files of an archive', async () => {
    expect(await text(await zipOf({ 'README.md': '# hi', 'b.json': bom, 'logo.png': '\u0089PNG' }))).toBe(bom);
    expect(await refusal(await zipOf({ 'a.json': bom, 'b.json': bom }))).toMatch(
      /^ambiguous: .*2 SBOMs \(a.json, b.json\)/,
    );
    expect(await refusal(await zipOf({ 'a.txt': 'x', 'b.txt': 'y' }))).toMatch(/^unknown_format: None of the 2 files/);
    expect(await refusal(await zipOf({ 'a/': '' }))).toMatch(/^unknown_format: The archive holds no file/);
  });

  test('gives what is large to spill', async () => {
    spilled = 0;
    const large = bom.replace('[', `[${' '.repeat(5_000_000)}`);
    expect(await text(gzipSync(large), { maxRatio: 10_000 })).toBe(large);
    expect(spilled).toBe(1);
  });

  test('shows the parts and sheets of a workbook', async () => {
    const opened = await open(await workbookOf([{ name: 'Package  Info', rows: '' }]));
    expect(opened.head).toMatch(/^\[Content_Types\].xml\n.*\nxl\/workbook.xml\n.*\nsheet: Package Info$/s);
  });

  test('shows the sheets of an old workbook', async () => {
    const workbook = xlsOf([{ name: 'Package  Info', records: [] }, { records: [] }]);
    expect((await open(workbook)).head).toBe('workbook.xls\nsheet: Package Info\nsheet: Sheet2');
    const letter = compoundFileOf({ WordDocument: Buffer.alloc(9) });
    expect((await open(await zipOf({ 'a.doc': letter, 'list.xls': workbook }))).wrappings).toEqual(['zip: list.xls']);
    expect((await open(await zipOf({ 'a.doc': letter, 'b.json': bom }))).wrappings).toEqual(['zip: b.json']);
    expect(await refusal(letter)).toMatch(/^unknown_format: .*Word document/);
    expect(await refusal(workbook.subarray(0, 9))).toMatch(/^truncated/);
  });

  test.each([
    ['nothing', Buffer.alloc(0), /empty/],
    ['a byte-order mark', Buffer.from('\ufeff'), /white space/],
    ['white space', Buffer.from(' \n\t '), /white space/],
    ['a workbook of Excel 4', Buffer.from('0904060000001000', 'hex'), /old Excel workbook.*save it as \.xlsx/],
    ['a PDF', Buffer.from('%PDF-1.7 x'), /PDF/],
    ['a web page', Buffer.from('\n<!DOCTYPE html><html>'), /HTML/],
    ['a program', Buffer.from('\u007fELF\u0002'), /ELF/],
    ['bzip2', Buffer.from('BZh91AY'), /bzip2.*use gzip/],
    ['zstd', Buffer.from('28b52ffd00', 'hex'), /zstd/],
  ])('refuses %s', async (_, bytes, message) => {
    const answer = await refusal(bytes);
    expect(answer).toMatch(/^unknown_format: /);
    expect(answer).toMatch(message);
  });

  test.each([
    ['macros', 'xl/vbaProject.bin', /macros/],
    ['binary sheets', 'xl/workbook.bin', /xlsb/],
    ['a Word document', 'word/document.xml', /Word/],
  ])('refuses an office document with %s', async (_, part, message) => {
    expect(await refusal(await zipOf({ '[Content_Types].xml': '', 'xl/workbook.xml': '', [part]: '' }))).toMatch(
      message,
    );
  });

  test('refuses OpenDocument', async () => {
    const ods = await zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' });
    expect(await refusal(ods)).toMatch(/^unknown_format: .*OpenDocument/);
  });

  test('stops bombs by declared size, by counted size and by ratio', async () => {
    const zeros = Buffer.alloc(12 * 1024 * 1024);
    expect(await refusal(gzipSync(zeros))).toMatch(/^ratio/);
    const bomb = await zipOf({ 'b.json': zeros });
    expect(await refusal(bomb)).toMatch(/^ratio/);
    expect(await refusal(await zipOf({ 'b.json': bom }), { maxBytes: 20 })).toMatch(/^limit/);
    const size = (bytes: number): Buffer => Buffer.from(new Uint32Array([bytes]).buffer);
    expect(await refusal(patched(bomb, size(zeros.length), size(1_000)))).toMatch(
      /^ratio: .*more than the archive says/,
    );
    expect(await refusal(patched(bomb, size(zeros.length), size(zeros.length - 9e6)))).toMatch(/^ratio/);
  }, 30_000);

  test('refuses damaged and cut archives', async () => {
    const good = await zipOf({ 'b.json': bom.repeat(50) });
    for (let end = 4; end < good.length; end += 37)
      expect(await refusal(good.subarray(0, end))).toMatch(/^(truncated|malformed)/);
    const packed = gzipSync(bom.repeat(50));
    for (let end = 4; end < packed.length; end += 17) {
      expect(await refusal(packed.subarray(0, end))).toMatch(/^(truncated|malformed|unknown_format: The file holds)/);
    }
    const directory = good.indexOf('PK\u0001\u0002');
    const sum = good.subarray(directory + 16, directory + 20);
    expect(await refusal(patched(good, Buffer.from(sum), Buffer.from('wxyz')))).toMatch(/^malformed: .*damaged/);
    expect(await refusal(patched(packed, packed.subarray(-8, -4), Buffer.from('wxyz')))).toMatch(/^malformed/);
  });

  test.each(['../b.json', '/abs.json', 'a/../b.js', 'C:/a.json'])('refuses the name %s', async (name) => {
    const safe = 'x'.repeat(name.length);
    expect(await refusal(patched(await zipOf({ [safe]: bom }), safe, name))).toMatch(/^invalid: .*unsafe name/);
  });

  test('refuses one name twice, links, passwords, and too many files', async () => {
    expect(await refusal(patched(await zipOf({ 'a.json': bom, 'b.json': bom }), 'b.json', 'a.json'))).toMatch(
      /^invalid: .*two files/,
    );
    expect(await refusal(await zipOf({ 'a.json': bom }, 0o120777))).toMatch(/^invalid: .*symbolic link/);
    const locked = await zipOf({ 'a.json': bom });
    for (const [signature, flags] of [
      ['PK\u0003\u0004', 6],
      ['PK\u0001\u0002', 8],
    ] as const) {
      const at = locked.indexOf(signature) + flags;
      locked.writeUInt16LE(locked.readUInt16LE(at) | 1, at);
    }
    expect(await refusal(locked)).toMatch(/^encrypted/);
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`${index}.json`, bom]));
    expect(await refusal(await zipOf(many), { maxArchiveEntries: 20 })).toMatch(/^limit/);
  });

  test('opens attestations: envelope, statement, bundle, cosign, text', async () => {
    expect(await text(Buffer.from(envelope(statement(bom))))).toBe(bom);
    expect(await text(Buffer.from(statement(bom)))).toBe(bom);
    expect(
      await text(Buffer.from(`{"mediaType":"x.sigstore.bundle+json","dsseEnvelope":${envelope(statement(bom))}}`)),
    ).toBe(bom);
    expect(await text(Buffer.from(envelope(statement(`{"Data":${bom},"Timestamp":"x"}`))))).toBe(bom);
    expect(await text(Buffer.from(envelope(statement(`{"Data":${JSON.stringify(bom)},"Timestamp":"x"}`))))).toBe(bom);
    const escaped = envelope(statement(bom)).replaceAll('=', '\\u003d').replaceAll('/', '\\/');
    expect(await text(Buffer.from(escaped))).toBe(bom);
    const payloadFirst = JSON.stringify({ payload: base64(statement(bom)), payloadType: 'x' });
    expect(await text(Buffer.from(payloadFirst))).toBe(bom);
  });

  test('picks the SBOM among attestations on lines', async () => {
    const provenance = envelope(statement('{}', 'https://slsa.dev/provenance/v1'));
    expect(await text(Buffer.from(`${provenance}\n${envelope(statement(bom))}\n`))).toBe(bom);
    expect(await refusal(Buffer.from(`${provenance}\n${provenance}`))).toMatch(/^unknown_format: None/);
    const two = `${envelope(statement(bom))}\n${envelope(statement(bom))}`;
    expect(await refusal(Buffer.from(two))).toMatch(/^ambiguous/);
  });

  test('refuses broken attestations', async () => {
    const good = envelope(statement(bom));
    expect(await refusal(Buffer.from(good.slice(0, -20)))).toMatch(/^truncated/);
    expect(await refusal(Buffer.from('{"payloadType":"x","payload":"***"}'))).toMatch(/^malformed: .*base64/);
    expect(await refusal(Buffer.from('{"payloadType":"x"}'))).toMatch(/^unknown_format/);
    expect(
      await refusal(Buffer.from(envelope('{"_type":"https://in-toto.io/Statement/v1","predicateType":"x"}'))),
    ).toMatch(/^unknown_format: .*"predicate"/);
  });

  test('reads an attestation however its bytes are cut', async () => {
    const bytes = Buffer.from(envelope(statement(`{"Data":${JSON.stringify(bom)}}`)));
    for (const size of [1, 2, 5]) {
      const cut = {
        ...bytesSource(bytes),
        async *stream() {
          for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
        },
      };
      const opened = await unwrap(cut, {
        limits: defaultLimits,
        isSbom: () => false,
        spill: () => Promise.reject(new Error('not needed')),
      });
      expect((await bytesOf(opened.source.stream())).toString()).toBe(bom);
    }
  });
});
