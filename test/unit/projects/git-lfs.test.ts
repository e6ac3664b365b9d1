import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { EgressClient } from '../../../src/platform/egress/egress-client.js';
import { LfsDownload } from '../../../src/projects/sources/git/git-lfs.js';
import type { FetchRequest } from '../../../src/projects/sources/source-fetcher.js';

const origin = 'https://git.example.org';

describe('downloads of Git LFS that fail', () => {
  let folder: string;
  let asked: string[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stocktake-lfs-'));
    asked = [];
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const requestOf = (maxBytes: number): FetchRequest =>
    ({
      project: { source: `${origin}/team/shop.git`, username: '' },
      secrets: { password: null },
      maxBytes,
      seconds: 10,
      signal: new AbortController().signal,
    }) as unknown as FetchRequest;

  const pointersOf = (count: number, size: number) =>
    Array.from({ length: count }, (_, index) => ({
      path: `${index}/package-lock.json`,
      oid: index.toString(16).padStart(64, '0'),
      size,
    }));

  /** A server that has every object, and answers like this where one is asked for. */
  const download = (answer: () => { status: number; body: Readable }): LfsDownload => {
    const send = (address: string, { body }: { body?: Buffer }) => {
      if (!address.endsWith('/info/lfs/objects/batch')) {
        asked.push(address);
        return Promise.resolve(answer());
      }
      const { objects } = JSON.parse(String(body)) as { objects: { oid: string }[] };
      const actions = objects.map(({ oid }) => ({ oid, actions: { download: { href: `${origin}/stored/${oid}` } } }));
      return Promise.resolve({ status: 200, body: Readable.from([Buffer.from(JSON.stringify({ objects: actions }))]) });
    };
    return new LfsDownload({ send } as unknown as EgressClient, folder);
  };

  const brokenOff = () =>
    Readable.from(
      (function* () {
        yield Buffer.from('12345');
        throw new Error('broken off');
      })(),
    );

  it('count toward the bytes of the source, and leave no file', async () => {
    const lfs = download(() => ({ status: 200, body: Readable.from([Buffer.from('0123456789')]) }));
    await lfs.fetch(requestOf(25), pointersOf(5, 10));
    expect(asked).toHaveLength(2);
    expect(readdirSync(folder)).toEqual([]);
    expect(lfs.files).toEqual([]);
    expect(lfs.notFetched.map(([, message]) => message.replace(/^.*?: /, ''))).toEqual([
      ...Array<string>(2).fill('what the server sent is not what the pointer names (SHA-256)'),
      ...Array<string>(3).fill('the files of Git LFS are more than 1000, or larger than 25 bytes together'),
    ]);
  });

  it('leave no file where the answer breaks off', async () => {
    const lfs = download(() => ({ status: 200, body: brokenOff() }));
    await expect(lfs.fetch(requestOf(1_000), pointersOf(1, 10))).rejects.toThrow('broken off');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('count toward the number of files', async () => {
    const lfs = download(() => ({ status: 503, body: Readable.from([]) }));
    await lfs.fetch(requestOf(1_000_000), pointersOf(1_010, 0));
    expect(asked).toHaveLength(1_000);
    expect(lfs.notFetched).toHaveLength(1_010);
  });
});
