import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';

describe('compressed answers', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let sbomId: string;

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
    const rows = Array.from(
      { length: 1_001 },
      (_, i) => `component-${i},${i % 7}.${i}.0,pkg:npm/component-${i}@${i}.0.0`,
    );
    const file = ['name,version,purl', ...rows, ''].join('\n');
    const uploaded = await admin.client.upload('v1/project/uploadSBOM', file, {
      name: 'large',
      version: '1',
      wait: 'true',
    });
    sbomId = uploaded.body.data.sbom.id;
  });
  afterAll(() => app.close());

  interface Raw {
    readonly status: number;
    readonly headers: IncomingMessage['headers'];
    readonly trailers: IncomingMessage['trailers'];
    readonly bytes: Buffer;
  }

  /** `fetch` would unpack the answer. */
  async function ask(path: string, { body, ...headers }: Record<string, string> = {}): Promise<Raw> {
    const authorization = { Authorization: `Bearer ${admin.token}` };
    const sent = httpRequest(`${app.url}/${path}`, { method: body ? 'POST' : 'GET', headers: { ...authorization, ...headers } }); // prettier-ignore
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk as Buffer);
    return { status: answer.statusCode!, headers: answer.headers, trailers: answer.trailers, bytes: Buffer.concat(chunks) }; // prettier-ignore
  }
  const page = () => `v1/project/getSBOM?id=${sbomId}&limit=1000`;

  it('are the same as plain ones, and a page of 1,000 entries travels in 150 kB', async () => {
    const [plain, br, gzip] = [
      await ask(page()),
      await ask(page(), { 'Accept-Encoding': 'gzip, deflate, br' }),
      await ask(page(), { 'Accept-Encoding': 'gzip' }),
    ] as const;
    expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
    expect(JSON.parse(plain.bytes.toString()).data.entries).toHaveLength(1_000);
    expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true);
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    for (const { bytes, headers } of [br, gzip]) {
      expect(bytes.length).toBeLessThan(150_000);
      expect(headers).toMatchObject({
        vary: expect.stringContaining('Accept-Encoding'),
        etag: expect.stringMatching(/^W\//),
      });
      expect(headers['content-length']).toBeUndefined();
    }
  });

  it('stream exports, with their trailer and a tag that If-None-Match takes', async () => {
    const body = JSON.stringify({ sbom_id: sbomId });
    const path = 'v1/report/getSBOM?sbom_type=SPDX&download=true';
    // `+json` media types are text as well.
    const [plain, packed] = [await ask(path, { body }), await ask(path, { body, 'Accept-Encoding': 'gzip' })] as const;
    expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual(['gzip', 'Accept, Accept-Encoding']);
    const withoutTime = (bytes: Buffer): string => bytes.toString().replace(/"created": ?"[^"]*"/, '');
    expect(withoutTime(gunzipSync(packed.bytes))).toBe(withoutTime(plain.bytes));
    expect(JSON.parse(packed.trailers['stocktake-losses']!)).toEqual(JSON.parse(plain.trailers['stocktake-losses']!));
    expect(packed.headers.etag).toBe(`W/${plain.headers.etag}`);
    const again = { body, 'If-None-Match': packed.headers.etag! };
    expect((await ask(path, again)).status).toBe(304);
  });

  it('are made of openapi.json, and not of short answers, tokens, event streams or where nobody asked', async () => {
    const br = { 'Accept-Encoding': 'br' };
    const encodingOf = async (path: string, headers: Record<string, string> = br) =>
      (await ask(path, headers)).headers['content-encoding'];
    expect(await encodingOf('openapi.json')).toBe('br');
    expect((await ask('openapi.json', br)).bytes.length).toBeLessThan(150_000);
    expect(await encodingOf('v1/teams/getTeams')).toBeUndefined();
    expect(await encodingOf('v1/users/getUsers?limit=1000')).toBeUndefined();
    for (const accepted of ['identity', 'br;q=0', 'deflate', '', '*;q=0'])
      expect([accepted, await encodingOf(page(), { 'Accept-Encoding': accepted })]).toEqual([accepted, undefined]);
    expect(await encodingOf(page(), { 'Accept-Encoding': 'br;q=0.2, gzip;q=0.9' })).toBe('gzip');
    expect(await encodingOf(page(), { 'Accept-Encoding': '*' })).toBe('br');
  });

  it('end when the client leaves, and the service goes on', async () => {
    const sent = httpRequest(`${app.url}/${page()}`, {
      headers: { Authorization: `Bearer ${admin.token}`, 'Accept-Encoding': 'gzip' },
    });
    sent.end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.destroy();
    expect((await ask(page(), { 'Accept-Encoding': 'gzip' })).status).toBe(200);
  });
});
