import type { Answer } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { statusesOf, whileHeld } from '../support/held.js';
import { firstAdmin, newUser, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { newSbom } from '../support/sboms.js';

type Made = Record<string, any>;

/** Sends the same as two people, on a row that `make` makes. */
interface Case {
  readonly path: string;
  readonly make: () => Promise<Made>;
  /** The body; else the id of the row. */
  readonly body?: (made: Made) => object;
}

describe('two people do the same at once', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let other: Person;
  let count = 0;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    admin = await firstAdmin(app);
    other = await newUser(app, admin, { org_id: admin.orgId, role: 'admin', sys_admin: true });
  });
  afterAll(() => app.close());

  const fresh = (): string => `n${(count += 1)}`;
  const rows = (text: string, ...values: unknown[]): Promise<any[]> =>
    withClient(app.databaseUrl, async (client) => (await client.query(text, values)).rows);
  const made = async (path: string, body: object): Promise<Made> => {
    const answer = await admin.client.post(`v1/${path}`, body);
    expect([path, answer.status, answer.body.message]).toEqual([path, 200, undefined]);
    return answer.body.data;
  };
  const inTeam = () => ({ team_id: admin.teamId, name: fresh() });
  const inOrg = () => ({ org_id: admin.orgId, name: fresh() });

  const tag = () => made('tag/createTag', inTeam());
  const team = () => made('teams/createTeam', inOrg());
  const ruleset = () => made('ruleset/createRuleset', inTeam());
  const project = () =>
    made('project/createProject', {
      ...inTeam(),
      description: 'x',
      type: 'git',
      source: 'https://git.example/p.git',
      branch: 'main',
    });
  const sbom = async (): Promise<Made> => {
    const id = await newSbom(admin);
    return (await admin.client.get('v1/project/getSBOM', { id })).body.data;
  }; // prettier-ignore
  const webhook = () => made('webhooks/createWebhook', { org_id: admin.orgId, url: 'https://hook.example/' });
  const slack = { kind: 'slack', url: 'https://hooks.example/x' };
  const channel = () => made('alarms/createChannel', { ...inOrg(), ...slack });
  const pattern = () =>
    made('resolution/createInternalPattern', { org_id: admin.orgId, kind: 'name_prefix', pattern: `${fresh()}-` });
  const account = () => made('serviceAccounts/createServiceAccount', { ...inOrg(), role: 'member' });
  const mapping = () =>
    made('organizations/createGroupMapping', { org_id: admin.orgId, group: fresh(), role: 'viewer' });
  const token = () => made('scim/createToken', inOrg());
  const organization = () => made('organizations/createOrganization', { name: fresh() });
  const user = () => made('users/createUser', { username: fresh() });
  const memberOf = async (): Promise<Made> => {
    const { id: user_id } = await made('users/createUser', { username: fresh(), org_id: admin.orgId, role: 'viewer' });
    return { id: user_id, org_id: admin.orgId, user_id };
  };
  const teamUser = async (): Promise<Made> =>
    made('teamUsers/createTeamUser', { team_id: admin.teamId, user_id: (await memberOf()).user_id });
  const decision = async (): Promise<Made> => {
    const sbom_id = await newSbom(admin);
    const name = fresh();
    const { body } = await admin.client.post('v1/project/addComponent', { sbom_id, name, version: '1' });
    const selected = { package: [{ purl: `pkg:npm/${name}@1`, selected: true }] };
    await admin.client.post('v1/project/updateComponents', [{ id: body.id, sbom_id, search_results: selected }]);
    const { data } = (await admin.client.get('v1/resolution/getDecisions', { org_id: admin.orgId, q: name })).body;
    return data[0];
  };

  const send = (by: Person, path: string, body: object): Promise<Answer> =>
    path.startsWith('DELETE ')
      ? by.client.send('DELETE', `v1/${path.slice(7)}`, { query: body as Record<string, string> })
      : path.startsWith('PUT ')
        ? by.client.put(`v1/${path.slice(4)}`, body)
        : by.client.post(`v1/${path}`, body);
  const both = (path: string, body: object) => [admin, other].map((by) => (): Promise<Answer> => send(by, path, body));

  const deletions: [table: string, made: Case][] = [
    ['tags', { path: 'tag/deleteTag', make: tag }],
    ['teams', { path: 'teams/deleteTeam', make: team }],
    ['rulesets', { path: 'ruleset/deleteRuleset', make: ruleset }],
    ['projects', { path: 'project/deleteProject', make: project }],
    ['sboms', { path: 'project/deleteSBOM', make: sbom }],
    ['webhooks', { path: 'webhooks/deleteWebhook', make: webhook }],
    ['alarm_channels', { path: 'alarms/deleteChannel', make: channel }],
    ['internal_patterns', { path: 'resolution/deleteInternalPattern', make: pattern }],
    ['resolution_decisions', { path: 'resolution/deleteDecision', make: decision }],
    ['users', { path: 'serviceAccounts/deleteServiceAccount', make: account }],
    ['group_mappings', { path: 'organizations/deleteGroupMapping', make: mapping }],
    ['scim_tokens', { path: 'scim/revokeToken', make: token }],
    ['organizations', { path: 'organizations/deleteOrganization', make: organization }],
    ['users', { path: 'users/deleteUser', make: user }],
    ['users', { path: 'organizations/removeMember', make: memberOf, body: ({ id: _, ...key }) => key }],
    ['team_users', { path: 'DELETE teamUsers/deleteTeamUser', make: teamUser }],
  ];

  it.each(deletions)('delete a row of %s: to one it was there (%j)', async (table, { path, make, body }) => {
    const row = await make();
    const held = [`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, row.id] as const;
    const answers = await whileHeld(app, held, ...both(path, body?.(row) ?? { id: row.id }));
    expect(statusesOf(answers).sort()).toEqual([200, 404]);
    const recorded = `SELECT outcome FROM audit_events WHERE action = $1 AND $2::uuid = ANY (objects)`;
    const events = await rows(recorded, path.replace('DELETE ', ''), row.id);
    expect(events.filter(({ outcome }) => outcome === 'done').length).toBeGreaterThan(0);
    expect(events.some(({ outcome }) => outcome === 'committed')).toBe(false);
  });

  const seen = ({ id, updated_at }: Made) => ({ id, updated_at });
  const changes: [table: string, made: Case][] = [
    ['teams', { path: 'teams/updateTeam', make: team, body: (row) => ({ ...seen(row), name: fresh() }) }],
    ['rulesets', { path: 'ruleset/updateRuleset', make: ruleset, body: (row) => ({ ...seen(row), name: fresh() }) }],
    ['sboms', { path: 'project/updateSBOM', make: sbom, body: (row) => ({ ...seen(row), name: fresh() }) }],
    ['webhooks', { path: 'webhooks/updateWebhook', make: webhook, body: (row) => ({ ...seen(row), description: 'd' }) }],
    ['alarm_channels', { path: 'alarms/updateChannel', make: channel, body: (row) => ({ ...seen(row), name: fresh() }) }],
    ['users', { path: 'serviceAccounts/updateServiceAccount', make: account, body: (row) => ({ ...seen(row), name: fresh() }) }],
    ['users', { path: 'users/updateUser', make: user, body: (row) => ({ ...seen(row), disabled: true }) }],
    ['organizations', { path: 'organizations/updateOrganization', make: organization, body: (row) => ({ ...seen(row), name: fresh() }) }],
  ]; // prettier-ignore

  it.each(changes)('change what they have read of %s: one is refused (%j)', async (table, { path, make, body }) => {
    const row = await make();
    const by = table === 'organizations' ? [admin, admin] : [admin, other];
    const held = [`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, row.id] as const;
    const sent = body!(row);
    const answers = await whileHeld(app, held, ...by.map((person) => () => send(person, path, sent)));
    expect(statusesOf(answers).sort()).toEqual([200, 409]);
  });

  it.each([
    ['tags', 'tag/createTag', inTeam, [200, 409]],
    ['users', 'users/createUser', () => ({ username: fresh() }), [200, 409]],
    ['users', 'serviceAccounts/createServiceAccount', () => ({ ...inOrg(), role: 'member' }), [200, 409]],
    ['group_mappings', 'organizations/createGroupMapping', () => ({ org_id: admin.orgId, group: fresh(), role: 'viewer' }), [200, 409]],
    ['internal_patterns', 'resolution/createInternalPattern', () => ({ org_id: admin.orgId, kind: 'name_prefix', pattern: `${fresh()}-` }), [200, 200]],
    ['license_policies', 'license/setPolicy', () => ({ org_id: admin.orgId, usage: 'distributed', allowed: ['MIT'] }), [200, 200]],
    ['document_keys', 'signature/createSigningKey', () => ({ org_id: admin.orgId }), [200, 200]],
  ] as [string, string, () => object, number[]][])('make one of %s: nothing breaks (%s)', async (...[table, path, body, expected]) => {
    const sent = body();
    const answers = await whileHeld(app, [`LOCK TABLE ${table} IN SHARE MODE`], ...both(path, sent));
    expect(statusesOf(answers).sort()).toEqual(expected);
  }); // prettier-ignore

  it('take one user into the organization, and into a team', async () => {
    const { id: user_id } = await user();
    const member = { org_id: admin.orgId, user_id, role: 'viewer' };
    const ways: [string, string, object][] = [
      ['memberships', 'organizations/addMember', member],
      ['team_users', 'teamUsers/createTeamUser', { team_id: admin.teamId, user_id }],
    ];
    for (const [table, path, body] of ways) {
      const answers = await whileHeld(app, [`LOCK TABLE ${table} IN SHARE MODE`], ...both(path, body));
      expect(statusesOf(answers).sort()).toEqual([200, 409]);
    }
  });

  it('add one alias, ask for one badge: both get the same', async () => {
    const { id: project_id } = await project();
    const alias = { project_id, team_id: admin.teamId, name: 'a' };
    const [one, two] = await whileHeld(app, ['SELECT FROM projects WHERE id = $1 FOR UPDATE', project_id], ...both('project/addAlias', alias)); // prettier-ignore
    expect([one!.status, two!.body.data.id]).toEqual([200, one!.body.data.id]);
    const { id } = await sbom();
    const badges = await whileHeld(app, ['SELECT FROM sboms WHERE id = $1 FOR UPDATE', id], ...both('badge/createBadgeLink', { id })); // prettier-ignore
    expect(new Set(badges.map(({ body }) => body.data.url)).size).toBe(1);
  });
});
