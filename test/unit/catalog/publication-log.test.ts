import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { CatalogRecord } from '../../../src/catalog/loading/records.js';
import type { Feed, FeedPart } from '../../../src/catalog/sources/feed.js';
import { goIndex } from '../../../src/catalog/sources/indexes/go-index.js';
import { listedPackage } from '../../../src/catalog/sources/indexes/listed-package.js';
import { nugetCatalog } from '../../../src/catalog/sources/indexes/nuget-catalog.js';
import { instantKey, publicationLog, type LogPage } from '../../../src/catalog/sources/indexes/publication-log.js';

const folder = mkdtempSync(join(tmpdir(), 'publications-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => readdirSync(folder).forEach((name) => rmSync(join(folder, name))));

/** A publisher's texts by address. */
function feedOf(texts: Readonly<Record<string, string | object>>): Feed & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    path: (name) => join(folder, name.replace(/[^\w.-]/g, '_')),
    file: () => Promise.reject(new Error('no file is asked for')),
    text: (address) => {
      asked.push(address);
      const text = texts[address];
      if (text === undefined) return Promise.reject(new Error(`404 ${address}`));
      return Promise.resolve(typeof text === 'string' ? text : JSON.stringify(text));
    },
  };
}

async function packagesOf(parts: readonly FeedPart[]): Promise<unknown[]> {
  const records: CatalogRecord[] = [];
  for (const part of parts) for await (const batch of part.read(() => undefined)) records.push(...batch);
  return records.map((one) => (one.kind === 'package' ? [one.purl, one.versions, one.weight] : one));
}

const at = (second: number): string => `2026-01-01T00:00:${String(second).padStart(2, '0')}.5Z`;

describe('a log of publications', () => {
  let broken = false;
  const asked: number[] = [];
  /** Ten pages, each of one publication of `p<n>`. */
  const log = publicationLog({
    name: 'log',
    address: 'https://log.example/',
    publicationsPerPart: 3,
    open: () =>
      Promise.resolve((through: string | null): Promise<LogPage | null> => {
        const next = through === null ? 1 : Number(/:(\d\d)\.5Z$/.exec(through)![1]) + 1;
        asked.push(next);
        if (broken && next === 5) return Promise.reject(new Error('the server answered 503'));
        if (next > 10) return Promise.resolve(null);
        const publications = [{ name: `p${next}`, version: '1.0' }];
        return Promise.resolve({ publications, through: at(next), isLast: next === 10 });
      }),
    recordsOf: (name, versions) => listedPackage({ type: 'npm', name, versions }),
  });

  it('comes in parts, each of which is a state to go on from', async () => {
    const parts = await log.fetch(feedOf({}), {});
    expect(parts.map(({ state }) => state.through)).toEqual([at(3), at(6), at(9), at(10)]);
    expect(await packagesOf(parts)).toHaveLength(10);
    const rest = await log.fetch(feedOf({}), parts[1]!.state);
    expect((await packagesOf(rest)).map((one) => (one as string[])[0])).toEqual(
      [7, 8, 9, 10].map((number) => `pkg:npm/p${number}`),
    );
    expect(await log.fetch(feedOf({}), parts.at(-1)!.state)).toEqual([]);
  });

  it('keeps what came whole where it breaks off, and nothing of a part that did not', async () => {
    broken = true;
    await expect(log.fetch(feedOf({}), {})).rejects.toThrow('503');
    broken = false;
    asked.length = 0;
    const parts = await log.fetch(feedOf({}), {});
    expect(asked).toEqual([4, 5, 6, 7, 8, 9, 10]);
    // The publication of the broken part is not there twice.
    expect(await packagesOf(parts)).toEqual(
      Array.from({ length: 10 }, (_, index) => [`pkg:npm/p${index + 1}`, ['1.0'], 0]),
    );
    expect(existsSync(parts[0]!.file)).toBe(true);
  });

  it('is refused where it does not go on', async () => {
    const endless = publicationLog({
      name: 'endless',
      address: 'https://log.example/',
      open: () => Promise.resolve(() => Promise.resolve({ publications: [], through: at(1), isLast: false })),
      recordsOf: () => [],
    });
    await expect(endless.fetch(feedOf({}), {})).rejects.toThrow('does not go on');
  });

  it('takes no name or version that is more than a line', async () => {
    const hostile = publicationLog({
      name: 'hostile',
      address: 'https://log.example/',
      open: () =>
        Promise.resolve(() =>
          Promise.resolve({
            publications: [
              { name: 'a\nb', version: '1' },
              { name: 'c', version: '1\t2' },
              { name: 'd', version: '1' },
            ],
            through: at(1),
            isLast: true,
          }),
        ),
      recordsOf: (name, versions) => listedPackage({ type: 'npm', name, versions }),
    });
    expect(await packagesOf(await hostile.fetch(feedOf({}), {}))).toEqual([['pkg:npm/d', ['1'], 0]]);
  });
});

describe('moments', () => {
  const moment = fc
    .tuple(fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 999_999_999 }))
    .map(([second, nano]) => ({ second, nano }));
  const written = ({ second, nano }: { second: number; nano: number }): string =>
    `2026-01-01T00:00:${String(second).padStart(2, '0')}${`.${String(nano).padStart(9, '0')}`.replace(/\.?0*$/, '')}Z`;

  it('sort by time whatever zeros are left out', () => {
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        const byTime = Math.sign(one.second - other.second || one.nano - other.nano);
        const [a, b] = [instantKey(written(one)), instantKey(written(other))];
        return (a < b ? -1 : a > b ? 1 : 0) === byTime;
      }),
    );
  });

  it.each(['2026-01-01', '2026-01-01T00:00:00+02:00', '', '2026-01-01T00:00:00.1234567890Z'])('are no %s', (text) => {
    expect(() => instantKey(text)).toThrow('is not a moment in UTC');
  });
});

describe('the index of Go', () => {
  const address = 'https://index.golang.org/index?limit=2000';
  const line = (path: string, version: string, second: number): string =>
    JSON.stringify({ Path: path, Version: version, Timestamp: at(second) });

  it('has modules with the versions that are none of a commit', async () => {
    const lines = [
      line('example.org/quokka', 'v1.0.0', 1),
      line('example.org/quokka', 'v0.0.0-20190101000000-0123456789ab', 2),
      line('example.org/quokka/v2', 'v2.1.0-rc.1', 3),
      line('example.org/only', 'v1.2.4-0.20190101000000-0123456789ab', 4),
      line('gopkg.in/yaml.v3', 'v3.0.1', 5),
    ];
    const parts = await goIndex.fetch(feedOf({ [address]: lines.join('\n') }), {});
    expect(await packagesOf(parts)).toEqual([
      ['pkg:golang/example.org/quokka', ['v1.0.0'], 0],
      ['pkg:golang/example.org/quokka/v2', ['v2.1.0-rc.1'], 0],
      ['pkg:golang/example.org/only', [], 0],
      ['pkg:golang/gopkg.in/yaml.v3', ['v3.0.1'], 0],
    ]);
  });

  it('goes on at the last moment, which the answer repeats', async () => {
    const full = Array.from({ length: 2000 }, (_, index) =>
      line(`m.example/p${index}`, 'v1.0.0', index === 1999 ? 9 : 8),
    );
    const next = `${address}&since=${encodeURIComponent(at(9))}`;
    const feed = feedOf({
      [address]: full.join('\n'),
      [next]: [full[1999]!, line('m.example/new', 'v1.0.0', 10)].join('\n'),
    });
    const [part] = await goIndex.fetch(feed, {});
    expect(part!.state).toEqual({ through: at(10) });
    expect(await packagesOf([part!])).toHaveLength(2001);
    expect(await goIndex.fetch(feedOf({ [next]: full[1999]! }), { through: at(9) })).toEqual([]);
  });

  it.each(['', '<html>', '{"Path":"x"}', '{"Path":"x","Version":"v1","Timestamp":"today"}'])(
    'is refused where it says %s',
    async (text) => {
      await expect(goIndex.fetch(feedOf({ [address]: text }), {})).rejects.toThrow();
    },
  );
});

describe('the catalogue of NuGet', () => {
  const base = 'https://api.nuget.org/v3/catalog0/';
  const event = (id: string, version: string, second: number, type = 'PackageDetails'): object => ({
    '@id': 'x',
    '@type': `nuget:${type}`,
    commitTimeStamp: at(second),
    'nuget:id': id,
    'nuget:version': version,
  });
  const index = (...pages: [number, number][]): object => ({
    items: pages.map(([page, second]) => ({ '@id': `${base}page${page}.json`, commitTimeStamp: at(second), count: 1 })),
  });

  it('is read page by page in the order of time, and only what is new is asked for later', async () => {
    const texts = {
      // The index has no order.
      [`${base}index.json`]: index([1, 4], [0, 2]),
      [`${base}page0.json`]: { items: [event('Quokka.Core', '1.1.0', 2), event('Quokka.Core', '1.0.0', 1)] },
      [`${base}page1.json`]: { items: [event('Gone', '1.0.0', 3, 'PackageDelete'), event('Quokka.Core', '2.0.0', 4)] },
    };
    const parts = await nugetCatalog.fetch(feedOf(texts), {});
    expect(await packagesOf(parts)).toEqual([['pkg:nuget/Quokka.Core', ['2.0.0', '1.1.0', '1.0.0'], 0]]);
    const later = feedOf(texts);
    expect(await packagesOf(await nugetCatalog.fetch(later, { through: at(2) }))).toEqual([
      ['pkg:nuget/Quokka.Core', ['2.0.0'], 0],
    ]);
    expect(later.asked).toEqual([`${base}index.json`, `${base}page1.json`]);
    const same = feedOf(texts);
    expect([await nugetCatalog.fetch(same, { through: at(4) }), same.asked.length]).toEqual([[], 1]);
  });

  it.each<[string, Record<string, string | object>]>([
    ['another document', { [`${base}index.json`]: '<html>' }],
    ['no pages', { [`${base}index.json`]: { items: [] } }],
    [
      'a page elsewhere',
      { [`${base}index.json`]: { items: [{ '@id': 'https://evil.example/x', commitTimeStamp: at(1) }] } },
    ],
    [
      'a page without what the index says',
      { [`${base}index.json`]: index([0, 2]), [`${base}page0.json`]: { items: [] } },
    ],
    [
      'an event without a version',
      {
        [`${base}index.json`]: index([0, 2]),
        [`${base}page0.json`]: {
          items: [{ '@type': 'nuget:PackageDetails', commitTimeStamp: at(2), 'nuget:id': 'x' }],
        },
      },
    ],
  ])('is refused with %s', async (_what, texts) => {
    await expect(nugetCatalog.fetch(feedOf(texts), {})).rejects.toThrow();
  });
});
