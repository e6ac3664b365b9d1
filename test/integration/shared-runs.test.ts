import { createApplication, type Application } from '../../src/commands/application.js';
import { Configuration } from '../../src/platform/configuration/configuration.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newTeam, newUser, type Person, type TenantIds } from '../support/people.js';
import { cyclonedx, library, newSbom } from '../support/sboms.js';

describe('a job that waits while people and SBOMs come and go', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let worker: Application | undefined;

  beforeEach(async () => {
    app = await startApp({ ROLES: 'api' });
    admin = await firstAdmin(app);
  });
  afterEach(async () => {
    await worker?.nest.close();
    await app.close();
  });

  const startWorker = async (): Promise<void> => {
    const { dataDir } = app.configuration;
    const environment = { DATA_DIR: dataDir, ROLES: 'worker', LOG_LEVEL: 'silent', RESOLUTION_THREADS: '0' };
    worker = await createApplication(new Configuration(environment), app.databaseUrl);
  };
  const member = (more: object = {}) => newUser(app, admin, { org_id: admin.orgId, role: 'member', ...more });
  const add = async (by: Person, sbom_id: string, name: string): Promise<void> => {
    const body = { sbom_id, name, org: '', version: '1' };
    expect((await by.client.post('v1/project/addComponent', body)).status).toBe(200);
  };
  const ended = async (id: string) => {
    for (let round = 0; round < 400; round += 1) {
      const { data } = (await admin.client.get('v1/jobs/getJob', { id })).body;
      if (!['waiting', 'queued', 'active'].includes(data.status)) return data;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('The job does not end');
  };
  const sbomOf = async (id: string) => (await admin.client.get('v1/project/getSBOM', { id })).body.data;

  it('works in the changes of all, whoever was first and has left', async () => {
    const [first, second] = [await member(), await member()];
    const id = await newSbom(admin);
    await add(first, id, 'one');
    await add(second, id, 'two');
    const { body } = await second.client.post('v1/project/resolveComponents', { sbom_id: id });
    const left = { id: first.userId, disabled: true };
    expect((await admin.client.post('v1/users/updateUser', left)).status).toBe(200);
    await startWorker();
    expect(await ended(body.data.job_id)).toMatchObject({ status: 'succeeded', result: { looked_at: 2 } });
  });

  it('analyses a project for those who are left of several who asked', async () => {
    const [first, second] = [await member(), await member()];
    const others = await newTeam(admin, admin.orgId, 'Others');
    const newProject = async (name: string, team_id = admin.teamId): Promise<string> => {
      const source = { type: 'git', source: `https://git.example/${name}.git`, branch: 'main' };
      const fields = { team_id, name, description: 'x', ...source };
      return (await admin.client.post('v1/project/createProject', fields)).body.data.id;
    };
    const analyze = async (by: Person, project_id: string, team_id = admin.teamId): Promise<string> =>
      (await by.client.post('v1/scanner/analyzeProject', { project_id, team_id })).body.data.job_id;
    const [alone, left, last] = [await newProject('alone'), await newProject('left'), await newProject('last')];
    const asked = [await analyze(first, alone), await analyze(first, left), await analyze(second, last)];
    expect([await analyze(second, left), await analyze(first, last)]).toEqual(asked.slice(1));
    asked.push(await analyze(first, await newProject('team', others), others));
    const all = await second.client.post('v1/scanner/analyzeProjects', { team_id: others });
    expect(all.body.data).toHaveLength(1);
    const gone = { org_id: admin.orgId, user_id: first.userId };
    expect((await admin.client.post('v1/organizations/removeMember', gone)).status).toBe(200);
    await startWorker();
    /** Of the first attempt: their source cannot be reached. */
    const errorOf = async (id: string): Promise<string> => {
      for (let round = 0; round < 1_200; round += 1) {
        const { error } = (await admin.client.get('v1/jobs/getJob', { id })).body.data;
        if (error) return error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error('The analysis is not tried');
    };
    const errors = await Promise.all(asked.map(errorOf));
    expect(errors.map((error) => error.includes('no longer has the permission'))).toEqual([true, false, false, false]);
  });

  it('is cancelled for who asks, and ends when nobody is left who wants it', async () => {
    const [first, second, third] = [await member(), await member(), await member()];
    const source = { type: 'git', source: 'https://git.example/shared.git', branch: 'main' };
    const fields = { team_id: admin.teamId, name: 'shared', description: 'x', ...source };
    const project_id = (await admin.client.post('v1/project/createProject', fields)).body.data.id;
    const analyze = async (by: Person): Promise<string> => {
      const body = { project_id, team_id: admin.teamId };
      return (await by.client.post('v1/scanner/analyzeProject', body)).body.data.job_id;
    };
    const id = await analyze(first);
    expect([await analyze(second), await analyze(third)]).toEqual([id, id]);
    const cancel = async (by: Person) => {
      const { body } = await by.client.post('v1/jobs/cancelJob', { id });
      return [body.data.status === 'cancelled', body.meta.message];
    };
    const others = (users: string) => [false, `Your request is withdrawn; the job goes on for ${users} asked for it.`];
    expect(await cancel(first)).toEqual(others('2 other users who have'));
    expect(await cancel(first)).toEqual(others('2 other users who have'));
    expect(await cancel(second)).toEqual(others('another user who has'));
    expect(await analyze(first)).toBe(id);
    expect(await cancel(third)).toEqual(others('another user who has'));
    expect(await cancel(second)).toEqual(others('another user who has'));
    expect(await cancel(first)).toEqual([true, 'The job is cancelled.']);
    const again = await analyze(first);
    await analyze(second);
    const all = await admin.client.post('v1/jobs/cancelJob', { id: again });
    expect(all.body).toMatchObject({ data: { status: 'cancelled' }, meta: { message: 'The job is cancelled.' } });
  });

  it('writes nothing into an SBOM that has moved to a team where its user may not write', async () => {
    const [from, to] = [await newTeam(admin, admin.orgId, 'From'), await newTeam(admin, admin.orgId, 'To')];
    const narrowed = await member({ team_ids: [from] });
    const [moved, kept] = [await newSbom(admin, { team_id: from }), await newSbom(admin, { team_id: from })];
    const file = cyclonedx([library('left-pad', '1.3.0')]);
    const importInto = async (sbom_id: string): Promise<string> => {
      const { body } = await narrowed.client.upload('v1/project/importSBOM', file, { sbom_id, async: 'true' });
      return body.meta.job_id;
    };
    const [refused, done] = [await importInto(moved), await importInto(kept)];
    const change = { id: moved, team_id: to };
    expect((await admin.client.post('v1/project/updateSBOM', change)).status).toBe(200);
    expect((await narrowed.client.get('v1/jobs/getJob', { id: refused })).status).toBe(404);
    await startWorker();
    expect((await ended(done)).status).toBe('succeeded');
    expect(await ended(refused)).toMatchObject({ status: 'failed', reason: 'forbidden' });
    expect([(await sbomOf(moved)).entries, (await sbomOf(kept)).entries]).toEqual([[], [expect.anything()]]);
  });
});
