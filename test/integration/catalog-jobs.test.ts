import { Logger } from '@nestjs/common';
import { CoverageNotice } from '../../src/catalog/coverage-notice.js';
import { CatalogScheduler } from '../../src/catalog/catalog.scheduler.js';
import { dueSources } from '../../src/catalog/sources.repository.js';
import { Configuration } from '../../src/platform/configuration/configuration.js';
import { ConfigurationError } from '../../src/platform/configuration/configuration-error.js';
import { Database } from '../../src/platform/database/database.js';
import { EgressClient } from '../../src/platform/egress/egress-client.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { startEgressServer, type EgressTestServer } from '../support/egress-server.js';
import { firstAdmin, newUser, type Person } from '../support/people.js';

const kev = JSON.stringify({ vulnerabilities: [{ cveID: 'CVE-2025-1000', dateAdded: '2025-08-25' }] });

describe('catalogue sources as jobs', () => {
  let app: TestApp;
  let world: EgressTestServer;
  let admin: Person;

  beforeAll(async () => {
    world = await startEgressServer((request, response) =>
      request.url!.endsWith('known_exploited_vulnerabilities.json') ? response.end(kev) : response.writeHead(404).end(),
    );
    app = await startApp();
    jest.spyOn(app.nest.get(EgressClient), 'send').mockImplementation((...asked) => world.client.send(...asked));
    admin = await firstAdmin(app);
  });
  afterAll(async () => {
    await app.close();
    await world.close();
  });

  const finished = async (client: ApiClient, id: string): Promise<Record<string, unknown>> => {
    for (const end = Date.now() + 60_000; Date.now() < end;) {
      const { body, status } = await client.get('v1/jobs/getJob', { id });
      if (status !== 200) throw new Error(`getJob: ${status}`);
      if (body.data.finished_at) return body.data;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('The job does not end');
  };

  it('are fetched when an administrator of the service asks, who can follow it', async () => {
    const answer = await admin.client.post('v1/catalog/syncSources', { sources: ['kev', 'endoflife'] });
    expect([answer.status, answer.body.meta.total_count]).toEqual([202, 2]);
    const job = await finished(admin.client, answer.body.data.job_id);
    expect(job).toMatchObject({ name: 'catalog.sync', status: 'partial', stage: expect.any(String) });
    expect(job.result).toEqual({
      sources: [
        { source: 'kev', state: 'loaded', taken: 1, message: null },
        { source: 'endoflife', state: 'failed', taken: 0, message: 'the server answered 404' },
      ],
    });
    expect(world.asked.map(({ url }) => new URL(url).host)).toEqual(['www.cisa.gov', 'endoflife.date']);
    const { body } = await admin.client.get('v1/catalog/getSources');
    expect(body.data.find(({ name }: { name: string }) => name === 'kev')).toMatchObject({
      records: 1,
      state: 'loaded',
      covers: [{ kind: 'exploited', scopes: ['cve'], complete_since: '2021-11-03' }],
      license: { name: 'CC0-1.0' },
      loaded_at: expect.any(String),
    });
  });

  it('are not fetched for anybody else, who cannot see such jobs either', async () => {
    const user = await newUser(app, admin);
    expect((await user.client.post('v1/catalog/syncSources', { sources: ['kev'] })).status).toBe(403);
    expect((await app.client.post('v1/catalog/syncSources', {})).status).toBe(401);
    const { body } = await admin.client.post('v1/catalog/syncSources', { sources: ['kev'] });
    expect((await user.client.get('v1/jobs/getJob', { id: body.data.job_id })).status).toBe(404);
    await finished(admin.client, body.data.job_id);
  });

  it.each([
    [{ sources: ['nonsense'] }],
    [{ sources: 'kev' }],
    [{ sources: [5] }],
    [{ sources: Array(101).fill('kev') }],
  ])('must be known: %j', async (body) => {
    const answer = await admin.client.post('v1/catalog/syncSources', body);
    expect(answer.status).toBe(400);
  });

  it('are fetched once a day where the operator says so, by one scheduler', async () => {
    const database = app.nest.get(Database);
    const scheduler = (names: string): CatalogScheduler =>
      new CatalogScheduler(new Configuration({ CATALOG_SYNC: names }), database);
    expect(await scheduler('').schedule()).toEqual([]);
    // Both were looked at a moment ago, the one that failed too.
    expect(await scheduler('kev,endoflife').schedule()).toEqual([]);
    await database.transaction('system', async (sql) => {
      // The clock was ahead.
      await sql.run(`UPDATE catalog_sources SET finished_at = now() + interval '1 year' WHERE name = 'kev'`);
      expect(await dueSources(sql, ['kev', 'endoflife'], 24)).toEqual(['kev']);
      await sql.run(`UPDATE catalog_sources SET finished_at = now() - interval '25 hours' WHERE name = 'kev'`);
    });
    const daily = scheduler('kev,endoflife');
    expect(await daily.schedule()).toEqual(['kev']);
    await daily.schedule();
    const runs = await database.transaction('system', (sql) =>
      sql.query<{ id: string; payload: object }>(
        `SELECT id, payload FROM job_runs WHERE name = 'catalog.sync' ORDER BY created_at DESC LIMIT 1`,
      ),
    );
    expect(runs[0]!.payload).toEqual({ sources: ['kev'] });
    expect((await finished(admin.client, runs[0]!.id)).status).toBe('succeeded');
    expect(await daily.schedule()).toEqual([]);
    expect((await scheduler('all').schedule()).length).toBeGreaterThan(10);
    expect(await scheduler('advisories').schedule()).toEqual(
      expect.arrayContaining(['nvd-cve', 'cve-list', 'osv-npm']),
    );
  });

  it('are asked for at the start where none of them is loaded', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    try {
      const notice = new CoverageNotice(new Configuration({}), app.nest.get(Database));
      await notice.onApplicationBootstrap();
      expect(warn.mock.calls).toEqual([[expect.stringMatching(/No advisories are loaded.*catalog sync advisories/)]]);
      await app.nest
        .get(Database)
        .transaction('system', (sql) =>
          sql.run(
            `UPDATE catalog_sources SET covers = '[{"kind": "vulnerabilities", "scopes": [], "completeSince": null}]' WHERE name = 'kev'`,
          ),
        );
      await notice.onApplicationBootstrap();
      expect(warn).toHaveBeenCalledTimes(1);
    } finally {
      warn.mockRestore();
    }
  });

  it('must be known to the settings', () => {
    const wrong = new Configuration({ CATALOG_SYNC: 'kev,nonsense' });
    expect(() => new CatalogScheduler(wrong, app.nest.get(Database))).toThrow(ConfigurationError);
  });
});
