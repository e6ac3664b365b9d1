import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newTeam, type Person, type TenantIds } from '../support/people.js';

type Query = Record<string, string>;

describe('lists', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let teamId: string;

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
    teamId = await newTeam(admin, admin.orgId, 'Alpha 50%');
    await newTeam(admin, admin.orgId, 'beta');
    for (const [name, tags] of [
      ['one', ['x']],
      ['Two', ['x', 'y']],
      ['three', []],
    ] as const) {
      const body = { name, type: 'source_unavailable', description: '', team_id: teamId, tags: tags.map((tag) => ({ name: tag })) }; // prettier-ignore
      expect((await admin.client.post('v1/project/createProject', body)).status).toBe(200);
    }
    for (const [name, rule_ids] of [
      ['Zulu', ['license.known']],
      ['alpha', ['identity.resolved']],
    ] as const)
      await admin.client.post('v1/ruleset/createRuleset', {
        name,
        team_id: teamId,
        rule_ids,
        description: `of ${name}`,
      });
  });
  afterAll(() => app.close());

  const names = async (path: string, query: Query): Promise<string[]> => {
    const { status, body } = await admin.client.get(path, query);
    expect([status, body.message]).toEqual([200, undefined]);
    expect(body.meta.total_count).toBe(body.data.length);
    return body.data.map(({ name }: { name: string }) => name);
  };

  it.each<[string, Query, string[]]>([
    ['v1/project/getProjects', {}, ['three', 'Two', 'one']],
    ['v1/project/getProjects', { sort: 'name' }, ['one', 'three', 'Two']],
    ['v1/project/getProjects', { sort: '-name' }, ['Two', 'three', 'one']],
    ['v1/project/getProjects', { sort: 'created_at' }, ['one', 'Two', 'three']],
    ['v1/project/getProjects', { tag: 'x', sort: 'name' }, ['one', 'Two']],
    ['v1/project/getProjects', { tag: 'y' }, ['Two']],
    ['v1/project/getProjects', { tag: 'none' }, []],
    ['v1/tag/getTags', {}, ['x', 'y']],
    ['v1/tag/getTags', { sort: '-name' }, ['y', 'x']],
    ['v1/tag/getTags', { name: 'y' }, ['y']],
    ['v1/tag/getTags', { q: 'X' }, ['x']],
    ['v1/ruleset/getRulesets', { sort: '-created_at', q: 'of ' }, ['alpha', 'Zulu']],
    ['v1/ruleset/getRulesets', { sort: 'name', q: 'of ' }, ['alpha', 'Zulu']],
    ['v1/ruleset/getRulesets', { name: 'Zulu' }, ['Zulu']],
    ['v1/ruleset/getRulesets', { rule_id: 'license.known' }, ['Zulu']],
    ['v1/teams/getTeams', { sort: '-name', q: 'a' }, ['Default', 'beta', 'Alpha 50%']],
    ['v1/teams/getTeams', { q: '50%' }, ['Alpha 50%']],
    ['v1/teams/getTeams', { name: 'beta' }, ['beta']],
  ])('%s %j', async (path, query, expected) => {
    const isOfTeam = path !== 'v1/teams/getTeams';
    const found = await names(path, { ...query, ...(isOfTeam && { team_id: teamId }) });
    expect(found.filter((name) => name !== 'Default' || query.q !== 'a')).toEqual(
      expected.filter((name) => name !== 'Default'),
    );
  });

  it('of teams may be of one organization', async () => {
    expect((await names('v1/teams/getTeams', { org_id: admin.orgId })).length).toBeGreaterThan(2);
    expect(await names('v1/teams/getTeams', { org_id: '018f0000-0000-7000-8000-00000000beef' })).toEqual([]);
  });

  it.each(['v1/project/getProjects', 'v1/tag/getTags', 'v1/ruleset/getRulesets', 'v1/teams/getTeams'])(
    '%s refuse orders and filters that they do not have',
    async (path) => {
      const team: Query = path === 'v1/teams/getTeams' ? {} : { team_id: teamId };
      for (const [name, value] of [
        ['sort', 'id; DROP TABLE teams'],
        ['sort', '--name'],
        ['sort', 'constructor'],
        ['order', 'name'],
      ]) {
        // prettier-ignore
        const { status, body } = await admin.client.get(path, { ...team, [name!]: value! });
        expect([value, status, Object.keys(body.fields)]).toEqual([value, 400, [name]]);
      }
    },
  );
});
