import { Analyst } from '../support/analyses.js';
import { startApp, type TestApp } from '../support/app.js';
import { legacyProject, LegacyRequests, zeroTime } from '../support/legacy-requests.js';
import { firstAdmin, newTeam, otherOrganization, type Person, type TenantIds } from '../support/people.js';

const someId = '018f0000-0000-7000-8000-00000000beef';
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);

/**
 * Requests as the legacy client sends them: no Accept header, JSON without Content-Type, zero values, and everything
 * decoded as `{ data, meta }`.
 */
describe('requests of the legacy client', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let teamId: string;

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
  });
  beforeEach(async () => void (teamId = await newTeam(admin, admin.orgId, 'Recorded')));
  afterAll(() => app.close());

  const send = (...request: Parameters<LegacyRequests['send']>) =>
    new LegacyRequests(app, `Bearer ${admin.token}`).send(...request);
  const data = (...request: Parameters<LegacyRequests['data']>): Promise<any> =>
    new LegacyRequests(app, `Bearer ${admin.token}`).data(...request);
  const project = (more: Record<string, unknown> = {}) =>
    data('POST', 'v1/project/createProject', { team_id: teamId }, { ...legacyProject, ...more });

  describe('tags', () => {
    const tag = (more: object) => ({ id: '', team_id: teamId, created_at: zeroTime, updated_at: zeroTime, ...more });

    it('creates, changes, gets and lists', async () => {
      const made = await data('POST', 'v1/tag/createTag', {}, tag({ name: 'pci', description: 'cards' }));
      expect(made).toEqual({
        id: expect.any(String),
        team_id: teamId,
        name: 'pci',
        description: 'cards',
        created_at: time,
        updated_at: time,
      });
      await data('POST', 'v1/tag/createTag', {}, tag({ name: 'edge', description: '' }));
      const changed = await data('PUT', 'v1/tag/updateTag', {}, tag({ id: made.id, name: 'pci-dss', description: '' }));
      expect(changed).toMatchObject({ id: made.id, name: 'pci-dss', description: '', created_at: made.created_at });
      expect(await data('GET', 'v1/tag/getTag', { id: made.id, team_id: teamId })).toEqual(changed);
      const all = await data('GET', 'v1/tag/getTags', { team_id: teamId });
      expect(all.map(({ name }: { name: string }) => name)).toEqual(['edge', 'pci-dss']);
      const tagged = await project({ tags: [changed] });
      expect(tagged.tags).toEqual([changed]);
    });

    it('deletes, where nothing or nobody objects', async () => {
      const { tags } = await project({ tags: [{ name: 'pci' }, { name: 'kept' }] });
      const [kept, pci] = tags;
      const asked = await send('POST', 'v1/tag/deleteTag', {}, { id: pci.id, team_id: teamId });
      expect([asked.status, asked.body.reason, asked.body.message]).toEqual([
        ...[409, 'not_empty', expect.stringContaining('1 projects have the tag')],
      ]);
      expect(await data('POST', 'v1/tag/deleteTag', {}, { id: pci.id, confirm: true })).toEqual(pci);
      const [left] = await data('GET', 'v1/project/getProjects', { team_id: teamId });
      expect(left.tags).toEqual([kept]);
      const unused = await data('POST', 'v1/tag/createTag', {}, tag({ name: 'unused' }));
      expect(await data('POST', 'v1/tag/deleteTag', {}, { id: unused.id })).toEqual(unused);
      expect((await send('POST', 'v1/tag/deleteTag', {}, { id: unused.id })).status).toBe(404);
    });

    it('refuses a name that is taken, an empty one, and tags of others', async () => {
      const made = await data('POST', 'v1/tag/createTag', {}, tag({ name: 'one', description: '' }));
      const two = await data('POST', 'v1/tag/createTag', {}, tag({ name: 'two', description: '' }));
      const taken = await send('POST', 'v1/tag/createTag', {}, tag({ name: 'one', description: '' }));
      expect([taken.status, taken.body.fields]).toEqual([409, { name: 'is taken' }]);
      const renamed = await send('PUT', 'v1/tag/updateTag', {}, tag({ id: two.id, name: 'one', description: '' }));
      expect(renamed.status).toBe(409);
      expect((await send('POST', 'v1/tag/createTag', {}, tag({ name: '' }))).body.fields).toEqual({
        name: 'is required',
      });
      expect((await send('GET', 'v1/tag/getTag', { id: made.id, team_id: admin.teamId })).status).toBe(404);
      expect((await send('GET', 'v1/tag/getTag', { id: someId })).status).toBe(404);
      expect((await send('PUT', 'v1/tag/updateTag', {}, tag({ name: 'x' }))).body.fields).toEqual({
        id: 'is required',
      });
    });
  });

  it('filters projects by pairs of key and value', async () => {
    const shop = await project();
    const svn = await project({ name: 'Old', type: 'svn', source: 'https://svn.example.org/old', branch: '' });
    await data('PUT', 'v1/project/updateProjects', { archive: 'true' }, { project_ids: [svn.id] });
    const names = async (filter_by: string) =>
      (await data('GET', 'v1/project/getProjects', { team_id: teamId, filter_by })).map((one: any) => one.name);
    expect(await names('')).toEqual(['Old', 'Shop']);
    expect(await names('Type:svn')).toEqual(['Old']);
    expect(await names('Type:svn,Active:true')).toEqual([]);
    expect(await names('Active:false,Monitor:true')).toEqual(['Old']);
    expect(await names(`IDs:${svn.id} ${shop.id}`)).toEqual(['Old', 'Shop']);
    expect(await names(`ID:${shop.id}`)).toEqual(['Shop']);
    expect(await names(`ID:${someId}`)).toEqual([]);
    expect(await names('Source:https://github.com/acme/shop.git')).toEqual(['Shop']);
    expect(await names(`TeamID:${teamId}`)).toEqual(['Old', 'Shop']);
    expect(await names(`TeamID:${admin.teamId}`)).toEqual([]);
    const unknown = await send('GET', 'v1/project/getProjects', { team_id: teamId, filter_by: 'Type:svn,Owner:me' });
    expect([unknown.status, unknown.body.fields]).toEqual([400, { filter_by: expect.stringContaining('Owner:me') }]);
  });

  it('adds an alias with the team in the body, and gets the alias', async () => {
    const { id } = await project();
    const alias = { name: 'shop', project_id: id, team_id: teamId, version: '2', org: 'acme' };
    const added = await data('POST', 'v1/project/addAlias', { project_id: id }, alias);
    expect(added).toEqual({
      id: expect.any(String),
      name: 'shop',
      org: 'acme',
      version: '2',
      created_at: time,
      updated_at: time,
    });
    const older = { team_id: teamId, project_id: id };
    expect(await data('POST', 'v1/project/addAlias', older, { name: 'shop', org: 'acme', version: '2' })).toEqual(
      added,
    );
    expect((await data('GET', 'v1/project/getProject', { id, team_id: teamId })).aliases).toEqual([added]);
    const without = await send('POST', 'v1/project/addAlias', { project_id: id }, { ...alias, team_id: '' });
    expect([without.status, without.body.fields]).toEqual([400, { team_id: 'is required' }]);
    const foreign = await send('POST', 'v1/project/addAlias', { project_id: id }, { ...alias, team_id: admin.teamId });
    expect(foreign.status).toBe(404);
  });

  it('asks by HEAD whether a ruleset exists: what is no id is not found', async () => {
    const { ruleset_id } = await project();
    const head = async (id: string, team = teamId) =>
      (await send('HEAD', 'v1/ruleset/getRuleset', { id, team_id: team })).status;
    expect([await head(ruleset_id), await head(someId), await head('nope'), await head('nope', 'x')]).toEqual([
      ...[200, 404, 404, 404],
    ]);
    expect((await send('HEAD', 'v1/ruleset/getRuleset', {})).status).toBe(404);
    expect((await send('GET', 'v1/ruleset/getRuleset', { id: 'nope' })).status).toBe(400);
  });

  it('gets users and their names', async () => {
    const made = await data(...(['POST', 'v1/users/createUser', {}] as const), {
      email: 'ann@acme.example',
      username: 'ann',
      password: 'long enough',
      password_confirmation: 'long enough',
    });
    const user = await data('GET', 'v1/users/getUser', { id: made.id });
    expect(user).toMatchObject({ id: made.id, email: 'ann@acme.example', username: 'ann', teams: {} });
    expect(await data('GET', 'v1/users/getUser', { id: admin.userId })).toEqual(await data('GET', 'v1/users/getSelf'));
    expect((await send('GET', 'v1/users/getUser', { id: someId })).status).toBe(404);
    await data('POST', 'v1/teamUsers/createTeamUser', {}, { team_id: teamId, user_id: made.id, role: 'viewer' });
    expect((await data('GET', 'v1/users/getUser', { id: made.id })).teams).toEqual({ [teamId]: 'viewer' });
    const ids = [made.id, admin.userId, someId];
    const names = await data('POST', 'v1/users/getUserNames', { team_id: teamId }, { ids });
    expect(names).toEqual([
      { id: admin.userId, name: admin.username },
      { id: made.id, name: 'ann' },
    ]);
    expect(await data('GET', 'v1/users/getUserNames', { ids: ids.join(',') })).toEqual(names);
    const other = await otherOrganization(app, admin);
    expect((await other.client.get('v1/users/getUser', { id: made.id })).status).toBe(404);
    expect((await other.client.post('v1/users/getUserNames', { ids })).body.data).toEqual([]);
    const ofOther = await send('POST', 'v1/users/getUserNames', { team_id: other.teamId }, { ids });
    expect(ofOther.status).toBe(404);
  });

  it('gets names of rulesets and projects, and the rulesets in use', async () => {
    const rule_ids = ['identity.resolved'];
    const body = { name: 'Strict', description: ' ', team_id: teamId, rule_ids };
    const ruleset = await data('POST', 'v1/ruleset/createRuleset', {}, body);
    expect(ruleset.has_projects_assigned).toBe(false);
    const { id, ruleset_id } = await project({ ruleset_id: ruleset.id });
    expect(ruleset_id).toBe(ruleset.id);
    expect(await data('GET', 'v1/ruleset/getRuleset', { id: ruleset.id, team_id: teamId })).toMatchObject({
      has_projects_assigned: true,
    });
    const named = [{ id: ruleset.id, name: 'Strict', team_id: teamId }];
    expect(await data('POST', 'v1/ruleset/getRulesetNames', {}, { ids: [ruleset.id, someId] })).toEqual(named);
    expect(await data('GET', 'v1/ruleset/getRulesetNames', { ids: ruleset.id })).toEqual(named);
    await data(
      'POST',
      'v1/project/addAlias',
      { project_id: id },
      { name: 'p', version: '1', org: 'o', team_id: teamId },
    );
    const names = [{ id, project_id: id, name: 'Shop', product_name: 'p', version: '1', org: 'o' }];
    expect(await data('POST', 'v1/project/getProjectsNames', {}, { team_id: teamId, ids: [id] })).toEqual(names);
    expect(await data('GET', 'v1/project/getProjectsNames', { ids: `${id} ${someId}` })).toEqual(names);
    const elsewhere = { team_id: admin.teamId, ids: [id] };
    expect(await data('POST', 'v1/project/getProjectsNames', {}, elsewhere)).toEqual([]);
    expect(await data('GET', 'v1/project/getUsedRulesetIds', { team_id: teamId })).toEqual([{ ruleset_id }]);
    expect((await send('POST', 'v1/ruleset/getRulesetNames', {}, { ids: ['x'] })).body.fields).toEqual({
      ids: 'must hold identifiers (UUID) only',
    });
  });

  it('analyses all projects of a team, follows the latest analyses, and gets the applied rulesets', async () => {
    const unavailable = { type: 'source_unavailable', source: '', branch: '' };
    const [one, two] = [await project(unavailable), await project({ ...unavailable, name: 'Second' })];
    const three = await project({ ...unavailable, name: 'archived', active: false });
    const latest = (of: any) =>
      send('GET', 'v1/scanner/getLatestAnalysisStatus', { team_id: teamId, project_id: of.id });
    expect((await latest(one)).status).toBe(404);
    const ids = await data('POST', 'v1/scanner/analyzeProject', {}, { team_id: teamId });
    expect(ids).toHaveLength(2);
    const again = await data('POST', 'v1/scanner/analyzeProjects', {}, { team_id: teamId });
    expect(again).toHaveLength(2);
    const analyst = new Analyst(app, { ...admin, teamId });
    // One that had begun is not asked for again; it is discarded where the newer one ends before it.
    for (const id of ids) await analyst.ended(id);
    for (const id of again) expect(await analyst.ended(id)).toMatchObject({ status: 'finished' });
    const analysis = (await latest(one)).body.data;
    expect(analysis).toMatchObject({ project_id: one.id, team_id: teamId, status: 'finished' });
    const statuses = await data('GET', 'v1/scanner/getLatestAnalysisStatuses', { team_id: teamId });
    expect(statuses.map((each: any) => each.project_id).sort()).toEqual([one.id, two.id].sort());

    const request = { project_id: one.id, team_id: teamId, summary_id: '', analysis_id: analysis.id };
    const applied = await data('POST', 'v1/ruleset/getAppliedRuleset', {}, request);
    expect(applied).toMatchObject({
      project_id: one.id,
      team_id: teamId,
      analysis_id: analysis.id,
      ruleset_id: one.ruleset_id,
      rule_evaluation_summary: { summary: expect.stringMatching(/^(pass|fail|pending)$/), passed: expect.any(Boolean) },
    });
    const waited = await data('POST', 'v1/ruleset/getAppliedRuleset', { wait: 'true' }, request);
    expect(waited.rule_evaluation_summary.summary).toMatch(/^(pass|fail|pending)$/);
    const query = { project_id: one.id, team_id: teamId };
    expect((await data('GET', 'v1/ruleset/getAppliedRulesetForProject', query)).analysis_id).toBe(analysis.id);
    const batch = [request, { ...request, project_id: two.id, analysis_id: '' }, { ...request, project_id: someId }];
    const several = await data('POST', 'v1/ruleset/getAppliedRuleSets', { summarized: 'true', wait: 'true' }, batch);
    expect(several.map((each: any) => each.project_id)).toEqual([one.id, two.id]);
    expect(several[0].rule_evaluation_summary.ruleresults).toEqual([]);
    const notYet = [request, { ...request, analysis_id: someId }, { ...request, project_id: three.id }];
    const { meta } = (await send('POST', 'v1/ruleset/getAppliedRulesets', {}, notYet)).body;
    expect(meta).toMatchObject({ total_count: 1, unanalyzed_project_ids: [three.id] });

    const report = { sbom_type: 'SPDX', include_dependencies: 'true' };
    const document = await data('POST', 'v1/report/getSBOM', report, { team_id: teamId, ids: [one.id, two.id] });
    expect(document.spdxVersion).toBe('SPDX-2.3');
    const refused = await send('POST', 'v1/report/getSBOM', report, { project_ids: [one.id, two.id] });
    expect(refused.body.fields).toEqual({ team_top_level: expect.any(String) });
    const filter = { ...report, team_top_level: 'false' };
    expect((await send('POST', 'v1/report/getSBOM', filter, { ids: [one.id, two.id] })).status).toBe(400);
  });

  it('asks for a vulnerability by its external id', async () => {
    const unknown = await send('GET', 'v1/vulnerability/getVulnerability', { external_id: 'CVE-1999-0001' });
    expect(unknown.status).toBe(404);
    expect((await send('GET', 'v1/vulnerability/getVulnerability')).body.fields).toEqual({ id: 'is required' });
  });
});
