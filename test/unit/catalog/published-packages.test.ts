import type { Json } from '../../../src/model/document.js';
import { parsePurl } from '../../../src/model/purl.js';
import { LiveSourceUnavailable, type LiveClient } from '../../../src/catalog/live/live-client.js';
import { UnexpectedAnswer, type LiveSource } from '../../../src/catalog/live/live-source.js';
import { liveSources } from '../../../src/catalog/live/live-sources.js';
import { listPublished, PublishedVersionsCache } from '../../../src/catalog/live/published-packages.js';
import { listings } from '../../../src/catalog/live/registries/listings.js';

const cases: [string, string, string | null, Json, unknown][] = [
  [
    'npm',
    'pkg:npm/%40acme/quokka',
    '/%40acme%2Fquokka',
    { 'dist-tags': { latest: '2.0.0' }, versions: { '1.0.0': { deprecated: 'old' }, '2.0.0': {} } },
    { versions: ['-1.0.0', '2.0.0'], latest: '2.0.0' },
  ],
  [
    'pypi',
    'pkg:pypi/quokka',
    '/pypi/quokka/json',
    { releases: { '1.0': [{ yanked: true }], '2.0': [{ yanked: true }, { yanked: false }], '3.0': [] } },
    { versions: ['-1.0', '2.0', '-3.0'] },
  ],
  [
    'crates.io',
    'pkg:cargo/quokka',
    '/api/v1/crates/quokka',
    { crate: {}, versions: [{ num: '1.0.0', yanked: true }, { num: '1.0.1' }] },
    { versions: ['-1.0.0', '1.0.1'] },
  ],
  ['rubygems', 'pkg:gem/quokka', '/api/v1/versions/quokka.json', [{ number: '1.0' }, {}], { versions: ['1.0'] }],
  ['nuget', 'pkg:nuget/Quokka', '/quokka/index.json', { versions: ['1.0.0', 2] }, { versions: ['1.0.0'] }],
  [
    'packagist',
    'pkg:composer/acme/quokka',
    '/p2/acme/quokka.json',
    { packages: { 'acme/quokka': [{ version: 'v2.0' }, {}], other: [] } },
    { versions: ['v2.0'] },
  ],
  [
    'maven-central',
    'pkg:maven/org.acme/quokka',
    '/org/acme/quokka/maven-metadata.xml',
    '<metadata><versions><version>1.0</version> <version>\n2.0 </version></versions></metadata>',
    { versions: ['1.0', '2.0'] },
  ],
];

const named = cases.map(([name, text, path, answer, expected]) => ({ name, text, path, answer, expected }));

describe.each(named)('the registry $name', ({ name, text, path, answer, expected }) => {
  const listing = listings.get(name)!;
  const purl = parsePurl(text);

  it('lists versions, and which ones were withdrawn', () => {
    expect(listing.path(purl)).toBe(path);
    const { versions, ...more } = listing.read(answer, purl);
    const marked = versions.map(({ version, isWithdrawn }) => `${isWithdrawn ? '-' : ''}${version}`);
    expect({ versions: marked, ...(more.latest !== undefined && more) }).toEqual(expected);
  });

  it('answers as documented, or not at all', () => {
    for (const other of [null, {}, 'x', 5, { versions: 5, crate: 5, releases: 5, packages: 5 }] as Json[])
      expect(() => listing.read(other, purl)).toThrow(UnexpectedAnswer);
  });

  it('is a registry of the live sources', () => {
    expect(liveSources.find((source) => source.name === name)).toMatchObject({ isRegistry: true });
  });
});

it('leads nowhere for a name that is none', () => {
  expect(listings.get('maven-central')!.path(parsePurl('pkg:maven/org..acme/x'))).toBeNull();
});

describe('all versions of packages', () => {
  const npm = liveSources.find(({ name }) => name === 'npm')!;
  const purls = ['pkg:npm/a', 'pkg:npm/b', 'pkg:npm/a', 'pkg:deb/debian/c'].map((text) => parsePurl(text));
  const one = { versions: [{ version: '1.0.0', isWithdrawn: false }] };

  function asked(answer: (name: string) => Promise<typeof one | null>, more: Partial<LiveClient> = {}) {
    const names: string[] = [];
    const list = (_: unknown, { name }: { name: string }) => (names.push(name), answer(name));
    const clients = new Map<LiveSource, LiveClient>([[npm, { list, isBackingOff: false, ...more } as never]]);
    const cache = new PublishedVersionsCache();
    const warnings: string[] = [];
    const options = { cache, signal: new AbortController().signal, warn: (text: string) => void warnings.push(text) };
    const ask = (until = Infinity) => listPublished(purls, clients, { ...options, until });
    return { ask, names, warnings };
  }

  it('are asked for once, and kept; what no registry lists is left out', async () => {
    const { ask, names } = asked((name) => Promise.resolve(name === 'a' ? one : null));
    for (let n = 0; n < 2; n += 1) {
      expect([...(await ask())]).toEqual([['pkg:npm/a', one], ['pkg:npm/b', null]]); // prettier-ignore
    }
    expect(names).toEqual(['a', 'b']);
  });

  it('are left out where the registry fails, backs off, or the time is over', async () => {
    const failing = asked(() => Promise.reject(new LiveSourceUnavailable('npm answered 500')));
    expect([...(await failing.ask())]).toEqual([]);
    expect(failing.warnings[0]).toBe('npm answered 500');
    const paused = asked(() => Promise.resolve(one), { isBackingOff: true });
    expect([...(await paused.ask())]).toEqual([]);
    const late = asked(() => Promise.resolve(one));
    expect([...(await late.ask(Date.now() - 1))]).toEqual([]);
    expect([...paused.names, ...late.names]).toEqual([]);
    await expect(asked(() => Promise.reject(new Error('bug'))).ask()).rejects.toThrow('bug');
  });

  it('have an end in memory', () => {
    const cache = new PublishedVersionsCache();
    const versions = { versions: Array.from({ length: 5_000 }, () => ({ version: 'x'.repeat(1_000), isWithdrawn: false })) }; // prettier-ignore
    for (const key of ['a', 'b', 'c', 'd']) cache.set(key, versions);
    expect([cache.get('a'), cache.get('d')]).toEqual([undefined, versions]);
  });
});
