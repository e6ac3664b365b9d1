import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../../src/model/document.js';
import { spdxJson } from '../../../../src/formats/spdx/json.js';
import { read, write } from './documents.js';

const file = (name: string, sum: JsonObject | undefined = sha1('a'.repeat(40)), id = 'file'): JsonObject => ({
  SPDXID: `SPDXRef-${id}`,
  fileName: name,
  ...(sum && { checksums: [sum] }),
});
const sha1 = (checksumValue: string): JsonObject => ({ algorithm: 'SHA1', checksumValue });
const link = (from: string, relationshipType: string, to: string): JsonObject => ({
  spdxElementId: `SPDXRef-${from}`,
  relationshipType,
  relatedSpdxElement: `SPDXRef-${to}`,
});

interface Rewritten {
  readonly packages: Record<string, any>[];
  readonly files: Record<string, any>[];
  readonly losses: string[];
}

/** What SPDX says of packages and files after a document has been read and written again. */
async function rewritten(
  own: JsonObject,
  links: JsonObject[],
  version = '2.3',
  files = [file('./a.c')],
): Promise<Rewritten> {
  const document = {
    spdxVersion: 'SPDX-2.3',
    SPDXID: 'SPDXRef-DOCUMENT',
    dataLicense: 'CC0-1.0',
    name: 'd',
    documentNamespace: 'https://example.org/d',
    creationInfo: { created: '2026-01-02T03:04:05Z', creators: ['Tool: t'] },
    packages: [
      { name: 'one', SPDXID: 'SPDXRef-one', downloadLocation: 'NONE', ...own },
      { name: 'two', SPDXID: 'SPDXRef-two', downloadLocation: 'NONE', filesAnalyzed: false },
    ],
    files,
    relationships: [link('DOCUMENT', 'DESCRIBES', 'one'), link('DOCUMENT', 'DESCRIBES', 'two'), ...links],
  };
  const losses: string[] = [];
  const text = await write(spdxJson, await read(spdxJson, JSON.stringify(document)), version, losses);
  return { ...(JSON.parse(text) as Pick<Rewritten, 'packages' | 'files'>), losses };
}

describe('files of packages in SPDX 2.x', () => {
  test.each([
    ['holds', link('one', 'CONTAINS', 'file')],
    ['is said to hold', link('file', 'CONTAINED_BY', 'one')],
  ])('a package that %s a file has had its files analysed, with or without a verification code', async (_, holds) => {
    const { packages, losses } = await rewritten({ licenseInfoFromFiles: ['MIT'] }, [holds]);
    expect(packages[0]).toMatchObject({ name: 'one', filesAnalyzed: true, licenseInfoFromFiles: ['MIT'] });
    expect(packages[1]).toMatchObject({ name: 'two', filesAnalyzed: false });
    expect(losses).toEqual([]);
  });

  test('a package whose analysis no file shows keeps that it was analysed', async () => {
    const { packages, losses } = await rewritten({ filesAnalyzed: true, licenseInfoFromFiles: ['MIT'] }, []);
    expect(packages[0]).toMatchObject({ filesAnalyzed: true, licenseInfoFromFiles: ['MIT'] });
    expect(losses).toEqual([]);
  });

  test('SPDX 2.2 demands the verification code: without one nothing was analysed, and what was found is told as lost', async () => {
    const { packages, losses } = await rewritten({ filesAnalyzed: true, licenseInfoFromFiles: ['MIT'] }, [], '2.2');
    expect(packages[0]).toMatchObject({ filesAnalyzed: false });
    expect(packages[0]).not.toHaveProperty('licenseInfoFromFiles');
    expect(losses).toEqual(['licenseInfoFromFiles']);
  });

  test('SPDX 2.2: what holds files was analysed, for what was not may hold none (clause 7.8)', async () => {
    const { packages, losses } = await rewritten({}, [link('one', 'CONTAINS', 'file')], '2.2');
    expect(packages).toMatchObject([{ filesAnalyzed: true }, { filesAnalyzed: false }]);
    expect(losses).toEqual([]);
  });

  describe('the verification code that SPDX 2.2 demands of a package with files (clause 7.9)', () => {
    const files = [
      file('./b.c', sha1('b'.repeat(40)), 'b'),
      file('./a.c', sha1('a'.repeat(40)), 'a'),
      file('./other.c', sha1('0a'.repeat(20)), 'other'),
    ];
    const holds = [link('one', 'CONTAINS', 'b'), link('one', 'CONTAINS', 'a'), link('a', 'CONTAINED_BY', 'one')];

    test('is made of the SHA1s of its files, in their order and each once', async () => {
      const { packages, losses } = await rewritten({}, [...holds, link('two', 'CONTAINS', 'other')], '2.2', files);
      const code = createHash('sha1')
        .update('a'.repeat(40) + 'b'.repeat(40))
        .digest('hex');
      expect(packages[0]).toMatchObject({
        filesAnalyzed: true,
        packageVerificationCode: { packageVerificationCodeValue: code },
      });
      expect(packages[1]).toHaveProperty('packageVerificationCode');
      expect(losses).toEqual([]);
    });

    test('is the one that the package came with', async () => {
      const own = { packageVerificationCode: { packageVerificationCodeValue: 'c'.repeat(40) } };
      expect((await rewritten(own, holds, '2.2', files)).packages[0]).toMatchObject(own);
    });

    test.each([
      ['has no SHA1', [file('./c.c', { algorithm: 'MD5', checksumValue: 'c'.repeat(32) }, 'c')], 'SPDXRef-c'],
      ['has no checksum at all', [{ SPDXID: 'SPDXRef-c', fileName: './c.c' }], 'SPDXRef-c'],
      ['may be in another document', [], 'DocumentRef-x:SPDXRef-c'],
    ])('is not made up where one of them %s', async (_, more: JsonObject[], id) => {
      const unknown = { ...link('one', 'CONTAINS', ''), relatedSpdxElement: id };
      for (const links of [
        [...holds, unknown],
        [unknown, ...holds],
      ]) {
        const { packages } = await rewritten({}, links, '2.2', [...files, ...more]);
        expect(packages[0]).toMatchObject({ filesAnalyzed: true });
        expect(packages[0]).not.toHaveProperty('packageVerificationCode');
      }
    });

    test('is left out of SPDX 2.3, which does not demand it', async () => {
      expect((await rewritten({}, holds, '2.3', files)).packages[0]).not.toHaveProperty('packageVerificationCode');
    });
  });

  test('a list of files in the package says the same as a relationship', async () => {
    const { packages } = await rewritten({ hasFiles: ['SPDXRef-file'] }, []);
    expect(packages[0]).toMatchObject({ name: 'one', filesAnalyzed: true });
  });

  test.each([
    ['/usr/lib/a.so', './usr/lib/a.so'],
    ['./a.c', './a.c'],
    ['a.c', 'a.c'],
  ])('the name of a file is relative to the root of its package (SPDX 2.3, clause 8.1): %s', async (name, expected) => {
    const { files } = await rewritten({}, [link('one', 'CONTAINS', 'file')], '2.3', [file(name)]);
    expect(files).toMatchObject([{ fileName: expected }]);
  });
});
