import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EgressClient } from '../../../src/platform/egress/egress-client.js';
import type { FetchedSource } from '../../../src/projects/sources/source-fetcher.js';
import { SvnFetcher } from '../../../src/projects/sources/svn/svn.fetcher.js';
import { SourceServer } from '../../support/source-server.js';
import { hasApacheSvn, SvnRepository } from '../../support/svn-repository.js';
import { describeIf } from '../../support/requirement.js';

/** Settings that only git knows. */
const noParts = { include_paths: [], exclude_paths: [], fetch_submodules: false, fetch_lfs: false };

jest.setTimeout(60_000);

describeIf(hasApacheSvn, 'svn or the Apache module mod_dav_svn is not installed')(
  'sources in Subversion over https',
  () => {
    const secret = 'tr0ub4dor';
    let repository: SvnRepository;
    let serving: { host: string; authority: string; stop(): Promise<void> };
    let revision: string;
    let folder: string;

    beforeAll(async () => {
      repository = new SvnRepository();
      revision = repository.commit({
        'trunk/requirements.txt': 'flask==3.0.0\n',
        'trunk/a b/\u00fc.txt': 'x',
        'trunk/large.txt': 'y'.repeat(200_000),
      });
      serving = await repository.serveHttps(secret);
    });
    beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'stocktake-svn-scratch-'))));
    afterEach(() => rmSync(folder, { recursive: true, force: true }));
    afterAll(async () => {
      await serving.stop();
      repository.remove();
    });

    const fetch = (place: string, more: object = {}, at: { host: string; authority: string } = serving) => {
      const outside = new EgressClient(new Set([at.host]), { ca: [readFileSync(at.authority, 'utf8')] });
      const source = `svn+https://${at.host}${place}`;
      return new SvnFetcher(outside).fetch({
        project: { name: 'x', type: 'svn', source, branch: '', username: 'ann', aliases: [], ...noParts },
        secrets: { deploy_key: null, password: secret },
        folder,
        knownRevision: null,
        maxBytes: 1_000_000,
        seconds: 30,
        signal: AbortSignal.timeout(30_000),
        ...more,
      });
    };
    const filesOf = ({ tree }: FetchedSource): string[] => readdirSync((tree as { path: string }).path).sort();

    it('are exported through requests of ours', async () => {
      const fetched = await fetch('/svn/shop/trunk');
      expect([fetched.revision, filesOf(fetched)]).toEqual([revision, ['a b', 'large.txt', 'requirements.txt']]);

      rmSync(join(folder, 'svn'), { recursive: true });
      expect(await fetch('/svn/shop/trunk', { knownRevision: revision })).toEqual({ revision, tree: null });
    });

    it('are refused with a reason', async () => {
      await expect(fetch('/svn/shop/none')).rejects.toMatchObject({ details: { reason: 'source' } });
      rmSync(join(folder, 'svn'), { recursive: true });
      const secrets = { deploy_key: null, password: 'wrong' };
      await expect(fetch('/svn/shop/trunk', { secrets })).rejects.toMatchObject({ details: { reason: 'credentials' } });
      rmSync(join(folder, 'svn'), { recursive: true });
      await expect(fetch('/svn/shop/trunk', { maxBytes: 20_000 })).rejects.toMatchObject({
        details: { reason: 'limit' },
      });
    });

    it.each(['https', 'svn', 'svn+ssh', 'file'])('lead nowhere else, by no %s', async (scheme) => {
      const led = await SourceServer.start();
      const elsewhere = await SourceServer.start();
      led.answer = (_request, response) =>
        void response.writeHead(301, { location: `${scheme}://${elsewhere.host}/svn/shop/trunk` }).end();
      try {
        await expect(fetch('/svn/shop/trunk', {}, led)).rejects.toMatchObject({ details: { reason: 'redirect' } });
        expect(elsewhere.requests).toEqual([]);
      } finally {
        await led.close();
        await elsewhere.close();
      }
    });
  },
);
