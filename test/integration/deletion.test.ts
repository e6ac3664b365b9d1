import { Database } from '../../src/platform/database/database.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newTeam, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';

const none = { sboms: 0, projects: 0, rulesets: 0, tags: 0, teams: 0, members: 0, webhooks: 0, api_keys: 0 };

describe('renaming and deleting', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    admin = await firstAdmin(app);
  });
  afterAll(() => app.close());

  const ask = async (by: Person, path: string, body: object): Promise<any> => {
    const answer = await by.client.post(path, body);
    expect([path, answer.status, answer.body.message]).toEqual([path, 200, undefined]);
    return answer.body.data;
  };
  const sbom = (by: Person, place: object, more: object = {}) => {
    const texts = { name: 'Shop', version: '1', supplier: 'ACME', contact_name: '', contact_email: '' };
    return ask(by, 'v1/project/createSBOM', { ...texts, ...place, ...more });
  };
  const project = (by: Person, teamId: string, more: object = {}) => {
    const source = { type: 'git', source: 'https://git.example/shop.git', branch: 'main', password: 'hidden' };
    return ask(by, 'v1/project/createProject', { ...source, team_id: teamId, name: 'P', description: '', ...more });
  };
  const events = async (orgId: string, action: string) =>
    (await admin.client.get('v1/audit/getEvents', { org_id: orgId, action })).body.data;

  describe('teams', () => {
    it('are renamed by their administrators, unless somebody else was first', async () => {
      const id = await newTeam(admin, admin.orgId, 'Old');
      const before = (await admin.client.get('v1/teams/getTeam', { id })).body.data;
      const renamed = await ask(admin, 'v1/teams/updateTeam', { id, name: 'New', updated_at: before.updated_at });
      expect(renamed).toEqual({ ...before, name: 'New', updated_at: expect.any(String) });
      const late = await admin.client.post('v1/teams/updateTeam', { id, name: 'Late', updated_at: before.updated_at });
      expect([late.status, late.body.reason]).toEqual([409, 'changed']);
      const unnamed = await admin.client.post('v1/teams/updateTeam', { id, name: '', poc_email: 'x' });
      expect(Object.keys(unnamed.body.fields).sort()).toEqual(['name', 'poc_email']);
      expect((await events(admin.orgId, 'teams/updateTeam'))[0]).toMatchObject({ outcome: 'refused', objects: [] });
    });

    it('tell what hangs on them, and are deleted with it once that is confirmed', async () => {
      const teamId = await newTeam(admin, admin.orgId, 'Doomed');
      const kept = await sbom(admin, { org_id: admin.orgId });
      const ruleset = await ask(admin, 'v1/ruleset/createRuleset', { name: 'R', team_id: teamId });
      const gone = await sbom(admin, { org_id: admin.orgId, team_id: teamId }, { ruleset_id: ruleset.id });
      const lost = await project(admin, teamId, { tags: [{ name: 't' }] });
      await newUser(app, admin, { org_id: admin.orgId, role: 'member', team_ids: [teamId] });
      const contents = { ...none, sboms: 1, projects: 1, rulesets: 1, tags: 1, members: 1 };
      const contentsAnswer = await admin.client.get('v1/teams/getTeamContents', { id: teamId });
      expect(contentsAnswer.body.data).toEqual({ id: teamId, contents });

      const refused = await admin.client.post('v1/teams/deleteTeam', { id: teamId });
      expect([refused.status, refused.body.reason]).toEqual([409, 'in_use']);
      expect(refused.body.fields).toEqual({ sboms: '1', projects: '1', rulesets: '1', tags: '1', members: '1' });
      expect((await admin.client.get('v1/project/getSBOM', { id: gone.id })).status).toBe(200);

      expect(await ask(admin, 'v1/teams/deleteTeam', { id: teamId, confirm: true })).toEqual({ id: teamId, contents });
      const statuses = [
        admin.client.get('v1/teams/getTeam', { id: teamId }),
        admin.client.get('v1/project/getSBOM', { id: gone.id }),
        admin.client.get('v1/project/getProject', { id: lost.id, team_id: teamId }),
        admin.client.get('v1/ruleset/getRuleset', { id: ruleset.id }),
        admin.client.get('v1/project/getSBOM', { id: kept.id }),
      ];
      expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 200]);
      expect((await events(admin.orgId, 'teams/deleteTeam'))[0]).toMatchObject({ outcome: 'done', objects: [teamId] });
    });

    it('leave the jobs of what has moved elsewhere, and end those of what has come', async () => {
      const [left, entered] = [await newTeam(admin, admin.orgId, 'Left'), await newTeam(admin, admin.orgId, 'Entered')];
      const jobOf = async (from: string, to: string): Promise<string> => {
        const { id } = await sbom(admin, { org_id: admin.orgId, team_id: from });
        await ask(admin, 'v1/project/addComponent', { sbom_id: id, name: 'x' });
        const { body } = await admin.client.post('v1/project/resolveComponents', { sbom_id: id });
        await ask(admin, 'v1/project/updateSBOM', { id, team_id: to });
        return body.data.job_id;
      };
      const jobs = [await jobOf(left, entered), await jobOf(entered, left)];
      const ofEntered = await newUser(app, admin, { org_id: admin.orgId, role: 'member', team_ids: [entered] });
      const stateOf = async (by: Person, id: string): Promise<string> => {
        const { data } = (await by.client.get('v1/jobs/getJob', { id })).body;
        return data ? data.status.replace('queued', 'waiting') : 'hidden';
      };
      const states = (by: Person) => Promise.all(jobs.map((id) => stateOf(by, id)));
      expect(await states(ofEntered)).toEqual(['waiting', 'hidden']);
      await ask(admin, 'v1/teams/deleteTeam', { id: left, confirm: true });
      expect(await states(admin)).toEqual(['waiting', 'cancelled']);
      expect(await states(ofEntered)).toEqual(['waiting', 'hidden']);
    });

    it('that an organization needs stay', async () => {
      const { status, body } = await admin.client.post('v1/teams/deleteTeam', { id: admin.teamId, confirm: true });
      expect([status, body.message]).toEqual([409, expect.stringContaining('default team')]);
    });
  });

  describe('rulesets', () => {
    it('in use are deleted once that is confirmed, and the default one takes their place', async () => {
      const ruleset = await ask(admin, 'v1/ruleset/createRuleset', { name: 'Strict', team_id: admin.teamId });
      const { id } = await sbom(admin, { org_id: admin.orgId }, { ruleset_id: ruleset.id });
      const { id: projectId } = await project(admin, admin.teamId, { ruleset_id: ruleset.id });
      const usage = await admin.client.get('v1/ruleset/getRulesetUsage', { id: ruleset.id });
      expect(usage.body.data).toEqual({ id: ruleset.id, sboms: 1, projects: 1 });
      const refused = await admin.client.post('v1/ruleset/deleteRuleset', { id: ruleset.id });
      expect([refused.status, refused.body.fields]).toEqual([409, { sboms: '1', projects: '1' }]);
      await ask(admin, 'v1/ruleset/deleteRuleset', { id: ruleset.id, confirm: true });

      const rulesets = (await admin.client.get('v1/ruleset/getRulesets', { team_id: admin.teamId })).body.data;
      const standard = rulesets.find(({ name }: { name: string }) => name === 'Default');
      expect(rulesets.map((one: { id: string }) => one.id)).not.toContain(ruleset.id);
      expect((await admin.client.get('v1/project/getSBOM', { id })).body.data.ruleset_id).toBe(standard.id);
      const shown = await admin.client.get('v1/project/getProject', { id: projectId, team_id: admin.teamId });
      expect(shown.body.data.ruleset_id).toBe(standard.id);
      expect(shown.body.data.ruleset_history).toEqual([
        expect.objectContaining({ old_ruleset_name: 'Strict', new_ruleset_id: standard.id, user_id: admin.userId }),
      ]);
      const body = { id: projectId, description: 'still changes' };
      expect((await admin.client.put('v1/project/updateProject', body)).status).toBe(200);
      expect((await admin.client.post('v1/ruleset/deleteRuleset', { id: standard.id, confirm: true })).status).toBe(
        409,
      );
    });
  });

  describe('aliases', () => {
    it('are changed and taken off, and none becomes another one', async () => {
      const { id: project_id } = await project(admin, admin.teamId);
      const add = (name: string) => ask(admin, 'v1/project/addAlias', { project_id, team_id: admin.teamId, name });
      const [one, two] = [await add('one'), await add('two')];
      const changed = await ask(admin, 'v1/project/updateAlias', { project_id, id: one.id, name: 'uno', version: '2' });
      expect(changed).toEqual({ ...one, name: 'uno', version: '2', updated_at: expect.any(String) });
      const taken = await admin.client.post('v1/project/updateAlias', { project_id, id: two.id, name: 'uno', version: '2' }); // prettier-ignore
      expect([taken.status, taken.body.fields]).toEqual([409, { name: 'is taken' }]);
      await ask(admin, 'v1/project/deleteAlias', { project_id, id: two.id });
      expect((await admin.client.post('v1/project/deleteAlias', { project_id, id: two.id })).status).toBe(404);
      const shown = await admin.client.get('v1/project/getProject', { id: project_id, team_id: admin.teamId });
      expect(shown.body.data.aliases).toEqual([changed]);
    });
  });

  describe('organizations', () => {
    it('are renamed by their administrators', async () => {
      const other = await otherOrganization(app, admin, 'Before');
      const renamed = await ask(other, 'v1/organizations/updateOrganization', { id: other.orgId, name: 'After' });
      expect(renamed).toMatchObject({ id: other.orgId, name: 'After' });
      const foreign = await admin.client.post('v1/organizations/updateOrganization', { id: other.orgId, name: 'x' });
      expect(foreign.status).toBe(404);
    });

    it('are deleted by system administrators with everything in them, and nobody gets in any more', async () => {
      const other = await otherOrganization(app, admin, 'Doomed');
      const { id } = await sbom(other, { org_id: other.orgId });
      await project(other, other.teamId);
      const { key } = await ask(other, 'v1/users/createApiKey', { name: 'k', org_id: other.orgId });
      const hook = { org_id: other.orgId, url: 'https://hooks.example.org/x' };
      const webhook = await ask(other, 'v1/webhooks/createWebhook', hook);
      await ask(other, 'v1/webhooks/testWebhook', { id: webhook.id });
      const deliveries = () =>
        app.nest.get(Database).transaction('system', (sql) =>
          sql.query<{ status: string }>('SELECT status FROM webhook_deliveries WHERE org_id = $orgId', {
            orgId: other.orgId,
          }),
        );
      expect(await deliveries()).toEqual([{ status: 'pending' }]);
      const contents = { ...none, sboms: 1, projects: 1, teams: 1, members: 1, webhooks: 1, api_keys: 1, rulesets: 1 };
      const contentsAnswer = await other.client.get('v1/organizations/getOrganizationContents', { id: other.orgId });
      expect(contentsAnswer.body.data).toEqual({ id: other.orgId, contents });
      const remove = (body: object) => admin.client.post('v1/organizations/deleteOrganization', { id: other.orgId, ...body }); // prettier-ignore
      expect((await remove({})).body).toMatchObject({ reason: 'in_use', fields: { sboms: '1', projects: '1' } });
      expect((await other.client.post('v1/organizations/deleteOrganization', { id: other.orgId })).status).toBe(403);

      expect((await remove({ confirm: true })).body.data).toEqual({ id: other.orgId, contents });
      expect((await remove({ confirm: true })).status).toBe(404);
      expect(await deliveries()).toEqual([{ status: 'dropped' }]);
      expect((await other.client.get('v1/project/getSBOM', { id })).status).toBe(404);
      expect((await other.client.get('v1/organizations/getOwnOrganizations')).body.data).toEqual([]);
      expect((await app.client.as(key).get('v1/users/getSelf')).status).toBe(401);
      const service = await admin.client.get('v1/audit/getServiceEvents', {
        action: 'organizations/deleteOrganization',
      });
      expect(service.body.data.map(({ outcome }: { outcome: string }) => outcome)).toContain('done');
    });
  });
});
