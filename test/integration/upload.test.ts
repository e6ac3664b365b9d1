import { setTimeout } from 'node:timers/promises';
import { startApp, type TestApp } from '../support/app.js';
import { newSbom } from '../support/sboms.js';
import { firstAdmin, newTeam, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';

const csv = (...names: string[]): string => ['name,version', ...names.map((name) => `${name},1.0.0`), ''].join('\n');

describe('uploadSBOM', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
  });
  afterAll(() => app.close());

  const upload = (query: Record<string, string>, file = csv('alpha', 'beta'), by: Person = admin) =>
    by.client.upload('v1/project/uploadSBOM', file, query);

  it('creates the SBOM, imports the file, and tells what changed and what the ruleset says', async () => {
    const first = await upload({ name: 'shop', version: '1', supplier: 'ACME', wait: 'true' });
    expect([first.status, first.body.message]).toEqual([200, undefined]);
    const { data, meta } = first.body;
    expect(data).toMatchObject({
      sbom: { name: 'shop', version: '1', supplier: 'ACME', entry_count: 2, org_id: admin.orgId },
      created: true,
      changes: { added: 2, updated: 0, removed: 0 },
      evaluation: { sbom_id: data.sbom.id, rules: expect.any(Array), components: expect.any(Array) },
      severities: expect.any(Object),
      vulnerabilities: [],
    });
    expect(meta).toMatchObject({ total_count: 2, job_id: expect.any(String), vulnerability_count: 0 });
    expect(['passed', 'failed', 'pending']).toContain(data.verdict);
    expect(data.passed).toBe({ passed: true, failed: false, pending: null }[data.verdict as 'passed']);
    expect(data.pending_count + data.evaluation.passing + data.evaluation.failing).toBe(2);
  });

  it('reuses the SBOM of that name and version', async () => {
    const ids = [];
    for (const names of [
      ['a', 'b'],
      ['a', 'b'],
      ['b', 'c'],
    ]) {
      const { body } = await upload({ name: 'again', version: '2' }, csv(...names));
      ids.push([body.data.sbom.id, body.data.created, body.data.changes.added, body.data.changes.removed]);
    }
    const [[id]] = ids as [[string]];
    expect(ids).toEqual([
      [id, true, 2, 0],
      [id, false, 0, 0],
      [id, false, 1, 1],
    ]);
    const other = await upload({ name: 'again', version: '3' });
    expect([other.body.data.created, other.body.data.sbom.id === id]).toEqual([true, false]);
  });

  it('creates one SBOM where two upload at once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => upload({ name: 'at once', version: '1' })));
    // Of imports into one SBOM at once the last counts; the others may be told that theirs was discarded.
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const { body } = await admin.client.get('v1/project/getSBOMs', { org_id: admin.orgId, name: 'at once' });
    expect([body.meta.total_count, body.data.softwareLists[0].entry_count]).toEqual([1, 2]);
  });

  it('takes its fields from the form as well', async () => {
    const form = new FormData();
    form.append('name', 'formed');
    form.append('version', '7');
    form.append('wait', 'true');
    form.append('file', new Blob([csv('x')]), 'sbom.csv');
    const { body } = await admin.client.send('POST', 'v1/project/uploadSBOM', { form });
    expect(body.data.sbom).toMatchObject({ name: 'formed', version: '7', entry_count: 1 });
  });

  it('does not call an SBOM without components passed', async () => {
    const empty = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components: [] });
    const { body } = await upload({ name: 'empty', version: '1', wait: 'true' }, empty);
    expect([body.data.verdict, body.data.passed]).toEqual(['pending', null]);
  });

  it('answers at once where asked to', async () => {
    const { status, body } = await upload({ name: 'later', version: '1', async: 'true' });
    expect([status, body.data.changes, body.data.verdict, body.data.passed]).toEqual([202, null, 'pending', null]);
    expect((await admin.client.get('v1/jobs/getJob', { id: body.meta.job_id })).status).toBe(200);
  });

  it('refuses wrong fields by name, unreadable files and foreign places', async () => {
    const form = new FormData();
    form.append('name', '');
    form.append('wait', 'yes');
    form.append('team_id', 'x');
    form.append('file', new Blob([csv('x')]), 'sbom.csv');
    const wrong = await admin.client.send('POST', 'v1/project/uploadSBOM', { form });
    expect([wrong.status, Object.keys(wrong.body.fields).sort()]).toEqual([400, ['name', 'team_id', 'wait']]);
    expect((await upload({ name: 'x', versoin: '1' })).body.fields).toEqual({ versoin: expect.any(String) });
    expect((await upload({ name: 'unreadable', version: '1' }, 'not an SBOM')).status).toBe(422);
    const nul = new FormData();
    nul.append('name', 'a\0b');
    nul.append('file', new Blob([csv('x')]), 'sbom.csv');
    expect((await admin.client.send('POST', 'v1/project/uploadSBOM', { form: nul })).status).toBe(400);

    const other = await otherOrganization(app, admin);
    expect((await upload({ name: 'shop', version: '1', org_id: admin.orgId }, csv('a'), other)).status).toBe(404);
    expect((await upload({ name: 'shop', version: '1', team_id: admin.teamId }, csv('a'), other)).status).toBe(404);
    const both = { name: 'shop', version: '1', org_id: other.orgId, team_id: other.teamId };
    expect((await upload(both, csv('a'), other)).body.data.created).toBe(true);
    const viewer = await newUser(app, admin, { org_id: admin.orgId, role: 'viewer' });
    expect((await upload({ name: 'shop', version: '1' }, csv('a'), viewer)).status).toBe(403);
  });

  const named = async (name: string) => {
    const { body } = await admin.client.get('v1/project/getSBOMs', { org_id: admin.orgId, name });
    return body.data.softwareLists;
  };

  it('leaves nothing behind where the file is refused, and keeps what others have there', async () => {
    expect((await upload({ name: 'left', version: '1' }, 'not an SBOM')).status).toBe(422);
    expect(await named('left')).toEqual([]);
    const { job_id: id } = (await upload({ name: 'left', version: '1', async: 'true' }, 'not an SBOM')).body.meta;
    const job = async () => (await admin.client.get('v1/jobs/getJob', { id })).body.data;
    while ((await job()).finished_at === null) await setTimeout(50);
    expect(await named('left')).toEqual([]);
    expect(await job()).toMatchObject({ error: expect.stringContaining('not an SBOM') });

    const { body } = await upload({ name: 'left', version: '1' });
    await upload({ name: 'left', version: '1' }, 'not an SBOM');
    expect(await named('left')).toMatchObject([{ id: body.data.sbom.id, entry_count: 2 }]);

    const made = await newSbom(admin, { name: 'made by hand', version: '1' });
    expect((await upload({ name: 'made by hand', version: '1' }, 'not an SBOM')).status).toBe(422);
    expect(await named('made by hand')).toMatchObject([{ id: made }]);
  });

  it('leaves nothing behind where two are refused at once, nor takes the place of one that is not', async () => {
    const files = ['not an SBOM', 'neither'];
    for (const [name, last] of [['both', 'no SBOM'], ['one of both', csv('a')]] as const) {
      await Promise.all([...files, last].map((file) => upload({ name, version: '1' }, file)));
      const found = await named(name);
      expect(found.map((one: any) => one.entry_count)).toEqual(last === 'no SBOM' ? [] : [1]);
    }
  }); // prettier-ignore

  it('keeps SBOMs of the same name in two teams apart', async () => {
    const team_id = await newTeam(admin, admin.orgId, 'Second');
    const first = await upload({ name: 'twice', version: '1', team_id: admin.teamId });
    const second = await upload({ name: 'twice', version: '1', team_id });
    expect([first.body.data.created, second.body.data.created]).toEqual([true, true]);
    expect(second.body.data.sbom.team_id).toBe(team_id);
    expect((await upload({ name: 'twice', version: '1' })).body.data.sbom.id).toBe(first.body.data.sbom.id);
  });
});
