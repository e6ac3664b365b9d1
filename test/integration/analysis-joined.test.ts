import { createApplication, type Application } from '../../src/commands/application.js';
import { Configuration } from '../../src/platform/configuration/configuration.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newUser, type Person, type TenantIds } from '../support/people.js';

describe('an analysis that several people asked for', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let worker: Application | undefined;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    admin = await firstAdmin(app);
  });
  afterAll(async () => {
    await worker?.nest.close();
    await app.close();
  });

  const colleague = () => newUser(app, admin, { org_id: admin.orgId, role: 'member' });
  const newProject = async (name: string): Promise<string> => {
    const source = `https://git.example/${name}.git`;
    const fields = { team_id: admin.teamId, name, type: 'git', source, branch: 'main', description: 'x' };
    const { body } = await admin.client.post('v1/project/createProject', fields);
    expect(body).toMatchObject({ data: { name } });
    return body.data.id;
  };
  const analyze = async (by: Person, project_id: string): Promise<string> =>
    (await by.client.post('v1/scanner/analyzeProject', { project_id, team_id: admin.teamId })).body.data.id;
  const remove = async (who: Person): Promise<void> => {
    const member = { org_id: admin.orgId, user_id: who.userId };
    expect((await admin.client.post('v1/organizations/removeMember', member)).status).toBe(200);
  };
  /** Of the first attempt. */
  const errorOf = async (id: string): Promise<string> => {
    const { job_id } = (await admin.client.get('v1/scanner/getAnalysisStatus', { id })).body.data;
    for (let round = 0; round < 1_200; round += 1) {
      const { error } = (await admin.client.get('v1/jobs/getJob', { id: job_id })).body.data;
      if (error) return error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('The analysis is not tried');
  };

  it('is made for those who are left', async () => {
    const [alone, left, last] = [await newProject('alone'), await newProject('left'), await newProject('last')];
    const [first, second] = [await colleague(), await colleague()];
    const asked = [await analyze(first, alone), await analyze(first, left), await analyze(second, last)];
    expect([await analyze(second, left), await analyze(first, last)]).toEqual(asked.slice(1));
    await remove(first);
    const environment = { DATA_DIR: app.configuration.dataDir, ROLES: 'worker', LOG_LEVEL: 'silent' };
    worker = await createApplication(new Configuration(environment), app.databaseUrl);
    const [ofNobody, ...ofSecond] = await Promise.all(asked.map(errorOf));
    const notAllowed = 'The user who started the job no longer has the permission';
    expect(ofNobody).toContain(notAllowed);
    // Their source cannot be reached: they came so far.
    for (const error of ofSecond) expect(error).not.toContain(notAllowed);
  });
});
