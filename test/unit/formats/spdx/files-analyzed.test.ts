import type { JsonObject } from '../../../../src/model/document.js';
import { spdxJson } from '../../../../src/formats/spdx/json.js';
import { read, write } from './documents.js';

const file = (name: string): JsonObject => ({
  ...{ SPDXID: 'SPDXRef-file', fileName: name },
  checksums: [{ algorithm: 'SHA1', checksumValue: 'a'.repeat(40) }],
});
const link = (from: string, relationshipType: string, to: string): JsonObject => ({
  ...{ spdxElementId: `SPDXRef-${from}`, relationshipType, relatedSpdxElement: `SPDXRef-${to}` },
});

interface Rewritten {
  readonly packages: Record<string, any>[];
  readonly files: Record<string, any>[];
  readonly losses: string[];
}

/** What SPDX says of packages and files after a document has been read and written again. */
async function rewritten(own: JsonObject, links: JsonObject[], version = '2.3', name = './a.c'): Promise<Rewritten> {
  const document = {
    ...{ spdxVersion: 'SPDX-2.3', SPDXID: 'SPDXRef-DOCUMENT', dataLicense: 'CC0-1.0', name: 'd' },
    ...{
      documentNamespace: 'https://example.org/d',
      creationInfo: { created: '2026-01-02T03:04:05Z', creators: ['Tool: t'] },
    },
    packages: [
      { name: 'one', SPDXID: 'SPDXRef-one', downloadLocation: 'NONE', ...own },
      { name: 'two', SPDXID: 'SPDXRef-two', downloadLocation: 'NONE', filesAnalyzed: false },
    ],
    files: [file(name)],
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

  test('a list of files in the package says the same as a relationship', async () => {
    const { packages } = await rewritten({ hasFiles: ['SPDXRef-file'] }, []);
    expect(packages[0]).toMatchObject({ name: 'one', filesAnalyzed: true });
  });

  test.each([
    ['/usr/lib/a.so', './usr/lib/a.so'],
    ['./a.c', './a.c'],
    ['a.c', 'a.c'],
  ])('the name of a file is relative to the root of its package (SPDX 2.3, clause 8.1): %s', async (name, expected) => {
    const { files } = await rewritten({}, [link('one', 'CONTAINS', 'file')], '2.3', name);
    expect(files).toMatchObject([{ fileName: expected }]);
  });
});
