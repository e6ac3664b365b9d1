import { startApp, type TestApp } from '../support/app.js';
import type { ApiClient } from '../support/api-client.js';
import { firstAdmin, newTeam, newUser, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { cyclonedx, library, newSbom } from '../support/sboms.js';

const file = cyclonedx([library('lodash', '4.17.21')]);

describe('an API key that is bound to a project', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let [project, other] = ['', ''];

  const newProject = async (name: string, team_id = admin.teamId): Promise<string> => {
    const source = { type: 'git', source: `https://git.example/${name}.git`, branch: 'main', description: '' };
    const body = { name, team_id, ...source };
    const answer = await admin.client.post('v1/project/createProject', body);
    expect(answer.status).toBe(200);
    return answer.body.data.id;
  };
  const keyFor = async (project_id: string, more: object = {}): Promise<ApiClient> => {
    const answer = await admin.client.post('v1/users/createApiKey', { name: 'k', project_id, ...more });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ project_id, org_id: admin.orgId });
    return app.client.as(answer.body.data.key);
  };
  const upload = (client: ApiClient, name: string, query: object = {}) =>
    client.upload('v1/project/uploadSBOM', file, { name, version: '1', ...query });

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
    [project, other] = [await newProject('Shop'), await newProject('Cart')];
  });
  afterAll(() => app.close());

  it('makes and updates the SBOMs of its project by name, and reads them', async () => {
    const key = await keyFor(project);
    const first = await upload(key, 'shop');
    expect([first.status, first.body.data.created]).toEqual([200, true]);
    const { id } = first.body.data.sbom;
    const second = await upload(key, 'shop');
    expect([second.body.data.created, second.body.data.sbom.id]).toEqual([false, id]);
    for (const [path, query] of [
      ['v1/project/getSBOM', { id }],
      ['v1/project/checkSBOM', { id }],
      ['v1/project/checkSBOM', { name: 'shop', version: '1' }],
      ['v1/report/getSBOMReport', { id }],
      ['v1/report/getNotice', { id }],
      ['v1/project/getDependencies', { id }],
      ['v1/vulnerability/getVulnerabilitiesForSBOM', { id }],
      ['v1/jobs/getJob', { id: first.body.meta.job_id }],
      ['v1/project/getProject', { id: project, team_id: admin.teamId }],
      ['v1/scanner/getAnalyses', { project_id: project }],
    ] as const)
      expect([path, (await key.get(path, query)).status]).toEqual([path, 200]);
    const query = { sbom_type: 'CycloneDX' };
    expect((await key.post('v1/report/getSBOM', { sbom_id: id }, query)).status).toBe(200);
    const more = await key.post('v1/report/getSBOM', { sbom_id: id }, { ...query, include_dependencies: 'true' });
    expect([more.status, more.body.message]).toEqual([403, expect.stringContaining('include_dependencies')]);
  });

  it('does not see what comes from elsewhere, though it is in its team', async () => {
    const key = await keyFor(project);
    const foreign = await newSbom(admin, { name: 'elsewhere' });
    const theirs = (await upload(await keyFor(other), 'cart')).body;
    for (const id of [foreign, theirs.data.sbom.id]) {
      expect((await key.get('v1/project/getSBOM', { id })).status).toBe(404);
      expect((await key.get('v1/project/checkSBOM', { id })).status).toBe(404);
      expect((await key.get('v1/project/getSBOM', { id: id.toUpperCase() })).status).toBe(404);
      expect((await key.upload('v1/project/importSBOM', file, { sbom_id: id })).status).toBe(404);
      const both = { sbom_ids: [id, (await upload(key, 'shop')).body.data.sbom.id] };
      expect(
        (await key.post('v1/report/getSBOM', both, { sbom_type: 'CycloneDX', team_top_level: 'true' })).status,
      ).toBe(404);
    }
    expect((await key.get('v1/project/checkSBOM', { name: 'cart', version: '1' })).status).toBe(404);
    expect((await key.get('v1/jobs/getJob', { id: theirs.meta.job_id })).status).toBe(404);
    expect((await key.get('v1/scanner/getAnalyses', { project_id: other })).status).toBe(404);
    expect((await key.post('v1/scanner/analyzeProject', { team_id: admin.teamId })).status).toBe(403);
    // In the query and in the body: both are looked at.
    const mixed = await key.send('POST', 'v1/report/getSBOM', {
      query: { sbom_type: 'CycloneDX', sbom_id: theirs.data.sbom.id },
      body: { sbom_id: (await upload(key, 'shop')).body.data.sbom.id },
    });
    expect(mixed.status).toBe(404);
  });

  it('takes no name that another SBOM has, and no other team', async () => {
    const key = await keyFor(project);
    await newSbom(admin, { name: 'taken' });
    const refused = await upload(key, 'taken');
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('another name')]);
    const team = await newTeam(admin, admin.orgId, 'Others');
    expect((await upload(key, 'new', { team_id: team })).status).toBe(404);
    const made = await upload(key, 'new', { org_id: admin.orgId });
    await withClient(app.databaseUrl, async (sql) => {
      const { rows } = await sql.query('SELECT team_id, key_project_id FROM sboms WHERE id = $1', [
        made.body.data.sbom.id,
      ]);
      expect(rows).toEqual([{ team_id: admin.teamId, key_project_id: project }]);
    });
  });

  it('cannot do anything else, and makes no further keys', async () => {
    const key = await keyFor(project);
    for (const path of ['v1/users/getSelf', 'v1/project/getSBOMs', 'v1/teams/getTeams', 'v1/project/getProjects']) {
      const answer = await key.get(path, path.endsWith('SBOMs') ? { org_id: admin.orgId } : {});
      expect([path, answer.status, answer.body.message]).toEqual([path, 403, expect.stringContaining('bound to a project')]); // prettier-ignore
    }
    expect((await key.post('v1/users/createApiKey', { name: 'more' })).status).toBe(403);
  });

  it('follows its project into another team, and ends with it', async () => {
    const moved = await newProject('Moves');
    const key = await keyFor(moved);
    const team = await newTeam(admin, admin.orgId, 'Next');
    await admin.client.send('PUT', 'v1/project/updateProject', { body: { id: moved, team_id: team } });
    expect((await upload(key, 'moves')).body.data.created).toBe(true);
    await admin.client.post('v1/project/deleteProject', { id: moved });
    const gone = await upload(key, 'moves');
    expect([gone.status, gone.body.message]).toEqual([403, expect.stringContaining('deleted')]);
  });

  it('is made only for a project that its maker sees', async () => {
    const team = await newTeam(admin, admin.orgId, 'Aside');
    const { client } = await newUser(app, admin, { org_id: admin.orgId, role: 'member', team_ids: [team] });
    expect((await client.post('v1/users/createApiKey', { name: 'k', project_id: project })).status).toBe(404);
    const account = (
      await admin.client.post('v1/serviceAccounts/createServiceAccount', {
        org_id: admin.orgId,
        name: 'aside',
        role: 'member',
        team_ids: [team],
      })
    ).body.data.id;
    const made = await admin.client.post('v1/serviceAccounts/createServiceAccountKey', {
      id: account,
      name: 'k',
      project_id: project,
    });
    // The account does not see the team of the project.
    expect((await upload(app.client.as(made.body.data.key), 'x')).status).toBe(403);
  });
});
