import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';

describe('updates of what somebody else may have changed', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    admin = await firstAdmin(app);
  });
  afterAll(() => app.close());

  const sent = async (method: string, path: string, body: object, headers: Record<string, string> = {}) => {
    const { status, body: answer } = await admin.client.send(method, path, { body, headers });
    return { status, data: answer.data, reason: answer.reason, present: answer.present, fields: answer.fields };
  };
  const data = async (path: string, body: object) => (await sent('POST', path, body)).data;

  const kinds: [string, string, (name: string) => Promise<any>, boolean][] = [
    ['POST', 'v1/project/updateSBOM', (name) => data('v1/project/createSBOM', { name, version: '1', supplier: '', contact_name: '', contact_email: '', org_id: admin.orgId }), true],
    ['POST', 'v1/ruleset/updateRuleset', (name) => data('v1/ruleset/createRuleset', { name, team_id: admin.teamId }), true],
    ['POST', 'v1/webhooks/updateWebhook', (name) => data('v1/webhooks/createWebhook', { org_id: admin.orgId, url: `https://hooks.example.org/${name}` }), true],
    ['POST', 'v1/alarms/updateChannel', (name) => data('v1/alarms/createChannel', { org_id: admin.orgId, kind: 'slack', name, url: 'https://hooks.example.org/x' }), true],
    ['PUT', 'v1/project/updateProject', (name) => data('v1/project/createProject', { name, team_id: admin.teamId, type: 'git', source: 'https://git.example/a.git', branch: 'main', description: '' }), false],
  ]; // prettier-ignore

  it.each(kinds)('%s %s takes If-Match and updated_at', async (method, path, create, takesBody) => {
    const { id, updated_at: first } = await create('one');
    const change = (description: string) => ({ id, description, supplier: description });
    const tagged = (time: string) => ({ 'If-Match': `"${time}"` });

    const changed = await sent(method, path, change('a'), tagged(first));
    expect(changed.status).toBe(200);
    const present = changed.data.updated_at;
    expect(present).not.toBe(first);

    const refused = await sent(method, path, change('b'), tagged(first));
    expect([refused.status, refused.reason, refused.present]).toEqual([
      412,
      'precondition_failed',
      { updated_at: present },
    ]);
    for (const tag of ['"nonsense"', 'W/"x"', '""'])
      expect((await sent(method, path, change('b'), { 'If-Match': tag })).status).toBe(412);

    const stale = await sent(method, path, { ...change('c'), updated_at: first });
    expect(stale.status).toBe(takesBody ? 409 : 200);
    if (takesBody) {
      expect([stale.reason, stale.fields, stale.present]).toEqual(['changed', { updated_at: 'is not the present one' }, { updated_at: present }]); // prettier-ignore
      expect((await sent(method, path, { ...change('d'), updated_at: present })).status).toBe(200);
      expect((await sent(method, path, { ...change('e'), updated_at: 'yesterday' })).status).toBe(400);
    }
    const any = await sent(method, path, change('f'), { 'If-Match': '*' });
    expect(any.status).toBe(200);
    const several = { 'If-Match': `"x", "${any.data.updated_at}"` };
    expect((await sent(method, path, change('h'), several)).status).toBe(200);
    // The zero time of Go clients, and none at all.
    for (const updated_at of ['0001-01-01T00:00:00Z', '', null])
      expect((await sent(method, path, { ...change('g'), updated_at })).status).toBe(200);
  });

  const newUser = async (username: string) => data('v1/users/createUser', { username, org_id: admin.orgId });
  const project = (name: string) =>
    data('v1/project/createProject', { name, team_id: admin.teamId, type: 'source_unavailable', description: '' });
  const sbom = (name: string) =>
    data('v1/project/createSBOM', {
      name,
      version: '1',
      supplier: '',
      contact_name: '',
      contact_email: '',
      org_id: admin.orgId,
    });
  const made = async (thing: any, change: object = {}, query = '') => ({
    tag: `"${thing.updated_at}"`,
    body: { id: thing.id, ...change },
    query,
  });
  const teamUser = async (username: string) =>
    data('v1/teamUsers/createTeamUser', { team_id: admin.teamId, user_id: (await newUser(username)).id });
  const member = async (username: string, change: object) => {
    const { id: user_id } = await newUser(username);
    const { data: answer } = await sent('POST', 'v1/organizations/updateMember', { org_id: admin.orgId, user_id });
    return made(answer, { org_id: admin.orgId, user_id, ...change });
  };
  const alias = async (name: string) => {
    const { id: project_id } = await project(name);
    const added = await data('v1/project/addAlias', { project_id, team_id: admin.teamId, name, org: '', version: '' });
    return made(added, { project_id, name: `${name} 2` });
  };
  const team = (name: string) => data('v1/teams/createTeam', { name, org_id: admin.orgId });
  const webhook = (name: string) =>
    data('v1/webhooks/createWebhook', { org_id: admin.orgId, url: `https://hooks.example.org/${name}` });

  const others: [string, string, (name: string) => Promise<{ tag: string; body: object; query: string }>][] = [
    ['PUT', 'v1/tag/updateTag', async (name) => made(await data('v1/tag/createTag', { team_id: admin.teamId, name }), { description: 'x' })],
    ['POST', 'v1/tag/deleteTag', async (name) => made(await data('v1/tag/createTag', { team_id: admin.teamId, name }))],
    ['PUT', 'v1/teamUsers/updateTeamUser', async (name) => made(await teamUser(name), { role: 'viewer' })],
    ['DELETE', 'v1/teamUsers/deleteTeamUser', async (name) => { const user = await teamUser(name); return made(user, {}, `?id=${user.id}`); }],
    ['POST', 'v1/organizations/updateMember', (name) => member(name, { role: 'viewer' })],
    ['POST', 'v1/organizations/removeMember', (name) => member(name, {})],
    ['POST', 'v1/users/updateUser', async (name) => made(await newUser(name), { disabled: true })],
    ['POST', 'v1/users/deleteUser', async (name) => made(await newUser(name))],
    ['POST', 'v1/project/updateAlias', alias],
    ['POST', 'v1/project/deleteAlias', alias],
    ['POST', 'v1/project/deleteProject', async (name) => made(await project(name))],
    ['POST', 'v1/project/deleteSBOM', async (name) => made(await sbom(name))],
    ['POST', 'v1/project/saveConfirmSBOM', async (name) => { const one = await sbom(name); return made(one, {}, `?id=${one.id}`); }],
    ['POST', 'v1/ruleset/deleteRuleset', async (name) => made(await data('v1/ruleset/createRuleset', { name, team_id: admin.teamId }))],
    ['POST', 'v1/teams/deleteTeam', async (name) => made(await team(name))],
    ['POST', 'v1/organizations/deleteOrganization', async (name) => made(await data('v1/organizations/createOrganization', { name }))],
    ['POST', 'v1/webhooks/deleteWebhook', async (name) => made(await webhook(name))],
    ['POST', 'v1/alarms/deleteChannel', async (name) => made(await data('v1/alarms/createChannel', { org_id: admin.orgId, kind: 'slack', name, url: 'https://hooks.example.org/x' }))],
    ['POST', 'v1/resolution/deleteInternalPattern', async (name) => made(await data('v1/resolution/createInternalPattern', { org_id: admin.orgId, kind: 'name_prefix', pattern: name }))],
  ]; // prettier-ignore

  it.each(others)('%s %s takes If-Match', async (method, path, create) => {
    const { tag, body, query } = await create(`one-${path.replace(/^.*\//, '').toLowerCase()}`);
    expect(tag).toMatch(/^"\d{4}-/);
    for (const other of ['"2020-01-01T00:00:00.000Z"', '"x"']) {
      const refused = await sent(method, path + query, body, { 'If-Match': other });
      expect([refused.status, refused.reason, `"${refused.present?.updated_at}"`]).toEqual([
        ...[412, 'precondition_failed', tag],
      ]);
    }
    expect((await sent(method, path + query, body, { 'If-Match': tag })).status).toBe(200);
  });

  it.each(['v1/organizations/updateMember', 'v1/users/updateUser', 'v1/project/updateAlias'])(
    'POST %s takes updated_at',
    async (path) => {
      const { tag, body } = await others.find(([, one]) => one === path)![2](`at-${path.length}`);
      const stale = await sent('POST', path, { ...body, updated_at: '2020-01-01T00:00:00Z' });
      expect([stale.status, stale.reason]).toEqual([409, 'changed']);
      expect((await sent('POST', path, { ...body, updated_at: tag.slice(1, -1) })).status).toBe(200);
    },
  );

  it('is described for every operation that changes or deletes one thing', async () => {
    const { body: document } = await admin.client.get('openapi.json');
    const without = Object.entries<Record<string, any>>(document.paths)
      .flatMap(([path, operations]) => Object.values(operations).map((operation) => ({ path, operation })))
      .filter(({ path }) => /\/(update|delete|remove)[A-Z]\w*$/.test(path))
      .filter(({ operation }) => !JSON.stringify(operation.parameters ?? []).includes('IfMatch') || !operation.responses[412])
      .map(({ path }) => path); // prettier-ignore
    // Several at once, or things that never change; deleteDecision is tested with decisions.
    expect(without.sort()).toEqual([
      '/v1/keyless/deleteTrustRule',
      '/v1/organizations/deleteGroupMapping',
      '/v1/project/deleteComponents',
      '/v1/project/updateComponents',
      '/v1/project/updateProjects',
      '/v1/signature/removeTrustedKey',
    ]);
  });

  it('lets one of several at once through', async () => {
    const { id, updated_at } = await kinds[0]![2]('race');
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((supplier) =>
        sent('POST', 'v1/project/updateSBOM', { id, supplier }, { 'If-Match': `"${updated_at}"` }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  });
});
