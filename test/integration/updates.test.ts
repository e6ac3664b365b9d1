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
