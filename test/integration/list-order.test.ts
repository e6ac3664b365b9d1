import { withClient } from '../support/postgres.js';
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

  const fields = async (path: string, query: Query, field: string): Promise<string[]> => {
    const { status, body } = await admin.client.get(path, query);
    expect([status, body.message]).toEqual([200, undefined]);
    return body.data.map((row: Record<string, string>) => row[field]);
  };

  it('of what belongs to an organization have orders and filters of their own', async () => {
    const { client, orgId: org_id } = admin;
    for (const username of ['zoe', 'Adam']) await client.post('v1/users/createUser', { username, org_id });
    for (const name of ['ci two', 'CI one']) await client.post('v1/users/createApiKey', { name });
    for (const name of ['z', 'a']) {
      const url = `https://hooks.example.org/${name}`;
      await client.post('v1/webhooks/createWebhook', { org_id, url, description: `of ${name}`, active: name === 'a' });
      await client.post('v1/alarms/createChannel', { org_id, kind: 'slack', name, url, active: name === 'a' });
      await client.post('v1/resolution/createInternalPattern', {
        org_id,
        kind: 'name_prefix',
        pattern: `${name}-acme`,
      });
      await client.post('v1/organizations/createOrganization', { name: `${name} Ltd` });
    }
    const { id } = (await client.post('v1/users/createApiKey', { name: 'old' })).body.data;
    await client.post('v1/users/revokeApiKey', { id });
    for (const [path, query, field, expected] of [
      ['v1/users/getUsers', { sort: 'username' }, 'username', ['Adam', 'admin', 'zoe']],
      ['v1/users/getUsers', { sort: '-username', sys_admin: 'false' }, 'username', ['zoe', 'Adam']],
      ['v1/users/getUsers', { q: 'AD', sys_admin: 'true', disabled: 'false' }, 'username', ['admin']],
      ['v1/users/getUsers', { username: 'ZOE' }, 'username', ['zoe']],
      ['v1/users/getUsers', { disabled: 'true' }, 'username', []],
      ['v1/users/getApiKeys', { sort: 'name', active: 'true' }, 'name', ['CI one', 'ci two']],
      ['v1/users/getApiKeys', { q: 'ci', sort: '-created_at' }, 'name', ['CI one', 'ci two']],
      ['v1/users/getApiKeys', { active: 'false' }, 'name', ['old']],
      ['v1/webhooks/getWebhooks', { org_id, sort: 'url' }, 'description', ['of a', 'of z']],
      ['v1/webhooks/getWebhooks', { org_id, q: 'OF Z' }, 'description', ['of z']],
      ['v1/webhooks/getWebhooks', { org_id, active: 'true' }, 'description', ['of a']],
      ['v1/alarms/getChannels', { org_id, sort: '-name' }, 'name', ['z', 'a']],
      ['v1/alarms/getChannels', { org_id, active: 'false', kind: 'slack' }, 'name', ['z']],
      ['v1/alarms/getChannels', { org_id, kind: 'email' }, 'name', []],
      ['v1/resolution/getInternalPatterns', { org_id, sort: 'pattern' }, 'pattern', ['a-acme', 'z-acme']],
      ['v1/resolution/getInternalPatterns', { org_id, q: 'Z-' }, 'pattern', ['z-acme']],
    ] as [string, Query, string, string[]][])
      expect([path, query, await fields(path, query, field)]).toEqual([path, query, expected]);
    const { body } = await client.get('v1/organizations/getOwnOrganizations', { q: ' ltd', sort: '-name' });
    expect(body.data.map((row: any) => row.organization.name)).toEqual(['z Ltd', 'a Ltd']);
    expect(body.meta.total_count).toBe(2);
  });

  it('of SBOMs by risk have those of which too little is known among the worst', async () => {
    const texts = { version: '1', supplier: 'By risk', contact_name: '', contact_email: '', org_id: admin.orgId };
    for (const [name, risk, coverage, resolved] of [
      ['fine', 10, 1, 2],
      ['bad', 90, 0.9, 2],
      ['unknown', 5, 0.3, 2],
      ['unresolved', 0, 0.6, 0],
      ['bad and unknown', 95, 0.1, 1],
      ['middling', 50, 0.5, 1],
      ['empty', 0, 0, 0],
    ] as const) {
      const { id } = (await admin.client.post('v1/project/createSBOM', { ...texts, name })).body.data;
      const counts = `resolved_count = ${resolved}, unresolved_count = ${name === 'empty' ? 0 : 1}`;
      await withClient(app.databaseUrl, (client) =>
        client.query(
          `UPDATE sboms SET risk_score = ${risk}, risk_coverage = ${coverage}, ${counts} WHERE id = '${id}'`,
        ),
      );
    }
    const query = { org_id: admin.orgId, supplier: 'By risk', sort: '-risk' };
    const { data } = (await admin.client.get('v1/project/getSBOMs', query)).body;
    expect(data.softwareLists.map(({ name }: any) => name)).toEqual(
      ['bad and unknown', 'bad', 'empty', 'unresolved', 'unknown', 'middling', 'fine'], // prettier-ignore
    );
  });

  it('of entries of an SBOM stand by position, or as asked for', async () => {
    const texts = { version: '1', supplier: '', contact_name: '', contact_email: '', org_id: admin.orgId };
    const { id } = (await admin.client.post('v1/project/createSBOM', { ...texts, name: 'Sorted' })).body.data;
    for (const name of ['beta', 'Alpha', 'gamma'])
      await admin.client.post('v1/project/addComponent', { sbom_id: id, name, org: '', version: '', position: -1 });
    const entries = async (query: Query) =>
      (await admin.client.get('v1/project/getSBOM', { id, ...query })).body.data.entries.map(({ name }: any) => name);
    expect(await entries({})).toEqual(['beta', 'Alpha', 'gamma']);
    expect(await entries({ sort: 'name' })).toEqual(['Alpha', 'beta', 'gamma']);
    expect(await entries({ sort: '-position', limit: '2' })).toEqual(['gamma', 'Alpha']);
    expect(await entries({ sort: '-name', offset: '1' })).toEqual(['beta', 'Alpha']);
  });
});
