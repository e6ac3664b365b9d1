import { startApp, type TestApp } from '../support/app.js';
import { legacyProject, LegacyRequests, zeroTime } from '../support/legacy-requests.js';
import { firstAdmin, newTeam, newUser, type Person, type TenantIds } from '../support/people.js';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
const text = expect.any(String);
const flag = expect.any(Boolean);

/** What the legacy client decodes into its types, call by call; a member that is missing there is an error of its checks. */
describe('answers that the legacy client decodes', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let teamId: string;

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
    teamId = await newTeam(admin, admin.orgId, 'Decoded');
  });
  afterAll(() => app.close());

  const client = (): LegacyRequests => new LegacyRequests(app, `Bearer ${admin.token}`);
  const data = (...request: Parameters<LegacyRequests['data']>): Promise<any> => client().data(...request);

  it('log in by Basic and by a body, with the user and his teams', async () => {
    const { username } = admin;
    const password = 'a long passphrase, once';
    const made = await data('POST', 'v1/users/createUser', {}, { username: 'bob', password });
    await data('POST', 'v1/teamUsers/createTeamUser', {}, { team_id: teamId, user_id: made.id, role: 'member' });
    const basic = new LegacyRequests(app, `Basic ${Buffer.from(`bob:${password}`).toString('base64')}`);
    const { jwt, user } = await basic.data('POST', 'v1/sessions/login', {}, { username: 'bob', password });
    expect(user).toMatchObject({
      id: made.id,
      username: 'bob',
      created_at: time,
      updated_at: time,
      externally_managed: false,
      sys_admin: false,
      system: false,
      teams: { [teamId]: 'member' },
    });
    for (const member of ['email', 'chat_handle', 'last_active_at', 'metadata']) expect(user).toHaveProperty(member);
    const self = await new LegacyRequests(app, `Bearer ${jwt}`).data('GET', 'v1/users/getSelf');
    expect(self).toMatchObject({ id: made.id, teams: user.teams });
    expect((await data('GET', 'v1/users/getUsers')).map((one: any) => one.username)).toEqual(
      expect.arrayContaining(['bob', username]),
    );
  });

  it('a project that is made from zero values, found by its address, and changed by query and body', async () => {
    const made = await data('POST', 'v1/project/createProject', { team_id: teamId }, legacyProject);
    expect(made).toMatchObject({
      id: text,
      team_id: teamId,
      ruleset_id: expect.stringMatching(/./),
      name: 'Shop',
      type: 'git',
      source: legacyProject.source,
      branch: 'main',
      description: '',
      active: true,
      poc_email: '',
      deploy_key: '',
      key_fingerprint: '',
      private: false,
      created_at: time,
      updated_at: time,
    });
    expect(made).toMatchObject({ aliases: [], tags: [] });
    const url = { url: legacyProject.source, team_id: teamId };
    expect(await data('GET', 'v1/project/getProjectByUrl', url)).toEqual(made);
    expect(await data('GET', 'v1/project/getProject', { id: made.id, team_id: teamId })).toEqual(made);

    const changed = { ...made, name: 'Renamed', active: false, updated_at: zeroTime, ruleset_history: null };
    const beside = {
      id: made.id,
      team_id: teamId,
      name: 'beside',
      type: 'git',
      active: 'true',
      source: made.source,
      branch: 'main',
      description: '',
      ruleset_id: made.ruleset_id,
      chat_channel: '',
      should_monitor: 'true',
    };
    const answer = await data('PUT', 'v1/project/updateProject', beside, changed);
    expect(answer).toMatchObject({ id: made.id, name: 'Renamed', active: false });

    const alone = { ...beside, name: 'By query', description: 'no body', should_monitor: 'false' };
    expect(await data('PUT', 'v1/project/updateProject', alone)).toMatchObject({
      id: made.id,
      name: 'By query',
      description: 'no body',
      active: true,
      should_monitor: false,
      source: made.source,
      branch: 'main',
      ruleset_id: made.ruleset_id,
      team_id: teamId,
    });
    const wrong = await client().send('PUT', 'v1/project/updateProject', { ...alone, type: 'tape', active: 'maybe' });
    expect([wrong.status, Object.keys(wrong.body.fields).sort()]).toEqual([400, ['active', 'type']]);
  });

  it('all of a list, in pages of a hundred until the count is reached', async () => {
    const many = await newTeam(admin, admin.orgId, 'Many');
    for (let n = 0; n < 101; n += 1)
      await data('POST', 'v1/tag/createTag', {}, { team_id: many, name: `t${String(n).padStart(3, '0')}` });
    const names: string[] = [];
    for (let offset = 0, total = 1; offset < total; offset += 100) {
      const page = { team_id: many, offset: String(offset), limit: '100' };
      const { body } = await client().send('GET', 'v1/tag/getTags', page);
      total = body.meta.total_count;
      names.push(...body.data.map((one: any) => one.name));
    }
    expect([names.length, new Set(names).size, names.at(-1)]).toEqual([101, 101, 't100']);
  });

  it('rulesets and rules', async () => {
    const sent = { name: 'Gate', description: 'd', team_id: teamId, rule_ids: ['identity.resolved'] };
    const made = await data('POST', 'v1/ruleset/createRuleset', {}, sent);
    expect(made).toMatchObject({
      id: text,
      team_id: teamId,
      name: 'Gate',
      description: 'd',
      rule_ids: ['identity.resolved'],
      created_at: time,
      updated_at: time,
      has_deprecated_rules: false,
      has_projects_assigned: false,
      rules: [{ id: 'identity.resolved', name: text, description: text, category: text, scan_type: text }],
    });
    const listed = await data('GET', 'v1/ruleset/getRulesets', { team_id: teamId });
    expect(listed.map((one: any) => one.id)).toContain(made.id);
    for (const rule of await data('GET', 'v1/ruleset/getRules'))
      expect(rule).toMatchObject({
        id: text,
        scan_type: text,
        name: text,
        description: text,
        category: text,
        deprecated: flag,
        created_at: time,
        updated_at: time,
      });
  });

  it('teams and their users', async () => {
    const made = await data('POST', 'v1/teams/createTeam', {}, { name: 'Fresh', org_id: admin.orgId, poc_name: 'Ann' });
    expect(made).toMatchObject({
      id: text,
      name: 'Fresh',
      poc_name: 'Ann',
      poc_email: '',
      created_at: time,
      updated_at: time,
      deleted_at: null,
      delivering: flag,
      sys_admin: flag,
    });
    expect(made).toHaveProperty('default_deploy_key');
    expect(await data('GET', 'v1/teams/getTeam', { someid: made.id })).toEqual(made);
    expect(await data('GET', 'v1/teams/getTeams')).toEqual(expect.arrayContaining([made]));

    const { userId } = await newUser(app, admin, { org_id: admin.orgId, role: 'member' });
    const sent = { team_id: made.id, user_id: userId, role: 'viewer', status: '', created_at: zeroTime };
    const joined = await data('POST', 'v1/teamUsers/createTeamUser', {}, sent);
    expect(joined).toMatchObject({
      id: text,
      team_id: made.id,
      user_id: userId,
      role: 'viewer',
      status: 'active',
      created_at: time,
      updated_at: time,
      deleted_at: null,
    });
    const promoted = await data(
      'PUT',
      'v1/teamUsers/updateTeamUser',
      { someid: joined.id },
      { ...joined, role: 'member' },
    );
    expect(promoted).toMatchObject({ id: joined.id, role: 'member' });
    expect((await client().send('DELETE', 'v1/teamUsers/deleteTeamUser', { someid: joined.id })).status).toBe(200);
  });

  it('an analysis and its status', async () => {
    const unavailable = { ...legacyProject, type: 'source_unavailable', source: '', branch: '' };
    const { id } = await data('POST', 'v1/project/createProject', { team_id: teamId }, unavailable);
    const sent = { team_id: teamId, project_id: id, branch: '' };
    const begun = await data('POST', 'v1/scanner/analyzeProject', {}, sent);
    expect(begun).toMatchObject({
      id: text,
      team_id: teamId,
      project_id: id,
      message: text,
      branch: text,
      status: text,
      created_at: time,
      updated_at: time,
      scan_status: expect.any(Array),
    });
    const asked = { id: begun.id, team_id: teamId, project_id: id };
    const status = await data('GET', 'v1/scanner/getAnalysisStatus', asked);
    expect(status).toMatchObject({ id: begun.id, project_id: id });
    expect(['queued', 'analyzing', 'finished', 'passed', 'failed', 'errored']).toContain(status.status);
  });
});
