import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extract } from 'tar-stream';
import { EgressClient } from '../../../src/platform/egress/egress-client.js';
import { checkSource, s3Target } from '../../../src/projects/project-source.js';
import { S3Fetcher } from '../../../src/projects/sources/s3/s3.fetcher.js';
import type { FetchedSource } from '../../../src/projects/sources/source-fetcher.js';
import { s3Answer } from '../../support/s3-server.js';
import { SourceServer } from '../../support/source-server.js';

/** Settings that only git knows. */
const noParts = { include_paths: [], exclude_paths: [], fetch_submodules: false, fetch_lfs: false };

jest.setTimeout(60_000); // the client of S3 is large, and loaded on its first use

const key = { id: 'AKIATEST', secret: 'top/secret+key' };
const objects = {
  'apps/shop/package-lock.json': '{"lockfileVersion":3}',
  'apps/shop/api/requirements.txt': 'flask==3.0.0\n',
  "apps/shop/odd + name's (1)/requirements.txt": 'requests==2.31.0\n',
  'apps/shop/photo.png': 'not worth reading',
  'apps/shop/empty/': '',
  'apps/shopping/go.mod': 'module x\n',
  'apps/shop.zip': Buffer.from('PK'),
};

describe('sources at S3', () => {
  let server: SourceServer;
  let folder: string;

  beforeAll(async () => (server = await SourceServer.start()));
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stocktake-s3-'));
    server.requests.length = 0;
    server.answer = s3Answer('depot', objects, key);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  afterAll(() => server.close());

  const fetch = (place: string, more: object = {}, secret: string | null = key.secret): Promise<FetchedSource> => {
    const given = `s3://${place}?region=eu-west-3&endpoint=https://${server.host}`;
    const { source } = checkSource('s3', { source: given, branch: '' }, new Set([server.host])) as { source: string };
    const certificate = readFileSync(server.authority, 'utf8');
    const project = {
      name: 'x',
      type: 's3',
      source,
      branch: '',
      username: secret ? key.id : '',
      aliases: [],
      ...noParts,
    } as const;
    return new S3Fetcher(new EgressClient(new Set([server.host]), { ca: [certificate] })).fetch({
      project,
      secrets: { deploy_key: null, password: secret },
      folder,
      knownRevision: null,
      maxBytes: 100_000,
      seconds: 20,
      signal: AbortSignal.timeout(20_000),
      ...more,
    });
  };
  const filesOf = async ({ tree }: FetchedSource): Promise<Record<string, string>> => {
    const entries = extract();
    entries.end(readFileSync((tree as { path: string }).path));
    const files: Record<string, string> = {};
    for await (const entry of entries) {
      const chunks: Buffer[] = [];
      for await (const chunk of entry) chunks.push(chunk as Buffer);
      files[entry.header.name] = Buffer.concat(chunks).toString();
    }
    return files;
  };

  it('are a folder, page by page, of which what could say something is fetched', async () => {
    const fetched = await fetch('depot/apps/shop');
    expect(await filesOf(fetched)).toEqual({
      'package-lock.json': objects['apps/shop/package-lock.json'],
      'api/requirements.txt': 'flask==3.0.0\n',
      "odd + name's (1)/requirements.txt": 'requests==2.31.0\n',
    });
    expect(fetched.revision).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(fetched.tree).toMatchObject({ leftOut: { count: 1, first: 'photo.png' } });
    expect(server.requests.some(({ url }) => url.includes('photo'))).toBe(false);
    expect(Object.keys(await filesOf(await fetch('depot', { folder: mkdtempSync(join(folder, 'x')) })))).toHaveLength(
      5,
    );
  });

  it('are one object, where there is one of that name', async () => {
    const { tree } = await fetch('depot/apps/shop.zip');
    expect(tree).toEqual({ kind: 'file', path: join(folder, 'object'), name: 'shop.zip' });
    expect(readFileSync(join(folder, 'object'), 'utf8')).toBe('PK');
  });

  it('are listed only, where nothing has changed', async () => {
    const { revision } = await fetch('depot/apps/shop.zip');
    server.requests.length = 0;
    expect(await fetch('depot/apps/shop.zip', { knownRevision: revision })).toEqual({ revision, tree: null });
    expect(server.requests).toHaveLength(1);
  });

  it('are asked without a signature, where the project has no credentials', async () => {
    server.answer = s3Answer('depot', objects, null);
    expect((await fetch('depot/apps/shop.zip', {}, null)).tree).not.toBeNull();
  });

  it('are refused with a reason', async () => {
    await expect(fetch('depot/apps/shop', {}, 'wrong')).rejects.toMatchObject({ details: { reason: 'credentials' } });
    await expect(fetch('other/apps')).rejects.toThrow('The bucket or object does not exist');
    server.answer = s3Answer('depot', { 'bin/tool': 'ELF', 'bin/readme.md': '' }, key);
    await expect(fetch('depot/bin')).rejects.toThrow('None of the 2 objects is named like a manifest');
    server.answer = s3Answer('depot', objects, key);
    await expect(fetch('depot/nothing')).rejects.toThrow('The address of the source does not exist');
    await expect(fetch('depot/apps', { maxBytes: 10 })).rejects.toMatchObject({ details: { reason: 'limit' } });
    server.answer = (_request, response) => void response.writeHead(301, { 'x-amz-bucket-region': 'eu-south-1' }).end();
    await expect(fetch('depot/apps')).rejects.toThrow(/add \?region=eu-south-1/);
    server.answer = (_request, response) => void response.end('<html>hello</html>');
    await expect(fetch('depot/apps')).rejects.toThrow(/does not exist|does not answer like S3/);
  });

  it('lead nowhere else, and never for ever', async () => {
    const elsewhere = await SourceServer.start();
    server.answer = (request, response) =>
      void response.writeHead(307, { location: `https://${elsewhere.host}${request.url}` }).end();
    await expect(fetch('depot/apps')).rejects.toMatchObject({ details: { reason: 'redirect' } });
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.close();
    server.answer = () => undefined;
    await expect(fetch('depot/apps', { seconds: 1 })).rejects.toMatchObject({ reason: 'timeout' });
  });

  it('that break off are tried again later', async () => {
    const whole = s3Answer('depot', objects, key);
    server.answer = (request, response) => {
      if (!request.url!.includes('shop.zip?')) return whole(request, response);
      response.writeHead(200, { 'content-length': '2' }).write('P');
      setTimeout(() => response.destroy(), 20);
    };
    await expect(fetch('depot/apps/shop.zip')).rejects.toMatchObject({ reason: 'network' });
  });
});

describe('addresses of S3', () => {
  it('name bucket, key, and the service', () => {
    expect(s3Target('s3://depot/a/b?endpoint=https://minio.example.org&region=eu-west-3')).toEqual({
      bucket: 'depot',
      key: 'a/b',
      endpoint: 'https://minio.example.org',
      region: 'eu-west-3',
    });
    expect(s3Target('s3://depot')).toEqual({ bucket: 'depot', key: '', endpoint: null, region: 'us-east-1' });
  });

  it.each([
    ['s3://depot/a?region=eu-west-3&endpoint=https://Minio.Example.org:443/', true],
    ['s3://depot/a?endpoint=https://10.0.0.1', false],
    ['s3://depot/a?endpoint=http://minio.example.org', false],
    ['s3://depot/a?endpoint=https://minio.example.org/x', false],
    ['s3://depot/a?endpoint=https://user:pass@minio.example.org', false],
    ['s3://depot/a?region=x.evil.org/', false],
    ['s3://depot/a?profile=x', false],
  ])('%s: %p', (source, isTaken) => {
    const checked = checkSource('s3', { source, branch: '' });
    expect(checked.errors === null).toBe(isTaken);
    if (checked.errors === null)
      expect(checked.source).toBe('s3://depot/a?endpoint=https://minio.example.org&region=eu-west-3');
  });
});
