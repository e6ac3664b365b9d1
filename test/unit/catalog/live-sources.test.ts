import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Json, JsonObject } from '../../../src/model/document.js';
import { parsePurl } from '../../../src/model/purl.js';
import { depsDev, repositoryOf, packageRecord } from '../../../src/catalog/live/deps-dev.js';
import { projectFacts } from '../../../src/catalog/live/deps-dev-projects.js';
import { ecosystemsLookup } from '../../../src/catalog/live/ecosystems-lookup.js';
import { LiveClient, LiveSourceUnavailable } from '../../../src/catalog/live/live-client.js';
import {
  UnexpectedAnswer,
  type LiveRequester,
  type LiveSource,
  type LiveSubject,
} from '../../../src/catalog/live/live-source.js';
import { subjectsOf } from '../../../src/catalog/live/live-catalog.js';
import { osvQuery } from '../../../src/catalog/live/osv-query.js';
import { scorecardFacts, scorecardSource } from '../../../src/catalog/live/scorecard.js';
import { retryAfterSeconds } from '../../../src/platform/http/retry-after.js';
import { startEgressServer, type Answer, type EgressTestServer } from '../../support/egress-server.js';

const subject = (purl: string): LiveSubject => ({ kind: 'package', key: purl, purl: parsePurl(purl) });
const repository: LiveSubject = {
  kind: 'repository',
  key: 'https://github.com/acme/quokka',
  path: 'github.com/acme/quokka',
};

/** Asks a source that gives these answers, and tells what it was asked. */
async function lookUp(source: LiveSource, about: LiveSubject, ...answers: (Json | null)[]) {
  const asked: [string, unknown][] = [];
  const found = await source.lookUp((path, body) => {
    asked.push([path, body]);
    return Promise.resolve(answers.shift() ?? null);
  }, about);
  return { found, asked };
}

describe('deps.dev', () => {
  const version = (name: string, publishedAt: string, isDefault = false): Json => ({
    versionKey: { system: 'NPM', name: '@acme/quokka', version: name },
    publishedAt,
    isDefault,
  });
  const details = {
    versionKey: { version: '2.0.0' },
    links: [{ label: 'HOMEPAGE', url: 'https://quokka.example' }],
    relatedProjects: [
      { projectKey: { id: 'github.com/acme/issues' }, relationType: 'ISSUE_TRACKER' },
      { projectKey: { id: 'github.com/acme/quokka' }, relationType: 'SOURCE_REPO' },
    ],
  };

  it('is asked for the package, then for its default version', async () => {
    const versions = [
      version('1.0.0', '2020-01-01T00:00:00Z'),
      version('3.0.0-rc1', '2022-01-01T00:00:00Z'),
      version('2.0.0', '2021-01-01T00:00:00Z', true),
    ];
    const { found, asked } = await lookUp(depsDev, subject('pkg:npm/%40acme/quokka@1.0.0'), { versions }, details);
    expect(asked.map(([path]) => path)).toEqual([
      '/v3/systems/npm/packages/%40acme%2Fquokka',
      '/v3/systems/npm/packages/%40acme%2Fquokka/versions/2.0.0',
    ]);
    expect(found!.records).toEqual([
      {
        kind: 'package',
        purl: 'pkg:npm/%40acme/quokka',
        weight: 1,
        homepage: 'https://quokka.example',
        versions: ['3.0.0-rc1', '2.0.0', '1.0.0'],
        latestVersion: '2.0.0',
        repositoryUrl: 'https://github.com/acme/quokka',
      },
    ]);
  });

  it.each([
    ['pkg:maven/org.acme/quokka', '/v3/systems/maven/packages/org.acme%3Aquokka'],
    ['pkg:golang/github.com/acme/quokka', '/v3/systems/go/packages/github.com%2Facme%2Fquokka'],
    ['pkg:gem/quokka', '/v3/systems/rubygems/packages/quokka'],
  ])('knows %s as %s', async (purl, path) => {
    expect((await lookUp(depsDev, subject(purl))).asked).toEqual([[path, undefined]]);
  });

  it('is not asked for what it has no system for', async () => {
    expect(await lookUp(depsDev, subject('pkg:deb/debian/quokka'))).toEqual({ found: null, asked: [] });
    expect(await lookUp(depsDev, repository)).toEqual({ found: null, asked: [] });
  });

  it('takes nothing that is not as documented', () => {
    const { purl } = subject('pkg:npm/x') as { purl: ReturnType<typeof parsePurl> };
    for (const answer of [null, [], {}, { versions: {} }, 'x'] as Json[])
      expect(() => packageRecord(purl, answer)).toThrow(UnexpectedAnswer);
    expect(() => repositoryOf({})).toThrow(UnexpectedAnswer);
    expect(() => projectFacts([])).toThrow(UnexpectedAnswer);
    expect(packageRecord(purl, { versions: [1, {}] })).toMatchObject({ versions: [], latestVersion: undefined });
    expect(projectFacts({ projectKey: {}, starsCount: 5, forksCount: 'x', license: 'MIT' })).toEqual({
      starsCount: 5,
      license: 'MIT',
    });
  });
});

describe('the OSV query', () => {
  it('gathers all pages', async () => {
    const { found, asked } = await lookUp(
      osvQuery,
      subject('pkg:npm/quokka@1'),
      { vulns: [{ id: 'A' }], next_page_token: 't' },
      { vulns: [{ id: 'B' }] },
    );
    expect(asked).toEqual([
      ['/v1/query', { package: { purl: 'pkg:npm/quokka' } }],
      ['/v1/query', { package: { purl: 'pkg:npm/quokka' }, page_token: 't' }],
    ]);
    expect(found!.records.map((record) => record.kind === 'advisory' && record.id)).toEqual(['A', 'B']);
    expect((await lookUp(osvQuery, subject('pkg:npm/quokka'), {})).found).toEqual({ records: [] });
  });

  it('does not end before the last page', async () => {
    const pages = Array.from({ length: 30 }, (_, page) => ({ vulns: [{ id: `A-${page}` }], next_page_token: 't' }));
    await expect(lookUp(osvQuery, subject('pkg:npm/quokka'), ...pages)).rejects.toThrow(UnexpectedAnswer);
  });

  it.each([
    ['pkg:npm/quokka@1', ['pkg:npm/quokka']],
    ['pkg:golang/std@v1.20.3', ['pkg:golang/stdlib']],
    [
      'pkg:golang/golang.org/x/crypto/ssh@v0.1.0',
      ['pkg:golang/golang.org/x/crypto/ssh', 'pkg:golang/golang.org/x/crypto'],
    ],
    ['pkg:rpm/rocky/openssl@3.0.7-24.el9', ['pkg:rpm/rocky-linux/openssl']],
    ['pkg:deb/debian/libssl3@3.0?upstream=openssl%403.0', ['pkg:deb/debian/libssl3', 'pkg:deb/debian/openssl']],
    ['pkg:rpm/fedora/openssl@3.0.7-24.fc39', []],
    ['pkg:alpm/arch/openssl@3.0.7-1', []],
    ['pkg:github/acme/quokka@1', []],
    ['pkg:generic/quokka@1', []],
    ['pkg:cocoapods/Quokka@1', []],
  ])('is made for what the database looks up by purl: %s', (purl, keys) => {
    const asked = subjectsOf(osvQuery, { purls: [parsePurl(purl)], repositories: [] });
    expect(asked.map(({ key }) => key)).toEqual(keys);
  });

  it.each<Json>([[], { vulns: {} }, { vulns: [{}] }, { vulns: [null] }])('takes no %j', async (answer) => {
    await expect(lookUp(osvQuery, subject('pkg:npm/quokka'), answer)).rejects.toThrow(UnexpectedAnswer);
  });
});

describe('ecosyste.ms', () => {
  it('is asked by purl, and only this package of its answer counts', async () => {
    const found: Json = [
      { name: 'quokka', purl: 'pkg:npm/other', latest_release_number: '9' },
      {
        name: 'quokka',
        purl: 'pkg:npm/quokka',
        latest_release_number: '2.0.0',
        repository_url: 'https://github.com/acme/quokka',
      },
    ];
    const { found: answer, asked } = await lookUp(ecosystemsLookup, subject('pkg:npm/quokka@1'), found);
    expect(asked[0]![0]).toBe('/api/v1/packages/lookup?purl=pkg%3Anpm%2Fquokka');
    expect(answer!.records).toMatchObject([
      { purl: 'pkg:npm/quokka', latestVersion: '2.0.0', repositoryUrl: 'https://github.com/acme/quokka' },
    ]);
    expect((await lookUp(ecosystemsLookup, subject('pkg:npm/quokka'), [])).found).toBeNull();
    await expect(lookUp(ecosystemsLookup, subject('pkg:npm/quokka'), { error: 'x' })).rejects.toThrow(UnexpectedAnswer);
  });
});

describe('OpenSSF Scorecard', () => {
  it('tells a score and its checks', async () => {
    const answer: Json = {
      date: '2026-01-05',
      repo: {},
      score: 7.3,
      checks: [{ name: 'Maintained', score: 10, reason: 'x' }, { name: 5 }],
    };
    const { found, asked } = await lookUp(scorecardSource, repository, answer);
    expect(asked[0]![0]).toBe('/projects/github.com/acme/quokka');
    expect(found).toEqual({ records: [], facts: { score: 7.3, date: '2026-01-05', checks: { Maintained: 10 } } });
    for (const strange of [{}, { score: '7' }, { score: 11 }, []] as Json[])
      expect(() => scorecardFacts(strange)).toThrow(UnexpectedAnswer);
    const elsewhere = { ...repository, path: 'git.acme.example/quokka' } as LiveSubject;
    expect(await lookUp(scorecardSource, elsewhere, answer)).toEqual({ found: null, asked: [] });
  });
});

describe('asking', () => {
  let world: EgressTestServer;
  /** Is asked for the path that the subject names. */
  const source: LiveSource = {
    ...depsDev,
    requestsPerSecond: 50,
    async lookUp(ask, { key }) {
      const answer = await ask(key);
      if (Array.isArray(answer)) throw new UnexpectedAnswer('A list');
      return answer === null ? null : { records: [], facts: answer as JsonObject };
    },
  };
  beforeAll(async () => void (world = await startEgressServer((_request, response) => response.end('{}'))));
  afterAll(() => world.close());
  beforeEach(() => void world.asked.splice(0));
  const client = (own = source, seconds = 20) => new LiveClient(world.client, own, { seconds });
  const ask = async (one: LiveClient, path = '/x', signal?: AbortSignal) =>
    (await one.lookUp({ kind: 'repository', key: path, path }, signal))?.facts ?? null;
  const answering = (status: number, headers: Record<string, string> = {}, body = '{}') =>
    void (world.answer = (_request, response) => response.writeHead(status, headers).end(body));

  it('reaches the own host of the source, as JSON', async () => {
    answering(200, {}, '{"a":1}');
    const sending = {
      ...source,
      lookUp: async (send: LiveRequester) => ({ records: [], facts: { is: await send('/v3/x', { b: 2 }) } }),
    };
    expect(await client(sending).lookUp(repository)).toEqual({ records: [], facts: { is: { a: 1 } } });
    expect(world.asked).toEqual([{ url: 'https://api.deps.dev/v3/x', method: 'POST', body: '{"b":2}' }]);
    answering(404);
    expect(await ask(client())).toBeNull();
  });

  it('keeps the pace that the source allows', async () => {
    answering(200);
    const slow = client({ ...source, requestsPerSecond: 20 });
    const started = performance.now();
    await Promise.all([ask(slow), ask(slow), ask(slow)]);
    expect(performance.now() - started).toBeGreaterThanOrEqual(95);
  });

  it('leaves a source alone that fails again and again', async () => {
    for (const [status, body] of [
      [500, '{}'],
      [200, '<html>'],
      [200, '[]'],
    ] as const) {
      world.asked.splice(0);
      answering(status, {}, body);
      const failing = client();
      for (let times = 0; times < 6; times += 1) await expect(ask(failing)).rejects.toThrow();
      expect([world.asked.length, failing.isBackingOff]).toEqual([4, true]);
    }
  });

  it('asks again when the source says', async () => {
    for (const wait of ['120', new Date(Date.now() + 120_000).toUTCString()]) {
      answering(429, { 'retry-after': wait });
      const busy = client();
      await expect(ask(busy)).rejects.toThrow(/answered 429/);
      expect(busy.isBackingOff).toBe(true);
    }
    for (const wait of ['0', new Date(Date.now() - 5000).toUTCString(), 'soon']) {
      answering(429, { 'retry-after': wait });
      const patient = client();
      await expect(ask(patient)).rejects.toThrow(LiveSourceUnavailable);
      answering(200);
      expect(await ask(patient)).toEqual({});
    }
  });

  it('tries a source again after a rest, and rests twice as long where it still fails', async () => {
    const clock = jest.spyOn(Date, 'now');
    const start = performance.timeOrigin;
    const at = (seconds: number): void => void clock.mockReturnValue(start + seconds * 1000);
    const failing = client();
    const fails = async (): Promise<void> => {
      for (let times = 0; times < 4; times += 1) await ask(failing).catch(() => undefined);
    };
    try {
      at(0);
      answering(500);
      await fails();
      at(61);
      expect(failing.isBackingOff).toBe(false);
      await fails();
      at(61 + 119);
      expect(failing.isBackingOff).toBe(true);
      at(61 + 121);
      answering(200);
      expect(await ask(failing)).toEqual({});
      answering(500);
      await fails();
      at(61 + 121 + 61);
      expect(failing.isBackingOff).toBe(false);
    } finally {
      clock.mockRestore();
    }
  });

  it('takes no answer that is no JSON, broken off or endless', async () => {
    answering(200, {}, '<html>');
    await expect(ask(client())).rejects.toThrow(UnexpectedAnswer);
    answering(200, { 'content-length': '99999999' }, 'x');
    await expect(ask(client())).rejects.toThrow(LiveSourceUnavailable);
    world.answer = (_request, response) => void response.writeHead(200).write('{', () => response.destroy());
    await expect(ask(client())).rejects.toThrow(LiveSourceUnavailable);
  });

  it.each([
    ['inside', 'https://169.254.169.254/'],
    ['to this machine', 'https://127.0.0.1:1/'],
    ['to another host', 'https://api.evil.example/v3/x'],
    ['to another port', 'https://api.deps.dev:8443/x'],
    ['to plain HTTP', 'http://api.deps.dev/x'],
  ])('follows no redirect that leads %s', async (_where, location) => {
    answering(302, { location });
    await expect(ask(client())).rejects.toThrow(LiveSourceUnavailable);
    expect(world.asked).toHaveLength(1);
  });

  it.each<[string, Answer, RegExp]>([
    ['takes the request and says nothing', () => undefined, /Nothing came for 0\.2/],
    ['falls silent in the middle', (_asked, response) => void response.writeHead(200).write('{'), /Nothing came/],
    ['never comes to an end', drip, /No whole answer within 0\.4/],
  ])('waits no longer than its limit for a server that %s', async (_what, answer, message) => {
    world.answer = answer;
    const started = performance.now();
    await expect(ask(client(source, 0.4))).rejects.toThrow(message);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('ends with the job that asks', async () => {
    world.answer = () => undefined;
    const asking = client();
    await expect(ask(asking, '/x', AbortSignal.timeout(50))).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(asking.isBackingOff).toBe(false);
  });
});

/** A space every now and then, for ever. */
function drip(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write(' '), 30);
  response.on('close', () => clearInterval(timer));
}

it.each([
  [undefined, null],
  ['120', 120],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 60],
  ['Wed, 31 Dec 1969 00:00:00 GMT', 0],
  ['soon', null],
])('reads Retry-After: %s', (said, seconds) => {
  const read = retryAfterSeconds(said, 0);
  expect(read).toBe(seconds);
});
