import { CatalogLoader } from '../../src/catalog/catalog-loader.js';
import { Database } from '../../src/platform/database/database.js';
import type { Sql } from '../../src/platform/database/sql.js';
import { RetentionRegistry } from '../../src/platform/retention/retention-registry.js';
import { OutcomeCache } from '../../src/resolution/outcomes/outcome-cache.js';
import { OrganizationResolver } from '../../src/resolution/organization-resolver.js';
import { serializedNothing, type OutcomeRow } from '../../src/resolution/workers/serialized-outcome.js';
import { ResolutionEngine } from '../../src/resolution/resolution-engine.js';
import { deleteExpired } from '../../src/retention/retention.repository.js';
import { startApp, type TestApp } from '../support/app.js';
import { cyclonedx, importSbom, newSbom, settled } from '../support/sboms.js';
import { firstAdmin, otherOrganization, type Person, type TenantIds } from '../support/people.js';

const component = (name: string, version = '4.17.21'): object => ({ type: 'library', name, version, 'bom-ref': name });

describe('cached outcomes of resolution', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let other: Person & TenantIds;
  let database: Database;
  let resolved: jest.SpiedFunction<ResolutionEngine['resolve']>;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    other = await otherOrganization(app, admin);
    database = app.nest.get(Database);
    await app.nest.get(CatalogLoader).loadStarter();
    resolved = jest.spyOn(app.nest.get(ResolutionEngine), 'resolve');
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await system((sql) => sql.run('DELETE FROM resolution_outcomes'));
    resolved.mockClear();
  });

  const system = <T>(work: (sql: Sql) => Promise<T>): Promise<T> => database.transaction('system', work);
  const importNames = async (owner: Person & TenantIds, ...names: string[]): Promise<any[]> => {
    const id = await newSbom(owner);
    await importSbom(app, owner, id, cyclonedx(names.map((name) => component(name))));
    return (await owner.client.get('v1/project/getSBOM', { id })).body.data.entries;
  };
  /** No registry can have it: it has no candidates, not even generated ones. */
  const nameless = 'the Quokka Control Center for Burrows';
  const results = (entries: any[]): unknown[] =>
    entries.map(({ search_results, suggestions, status }) => [search_results, suggestions, status]);
  /** Names that reached the engine since the last time. */
  const computed = (): string[] => {
    const names = resolved.mock.calls.flatMap(([, components]) => components.map(({ name }) => name));
    resolved.mockClear();
    return [...new Set(names)].sort();
  };
  const cachedRows = (): Promise<number> =>
    system(async (sql) => (await sql.one<{ n: number }>('SELECT count(*)::int AS n FROM resolution_outcomes'))!.n);

  it('serve later SBOMs, also of other organizations, with the same results', async () => {
    const first = await importNames(admin, 'lodash', 'express', 'nobody-knows-it');
    expect(computed()).toEqual(['express', 'lodash', 'nobody-knows-it']);
    expect(results(await importNames(admin, 'lodash', 'express', 'nobody-knows-it'))).toEqual(results(first));
    expect(results(await importNames(other, 'lodash', 'express', 'nobody-knows-it'))).toEqual(results(first));
    expect(computed()).toEqual([]);
    const [more] = await importNames(admin, 'lodash', 'one-more-name');
    expect(computed()).toEqual(['one-more-name']);
    expect(results([more])).toEqual(results([first[0]]));
  });

  it('are copied with everything that follows from them', async () => {
    const columns = `name, status, search_results, suggestions, error_message, selected_purl, selected_cpe, selected_repo,
      svc_id, confidence, internal, pending`;
    const rowsOf = async (entries: any[]): Promise<unknown[]> =>
      system((sql) =>
        sql.query(`SELECT ${columns} FROM components WHERE id = ANY ($ids::uuid[]) ORDER BY name`, {
          ids: entries.map(({ id }) => id),
        }),
      );
    const names = ['lodash', 'express', 'log4j-core', nameless];
    const first = await rowsOf(await importNames(admin, ...names));
    expect(first).toMatchObject([{ status: 'resolved' }, { selected_purl: 'pkg:npm/lodash@4.17.21' }, {}, {}]);
    const copied = jest.spyOn(app.nest.get(OrganizationResolver), 'resolveOrFind');
    expect(await rowsOf(await importNames(other, ...names))).toEqual(first);
    const outcomes = await Promise.all(copied.mock.results.map(({ value }) => value as Promise<object[]>));
    copied.mockRestore();
    // The name without candidates leaves nothing to copy.
    expect(outcomes.flat().filter((one) => 'key' in one)).toHaveLength(names.length - 1);
  });

  it('are copied into the entries that they were computed for, too', async () => {
    const resolver = app.nest.get(OrganizationResolver);
    const given = jest.spyOn(resolver, 'resolveOrFind');
    const entries = await importNames(admin, 'lodash', 'log4j-core', nameless);
    const outcomes = await Promise.all(given.mock.results.map(({ value }) => value as Promise<object[]>));
    // The last call is the job's; the one before asks what the list is of.
    const [asked] = given.mock.calls.at(-1)!;
    given.mockRestore();
    expect(outcomes.at(-1)!.filter((one) => 'key' in one)).toHaveLength(2);
    await system((sql) => sql.run('DELETE FROM resolution_outcomes'));
    const texts = (await resolver.resolve(asked)).map(({ text }) => JSON.parse(text) as OutcomeRow);
    expect(results(entries)).toEqual(
      texts.map(({ search_results, suggestions, status }) => [search_results, suggestions, status]),
    );
  });

  it('are no loss where they go before they are copied', async () => {
    const resolver = app.nest.get(OrganizationResolver);
    const first = await importNames(admin, 'lodash', 'express');
    const find = resolver.resolveOrFind.bind(resolver);
    const gone = jest.spyOn(resolver, 'resolveOrFind').mockImplementation(async (...asked) => {
      const outcomes = await find(...asked);
      await system((sql) => sql.run('DELETE FROM resolution_outcomes'));
      return outcomes;
    });
    const second = await importNames(admin, 'lodash', 'express');
    gone.mockRestore();
    expect(results(second)).toEqual(results(first));
    expect(await system((sql) => sql.query('SELECT FROM components WHERE pending'))).toEqual([]);
  });

  it('are copied into entries of the own organization only', async () => {
    const [entry] = await importNames(admin, 'lodash');
    const copy = (orgId: string): Promise<unknown[]> =>
      database.transaction({ organizations: [orgId] }, (sql) =>
        sql.query(
          `SELECT * FROM copy_resolution_outcomes(ARRAY[$id::uuid],
             ARRAY[(SELECT generation FROM components WHERE id = $id)], ARRAY[$key])`,
          { id: entry.id, key },
        ),
      );
    const key = await system(
      async (sql) =>
        (await sql.one<{ key: string }>(`SELECT encode(key, 'hex') AS key FROM resolution_outcomes LIMIT 1`))!.key,
    );
    expect(await copy(admin.orgId)).toHaveLength(1);
    const generation = await system(async (sql) =>
      sql.one('SELECT generation FROM components WHERE id = $id', { id: entry.id }),
    );
    expect(generation).toEqual({ generation: 0 });
    const foreign = database.transaction({ organizations: [other.orgId] }, (sql) =>
      sql.query(`SELECT * FROM copy_resolution_outcomes(ARRAY[$id::uuid], ARRAY[0], ARRAY[$key])`, {
        id: entry.id,
        key,
      }),
    );
    expect(await foreign).toEqual([]);
  });

  it('hold until the catalogue changes', async () => {
    const [before] = await importNames(admin, 'brand-new-quokka');
    expect(before.search_results.package.filter((one: any) => one.known)).toEqual([]);
    computed();
    const record = { kind: 'package', purl: 'pkg:npm/brand-new-quokka', versions: ['4.17.21'] } as const;
    await app.nest.get(CatalogLoader).add('test', 'test', [record]);
    const [after] = await importNames(admin, 'brand-new-quokka');
    expect(computed()).toEqual(['brand-new-quokka']);
    expect(after.search_results.package[0]).toMatchObject({ purl: 'pkg:npm/brand-new-quokka@4.17.21', known: true });
    const advance = [
      `UPDATE catalog_packages SET weight = weight WHERE purl = 'pkg:npm/brand-new-quokka'`,
      `DELETE FROM catalog_packages WHERE purl = 'pkg:npm/brand-new-quokka'`,
      `INSERT INTO catalog_repositories (url, host, owner, name) VALUES ('https://x.example/a/b', 'x.example', 'a', 'b')`,
      `UPDATE catalog_products SET weight = weight WHERE false`,
      `DELETE FROM catalog_links WHERE false`,
    ];
    const resolver = app.nest.get(OrganizationResolver);
    const asked = [{ name: 'brand-new-quokka', org: '', version: '1' }];
    for (const statement of advance) {
      await resolver.resolve(asked);
      computed();
      await resolver.resolve(asked);
      expect(computed()).toEqual([]);
      await system((sql) => sql.run(statement));
      await resolver.resolve(asked);
      expect([statement, computed()]).toEqual([statement, ['brand-new-quokka']]);
    }
  });

  it('are of the same engine only', async () => {
    const asked = [{ name: 'lodash', org: '', version: '4.17.21' }];
    const compute = jest.fn(() => Promise.resolve([serializedNothing]));
    const resolveWith = (version: string): Promise<object[]> =>
      new OutcomeCache(database, version).resolve(asked, compute);
    expect(await resolveWith('one')).toEqual([{ text: serializedNothing }]);
    expect(await resolveWith('one')).toEqual([{ text: serializedNothing }]);
    expect(compute).toHaveBeenCalledTimes(1);
    await resolveWith('two');
    expect(compute).toHaveBeenCalledTimes(2);
  });

  it('give way to a decision, which no other organization sees', async () => {
    const [entry] = await importNames(admin, 'lodash');
    const chosen = { purl: 'pkg:gem/lodash-of-ours@4.17.21', selected: true, is_user_input: true };
    const search_results = { package: [chosen], repo: [], product: [] };
    const change = [{ id: entry.id, sbom_id: entry.sbom_id, search_results }];
    const { body } = await admin.client.post('v1/project/updateComponents', change);
    expect(body.meta?.error ?? null).toBeNull();
    await settled(app);
    computed();
    const [own] = await importNames(admin, 'lodash');
    expect(own.search_results.package[0]).toMatchObject({ purl: chosen.purl, selected: true });
    expect(JSON.stringify(await importNames(other, 'lodash'))).not.toContain('lodash-of-ours');
    const [{ id }] = (await admin.client.get('v1/resolution/getDecisions', { org_id: admin.orgId })).body.data;
    await admin.client.post('v1/resolution/deleteDecision', { id });
    const [later] = await importNames(admin, 'lodash');
    expect(results([later])).toEqual(results([entry]));
  });

  it('are neither made of nor given to internal components', async () => {
    const pattern = { org_id: admin.orgId, kind: 'name_prefix', pattern: 'acme-' };
    await importNames(admin, 'acme-lodash');
    const before = await cachedRows();
    expect((await admin.client.post('v1/resolution/createInternalPattern', pattern)).status).toBe(200);
    await settled(app);
    const [entry] = await importNames(admin, 'acme-lodash', 'acme-secret');
    expect(entry.search_results).toEqual({ package: [], repo: [], product: [] });
    expect(await cachedRows()).toBe(before);
  });

  it('are bounded in number, the oldest going first', async () => {
    const cache = new OutcomeCache(database, 'bounded', 3);
    const resolve = async (...names: string[]): Promise<string[]> => {
      const missed: string[] = [];
      await cache.resolve(
        names.map((name) => ({ name, org: '', version: '' })),
        (components) => {
          missed.push(...components.map(({ name }) => name));
          return Promise.resolve(components.map(() => serializedNothing));
        },
      );
      return missed;
    };
    await resolve('a');
    await resolve('b', 'c');
    await resolve('d');
    expect(await cachedRows()).toBe(3);
    expect(await resolve('d', 'b', 'a')).toEqual(['a']);
    expect(await cachedRows()).toBe(3);
  });

  it('go when they are of an older catalogue, or nobody has used them for long', async () => {
    const rule = app.nest.get(RetentionRegistry).rules.find(({ table }) => table === 'resolution_outcomes')!;
    const sweep = (): Promise<number> => system((sql) => deleteExpired(sql, rule));
    await importNames(admin, 'lodash');
    expect(await sweep()).toBe(0);
    const age = `UPDATE resolution_outcomes SET used_on = current_date - ${rule.days - 1}`;
    await system((sql) => sql.run(age));
    await importNames(admin, 'lodash');
    await system((sql) => sql.run(`UPDATE resolution_outcomes SET used_on = used_on - ${rule.days - 1}`));
    expect(await sweep()).toBe(0);
    await system((sql) => sql.run(age));
    await system((sql) => sql.run('UPDATE resolution_outcomes SET used_on = used_on - 2'));
    expect(await sweep()).toBeGreaterThan(0);
    await importNames(admin, 'lodash');
    await system((sql) => sql.run('DELETE FROM catalog_links WHERE false'));
    expect(await sweep()).toBeGreaterThan(0);
    expect(await cachedRows()).toBe(0);
  });

  it('are out of the reach of tenants’ statements', async () => {
    await importNames(admin, 'lodash');
    const read = database.transaction({ organizations: [admin.orgId] }, (sql) =>
      sql.query('SELECT * FROM resolution_outcomes'),
    );
    await expect(read).rejects.toThrow(/permission denied/);
  });
});
