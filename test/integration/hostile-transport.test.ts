import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startApp, type TestApp } from '../support/app.js';
import { cyclonedxOf } from '../support/hostile-files/hostile-file.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { rawHead, sendRaw, type RawAnswer } from '../support/raw-http.js';

const maxUpload = 100_000;
const boundary = 'limit-of-the-parts';
const sbom = cyclonedxOf([{ name: 'a', version: '1' }]);
const part = (disposition: string, content: string, more = ''): string =>
  `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n${content}\r\n`;
const file = (content = sbom, name = 'x.json'): string => part(`name="file"; filename="${name}"`, content);
const last = `--${boundary}--\r\n`;
const form = `multipart/form-data; boundary=${boundary}`;

describe('requests that no honest client sends', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let sbomId: string;

  beforeAll(async () => {
    app = await startApp({ MAX_UPLOAD_BYTES: String(maxUpload) });
    admin = await firstAdmin(app);
    const described = { name: 'Transport', version: '1', supplier: 's', contact_name: 'c', contact_email: '' };
    sbomId = (await admin.client.post('v1/project/createSBOM', { ...described, org_id: admin.orgId })).body.data.id;
  });
  afterAll(() => app.close());
  afterEach(async () => {
    expect((await post(file() + last)).status).toBe(200);
    expect(filesOf('blobs/drafts')).toEqual([]);
    expect(({} as any).polluted).toBeUndefined();
  });

  const filesOf = (folder: string): string[] => {
    const path = join(app.configuration.dataDir, folder);
    if (!existsSync(path)) return [];
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map(({ name }) => name);
  };
  const head = (headers: readonly string[]): string =>
    rawHead(`POST /v1/project/importSBOM?sbom_id=${sbomId}`, [`Authorization: Bearer ${admin.token}`, ...headers]);
  /** Comes back when it is told to: the machine may be busy. */
  const post = async (body: string, headers: readonly string[] = [], type = form): Promise<RawAnswer> => {
    const own = [...(type ? [`Content-Type: ${type}`] : []), `Content-Length: ${Buffer.byteLength(body)}`, ...headers];
    for (let round = 0; ; round += 1) {
      const answer = await sendRaw(app.url, [head(own), body]);
      if (answer.status !== 503 || round === 5) return answer;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  };

  it.each<[string, string, number[], string]>([
    ['no boundary', file() + last, [400], 'multipart/form-data'],
    ['another boundary', file() + last, [400], 'multipart/form-data; boundary=other'],
    ['no end of the parts', file(), [400], form],
    ['a part without a name', part('filename="x"', sbom) + last, [400], form],
    ['an empty name', part('name=""; filename="x"', sbom) + last, [400], form],
    ['two thousand fields', part('name="a"', 'b').repeat(2_000) + file() + last, [400], form],
    [
      'three thousand headers of a part',
      part('name="file"; filename="x"', sbom, 'X-A: b\r\n'.repeat(3_000)) + last,
      [400],
      form,
    ],
    ['two files', file() + file() + last, [400], form],
    ['no file', part('name="a"', 'b') + last, [400], form],
    ['a name in five thousand brackets', part(`name="a${'[b]'.repeat(5_000)}"`, 'x') + file() + last, [400], form],
    ['nothing at all', '', [400], form],
    ['no content type', file() + last, [400, 415], ''],
    ['a character set that nobody uses', '{}', [415], 'application/json; charset=utf-7'],
  ])('%s', async (_what, body, statuses, type) => {
    const { status, text } = await post(body, [], type);
    expect(text).toContain('"message"');
    expect(statuses).toContain(status);
  });

  it('names of fields that are the prototype’s', async () => {
    for (const name of ['__proto__', 'constructor.prototype', '__proto__[polluted]'])
      expect([200, 400]).toContain((await post(part(`name="${name}"`, '1') + file() + last)).status);
  });

  it('a header of 64 kB, and one that is there twice', async () => {
    expect([400, 431]).toContain((await post(file() + last, [`X-Long: ${'x'.repeat(65_536)}`])).status);
    const length = Buffer.byteLength(file() + last);
    expect([400, 415, 200]).toContain((await post(file() + last, ['Content-Type: text/plain'])).status);
    expect((await post(file() + last, [`Content-Length: ${length + 1}`])).status).toBe(400);
  });

  it('a body that is shorter or longer than it says, or says it in two ways', async () => {
    const body = file() + last;
    const type = `Content-Type: ${form}`;
    const said = (length: number, ...more: string[]): string => head([type, `Content-Length: ${length}`, ...more]);
    const shorter = await sendRaw(app.url, [said(body.length + 10), body.slice(0, -4)], { end: true });
    expect([0, 400]).toContain(shorter.status);
    const longer = await sendRaw(app.url, [said(body.length), `${body}GARBAGE\r\n\r\n`]);
    expect([200, 400]).toContain(longer.status);
    const both = await sendRaw(app.url, [said(body.length, 'Transfer-Encoding: chunked'), body]);
    expect(both.status).toBe(400);
    const overflow = await sendRaw(app.url, [
      head([type, 'Transfer-Encoding: chunked']),
      'ffffffffffffffffff\r\n',
      body,
    ]);
    expect(overflow.status).toBe(400);
  });

  it('names of files that lead elsewhere: they are data', async () => {
    const names = ['../../etc/passwd', 'C:\\\\x', 'x'.repeat(4_000), '\u202egpj.exe', '%00', ';x=', '<script>'];
    for (const name of names) {
      expect({ name, status: (await post(file(sbom, name) + last)).status }).toEqual({ name, status: 200 });
      const { headers, status } = await admin.client.get('v1/project/getOriginal', { id: sbomId });
      expect(status).toBe(200);
      expect(headers.get('content-disposition')).toMatch(
        /^attachment; filename="[^"\r\n]*"(; filename\*=UTF-8''[\w%.!~*'()-]*)?$/,
      );
    }
    expect((await post(file(sbom, 'a\r\nX-Evil: 1') + last)).text).not.toMatch(/^X-Evil/m);
    expect(filesOf('.').filter((name) => /passwd|evil|script/i.test(name))).toEqual([]);
  });

  it('the largest file that may be, and one byte more, told beforehand or not', async () => {
    const padded = (size: number): string => sbom + ' '.repeat(size - sbom.length);
    const chunked = (body: string) =>
      sendRaw(app.url, [
        head([`Content-Type: ${form}`, 'Transfer-Encoding: chunked']),
        `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
      ]);
    for (const [size, status] of [
      [maxUpload, 200],
      [maxUpload + 1, 413],
    ] as const) {
      const body = file(padded(size)) + last;
      expect([(await post(body)).status, (await chunked(body)).status]).toEqual([status, status]);
    }
    const declared = await sendRaw(app.url, [head([`Content-Type: ${form}`, 'Content-Length: 10000000000'])]);
    expect(declared.status).toBe(413);
  });

  it('bodies that are packed, once or again and again', async () => {
    const packed = gzipSync(file() + last).toString('latin1');
    for (const encoding of ['gzip', 'gzip, gzip, gzip', 'br', 'nonsense']) {
      const answer = await sendRaw(app.url, [
        head([`Content-Type: ${form}`, `Content-Length: ${packed.length}`, `Content-Encoding: ${encoding}`]),
        Buffer.from(packed, 'latin1'),
      ]);
      expect([400, 413, 415]).toContain(answer.status);
    }
  });

  it('uploads that are broken off leave nothing', async () => {
    const body = file(sbom + ' '.repeat(50_000)) + last;
    const state = async () => ({
      files: filesOf('blobs').length,
      runs: await withClient(
        app.databaseUrl,
        // Imports only: an earlier import may still be adding the jobs that follow it.
        async (client) => (await client.query(`SELECT id FROM job_runs WHERE name = 'sbom.import'`)).rowCount,
      ),
    });
    const before = await state();
    const broken = (share: number) =>
      sendRaw(
        app.url,
        [head([`Content-Type: ${form}`, `Content-Length: ${body.length}`]), body.slice(0, body.length * share), 20],
        { end: true },
      );
    for (let round = 0; round < 20; round += 1) await Promise.all([0.1, 0.5, 0.99].map(broken));
    // The service may see the last connections end after we do.
    for (const end = Date.now() + 10_000; Date.now() < end && (await state()).files > before.files;)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await state()).toEqual(before);
  });

  it('uploads that are broken off while they wait for their turn hold no place', async () => {
    const body = file() + last;
    const whole = head([`Content-Type: ${form}`, `Content-Length: ${body.length}`]);
    const slow = Array.from({ length: 16 }, () => sendRaw(app.url, [whole, body.slice(0, 99), 3_000, body.slice(99)]));
    await new Promise((resolve) => setTimeout(resolve, 500));
    const broken = Array.from({ length: 16 }, () => sendRaw(app.url, [whole, body.slice(0, 99), 500], { end: true }));
    await Promise.all([...slow, ...broken]);
    const start = performance.now();
    expect((await post(body)).status).toBe(200);
    expect(performance.now() - start).toBeLessThan(30_000);
  });

  it('bodies that hardly come: refused in time, and nobody else waits for them', async () => {
    const body = file() + last;
    function* drip(text: string): Generator<string | number> {
      for (const letter of text) yield* [letter, 500];
    }
    const slow = (type: string, path: string, length: number) => [
      rawHead(`POST /v1/${path}`, [
        `Authorization: Bearer ${admin.token}`,
        `Content-Type: ${type}`,
        `Content-Length: ${length}`,
      ]),
    ];
    const anonymous = rawHead('POST /v1/project/importSBOM', [`Content-Type: ${form}`, 'Content-Length: 90000']);
    const refused = sendRaw(app.url, [anonymous, ...drip(body)], { untilClosed: true });
    const dripping = [
      ...Array.from({ length: 6 }, () => [
        ...slow(form, `project/importSBOM?sbom_id=${sbomId}`, body.length),
        ...drip(body),
      ]),
      [...slow('application/json', 'project/createSBOM', 1_000), ...drip(`{"name":"${'x'.repeat(900)}`)],
    ].map((pieces) => sendRaw(app.url, pieces));
    expect((await post(body)).status).toBe(200);
    const answers = await Promise.all(dripping);
    expect(answers.map(({ status }) => status)).toEqual(dripping.map(() => 408));
    expect(Math.max(...answers.map(({ seconds }) => seconds))).toBeLessThan(60);
    const { status, seconds } = await refused;
    expect(status).toBe(401);
    expect(seconds).toBeLessThan(60);
  });
});
