import { Database } from '../../src/platform/database/database.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newTeam, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { loadCatalog } from '../support/score-catalog.js';
import { findSpellings, foundComponentPage } from '../../src/sboms/finding/finding.repository.js';

const log4j = 'pkg:maven/org.apache.logging.log4j/log4j-core';

describe('findComponents', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let other: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
    other = await otherOrganization(app, admin);
    await newSbom(admin, 'Old', [
      { name: 'log4j-core', version: '2.14.1', package: [{ purl: `${log4j}@2.14.1?type=jar`, selected: true }] },
      {
        name: 'Quokka',
        version: '1.10',
        product: [{ cpe: 'cpe:2.3:a:acme:quokka:1.10:*:*:*:*:*:*:*', selected: true }],
      },
      { name: 'log4j-core-extras', version: '2.14.1', package: [{ purl: `${log4j}-extras@2.14.1`, selected: true }] },
    ]);
    await newSbom(admin, 'New', [
      { name: 'Log4J-Core', version: '2.17.0', package: [{ purl: `${log4j}@2.17.0`, selected: true }] },
      { name: 'log4j-core', version: '', package: [{ purl: log4j, selected: true }] },
      { name: 'wombat', version: '3', repo: [{ repo_url: 'https://github.com/Acme/Wombat', selected: true }] },
      { name: 'quokka', version: '1.9', product: [{ cpe: 'cpe:2.3:a:acme:quokka:1.9:*:*:*:*:*:*:*', selected: true }] },
    ]);
    await newSbom(other, 'Foreign', [
      { name: 'log4j-core', version: '2.14.1', package: [{ purl: `${log4j}@2.14.1`, selected: true }] },
    ]);
  });
  afterAll(() => app.close());

  type Entry = { name: string; version: string } & Record<'package' | 'product' | 'repo', object[]>;
  const newSbom = async (owner: Person & TenantIds, name: string, entries: Partial<Entry>[], teamId = owner.teamId) => {
    const fields = { name, version: '1', supplier: 's', contact_name: 'c', contact_email: '', team_id: teamId };
    const { body } = await owner.client.post('v1/project/createSBOM', { ...fields, org_id: owner.orgId });
    for (const { name: entryName, version, ...search_results } of entries) {
      const answer = await owner.client.post('v1/project/addComponent', {
        sbom_id: body.data.id,
        position: -1,
        name: entryName,
        org: '',
        version,
        search_results,
      });
      expect(answer.status).toBe(200);
    }
    return body.data.id as string;
  };
  const find = async (query: Record<string, string>, who: Person = admin) =>
    (await who.client.get('v1/project/findComponents', query)).body;
  const found = async (query: Record<string, string>, who: Person = admin): Promise<string[]> => {
    const { data } = await find(query, who);
    return data.map(({ sbom_name, name, version }: Record<string, string>) =>
      `${sbom_name}: ${name} ${version}`.trim(),
    );
  };

  it.each<[string, Record<string, string>, string[]]>([
    ['a version of a package', { purl: `${log4j}@2.14.1`, possible: 'false' }, ['Old: log4j-core 2.14.1']],
    ['a version with another qualifier', { purl: `${log4j}@2.14.1?type=pom` }, []],
    ['a package', { purl: log4j }, ['New: Log4J-Core 2.17.0', 'New: log4j-core', 'Old: log4j-core 2.14.1']],
    [
      'versions of a package, and after them those that may be',
      { purl: log4j, vers: 'vers:maven/>=2.0|<2.15.0' },
      ['Old: log4j-core 2.14.1', 'New: log4j-core'],
    ],
    [
      'versions by comparators, in the order of the package',
      { purl: log4j, vers: '>=2.0 <2.15-rc1 || 2.17', possible: 'false' },
      ['New: Log4J-Core 2.17.0', 'Old: log4j-core 2.14.1'],
    ],
    ['a version that nobody is known to have', { purl: `${log4j}@9` }, ['New: log4j-core']],
    ['a product', { cpe: 'cpe:2.3:a:acme:quokka:*:*:*:*:*:*:*:*' }, ['New: quokka 1.9', 'Old: Quokka 1.10']],
    ['a version of a product, as URI', { cpe: 'cpe:/a:acme:quokka:1.10' }, ['Old: Quokka 1.10']],
    [
      'versions of a product',
      { cpe: 'cpe:2.3:a:acme:quokka:*:*:*:*:*:*:*:*', vers: 'vers:generic/>=1.10' },
      ['Old: Quokka 1.10'],
    ],
    ['a repository in another spelling', { repo_url: 'git@github.com:acme/wombat.git' }, ['New: wombat 3']],
    [
      'a name whatever its case',
      { name: 'LOG4J-core' },
      ['New: Log4J-Core 2.17.0', 'New: log4j-core', 'Old: log4j-core 2.14.1'],
    ],
    ['versions of a name', { name: 'quokka', vers: 'vers:generic/<1.10' }, ['New: quokka 1.9']],
    ['no name that only begins so', { name: 'log4j' }, []],
    [
      'the beginning of a name',
      { name: 'Log4j', match: 'prefix', vers: '2.14.1' },
      ['Old: log4j-core 2.14.1', 'Old: log4j-core-extras 2.14.1', 'New: log4j-core'],
    ],
    ['part of a name', { name: '4J-COre-e', match: 'part' }, ['Old: log4j-core-extras 2.14.1']],
    ['no pattern in part of a name', { name: '%_%', match: 'part' }, []],
    ['a longer name than any', { name: 'x'.repeat(4000) }, []],
  ])('finds %s', async (_what, query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it.each([
    ['Éclair', ['Éclair', 'éclair', 'ÉCLAIR', 'E\u0301clair']],
    ['Cafe\u0301', ['Café', 'CAFÉ', 'Cafe\u0301']],
    ['Ünïcode Ärger', ['ünïcode ärger', 'Ünïcode Ärger']],
    ['ΣΙΓΜΑΣ', ['ΣΙΓΜΑΣ', 'σιγμας']],
  ])('finds %j by its name in other letters', async (entry, names) => {
    const owner = await otherOrganization(app, admin, entry);
    await newSbom(owner, 'Letters', [{ name: entry, version: '1' }]);
    for (const name of names)
      for (const match of ['whole', 'prefix', 'part']) {
        const { body } = await owner.client.get('v1/project/findComponents', { name, match });
        expect([name, match, body.data.map((one: any) => one.name)]).toEqual([name, match, [entry]]);
      }
    const { data } = (await owner.client.get('v1/project/getSBOMs', { org_id: owner.orgId })).body;
    const { id } = data.softwareLists[0];
    await owner.client.post('v1/project/updateSBOM', { id, name: entry });
    for (const q of names) {
      const sboms = (await owner.client.get('v1/project/getSBOMs', { org_id: owner.orgId, q })).body.data.softwareLists;
      const { entries } = (await owner.client.get('v1/project/getSBOM', { id, q })).body.data;
      const groups = (await owner.client.get('v1/review/getQueue', { org_id: owner.orgId, q })).body.meta;
      expect([q, sboms.length, entries.length, groups.total_count]).toEqual([q, 1, 1, groups.resolving > 0 ? 0 : 1]);
    }
  });

  it('says where the catalogue has more under a name than is searched', async () => {
    const named = (name: string, count: number): object[] =>
      Array.from({ length: count }, (_, n) => ({ purl: `pkg:composer/o${n}/${name}`, seen: 1, sources: ['index'] }));
    await loadCatalog(app, { 'packages.ndjson': [...named('crowdy', 60), ...named('lonesome', 2)] });
    expect((await find({ name: 'lonesome' })).meta).toMatchObject({ complete: true });
    expect((await find({ name: 'crowdy' })).meta).toMatchObject({ complete: false });
  });

  it('tells how many SBOMs there are, a page at a time, and where each entry stands', async () => {
    const { data, meta } = await find({ purl: log4j, offset: '1', limit: '2' });
    expect(meta).toEqual({
      total_count: 3,
      offset: 1,
      limit: 2,
      sbom_count: 2,
      possible_count: 0,
      complete: true,
      identifiers: [{ kind: 'purl', identifier: log4j, link: 'asked' }],
    });
    expect(data[1]).toMatchObject({
      sbom_name: 'Old',
      sbom_version: '1',
      org_id: admin.orgId,
      team_id: admin.teamId,
      status: 'resolved',
      purl: `${log4j}@2.14.1?type=jar`,
      cpe: null,
      repo_url: null,
      id: expect.any(String),
      possible: false,
      possible_because: null,
      matched_by: [{ kind: 'purl', identifier: `${log4j}@2.14.1?type=jar`, link: 'asked' }],
    });
    expect(await find({ purl: 'pkg:npm/nothing' })).toMatchObject({
      data: [],
      meta: { total_count: 0, offset: 0, limit: 100, sbom_count: 0, possible_count: 0 },
    });
  });

  it('shows nobody the SBOMs of others', async () => {
    expect(await found({ purl: log4j }, other)).toEqual(['Foreign: log4j-core 2.14.1']);
    const narrowed = await newUser(app, admin);
    const teamId = await newTeam(admin, admin.orgId, 'Closed');
    await newSbom(admin, 'Closed', [{ name: 'closed', version: '1' }], teamId);
    const member = { org_id: admin.orgId, user_id: narrowed.userId, role: 'viewer', team_ids: [teamId] };
    expect((await admin.client.post('v1/organizations/addMember', member)).status).toBe(200);
    expect(await found({ name: 'log4j-core' }, narrowed)).toEqual([]);
    expect(await found({ name: 'closed' }, narrowed)).toEqual(['Closed: closed 1']);
    expect((await other.client.get('v1/project/findComponents', { name: 'x', org_id: admin.orgId })).status).toBe(404);
    expect((await app.client.get('v1/project/findComponents', { name: 'x' })).status).toBe(401);
  });

  it('no longer finds what was deleted', async () => {
    const id = await newSbom(admin, 'Gone', [{ name: 'gone', version: '1' }]);
    expect(await found({ name: 'gone' })).toEqual(['Gone: gone 1']);
    expect((await admin.client.post('v1/project/deleteSBOM', { id })).status).toBe(200);
    expect(await found({ name: 'gone' })).toEqual([]);
  });

  it.each<[Record<string, string>, string]>([
    [{}, 'purl'],
    [{ purl: log4j, name: 'x' }, 'purl'],
    [{ purl: 'log4j' }, 'purl'],
    [{ cpe: 'cpe:2.3:a:*:*:*:*:*:*:*:*:*:*' }, 'cpe'],
    [{ cpe: 'quokka' }, 'cpe'],
    [{ repo_url: 'nothing' }, 'repo_url'],
    [{ name: 'x', vers: '^1.2' }, 'vers'],
    [{ name: 'x', vers: '>1 ||' }, 'vers'],
    [{ purl: log4j, match: 'part' }, 'match'],
    [{ name: 'x', match: 'whole-ish' }, 'match'],
    [{ name: 'xy', match: 'part' }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x', possible: 'maybe' }, 'possible'],
    [{ name: 'x', vers: 'vers:npm/>=a' }, 'vers'],
    [{ name: 'a\0b' }, 'name'],
    [{ name: 'x', limit: '0' }, 'limit'],
    [{ name: 'x', org_id: '7' }, 'org_id'],
  ])('says what is wrong with %j', async (query, field) => {
    const answer = await admin.client.get('v1/project/findComponents', query);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields)).toEqual([field]);
  });

  it('goes by the indexes, however many components there are', async () => {
    const database = app.nest.get(Database);
    await database.transaction('system', async (sql) => {
      await sql.query(
        `INSERT INTO components (id, org_id, sbom_id, ref, position, name, version, selected_purl)
        SELECT gen_random_uuid(), $orgId, gen_random_uuid(), n, n, 'part ' || n, '1', 'pkg:npm/part-' || n || '@1'
        FROM generate_series(1, 20000) n`,
        { orgId: admin.orgId },
      );
      await sql.query('ANALYZE components');
    });
    // As the caller: row-level security keeps PostgreSQL from some indexes.
    const plan = await database.transaction({ organizations: [admin.orgId] }, async (sql) => {
      const plans: string[] = [];
      const explained = async (text: string, parameters?: Record<string, unknown>) => {
        const rows = await sql.query<Record<string, string>>(`EXPLAIN ${text}`, parameters);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        return [];
      };
      const explaining = { ...sql, query: explained, one: explained } as never;
      const scope = { orgIds: [admin.orgId], visibleScope: { organizations: [admin.orgId], teams: [] } };
      const range = [{ first: 'pkg:npm/part-7', end: 'pkg:npm/part-8' }];
      for (const match of ['whole', 'prefix'] as const) {
        const lookup = {
          purls: range,
          cpes: range,
          repositories: ['x'],
          names: ['part 7'],
          match,
          candidateNames: ['x'],
        };
        await findSpellings(explaining, scope, lookup);
        const spellings = [{ key: '[]', possible: false }];
        await foundComponentPage(explaining, scope, { lookup, spellings }, { offset: 0, limit: 9 });
      }
      for (const asked of [
        "components_by_candidate(ARRAY[]::uuid[], '{x}')",
        "components_by_name_part(ARRAY[]::uuid[], 'art 77')",
      ])
        await sql.query(`SELECT * FROM ${asked}`);
      return plans.join('\n');
    });
    await database.transaction('system', (sql) => sql.run(`DELETE FROM components WHERE name LIKE 'part %'`));
    expect(plan).toMatch(/components_by_purl/);
    expect(plan).toMatch(/components_by_name/);
    expect(plan).not.toMatch(/Seq Scan on components/);
  });
});
