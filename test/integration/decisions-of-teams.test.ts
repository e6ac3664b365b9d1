import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newTeam, newUser, type Person, type TenantIds } from '../support/people.js';
import { reviewGroupId } from '../support/review-groups.js';

describe('decisions and patterns', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let teamId: string;
  /** Sees only this team. */
  let narrowed: Person;

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
    teamId = await newTeam(admin, admin.orgId, 'Walled');
    narrowed = await newUser(app, admin, { org_id: admin.orgId, role: 'member', team_ids: [teamId] });
  });
  afterAll(() => app.close());

  const add = async (owner: Person, sbomId: string, body: object) =>
    (await owner.client.post('v1/project/addComponent', { sbom_id: sbomId, ...body })).body;
  const sbomOf = async (team_id: string): Promise<string> => {
    const body = { name: 'Walls', version: '1', supplier: 's', contact_name: 'c', contact_email: '' };
    const answer = await admin.client.post('v1/project/createSBOM', { ...body, org_id: admin.orgId, team_id });
    return answer.body.data.id;
  };
  const decide = async (by: Person, sbomId: string, name: string): Promise<void> => {
    const search_results = { package: [{ purl: `pkg:npm/${name}` }] };
    expect(await add(by, sbomId, { name, search_results })).toMatchObject({ name });
  };
  const seenBy = async (who: Person): Promise<string[]> => {
    const { data, meta } = (await who.client.get('v1/resolution/getDecisions', { q: 'walled' })).body;
    expect(meta.total_count).toBe(data.length);
    return data.map((one: { name: string }) => one.name);
  };
  const idOf = async (name: string): Promise<string> =>
    (await admin.client.get('v1/resolution/getDecisions', { q: name })).body.data[0].id;
  const withdraw = async (who: Person, id: string): Promise<number> =>
    (await who.client.post('v1/resolution/deleteDecision', { id })).status;

  it('shows, and lets withdraw, what was decided in an SBOM of a visible team, or by the caller', async () => {
    const [ours, theirs] = [await sbomOf(teamId), await sbomOf(admin.teamId)];
    await decide(admin, ours, 'walled-ours');
    await decide(admin, theirs, 'walled-theirs');
    await decide(narrowed, ours, 'walled-mine');
    expect(await seenBy(narrowed)).toEqual(['walled-mine', 'walled-ours']);
    expect(await seenBy(admin)).toEqual(['walled-mine', 'walled-theirs', 'walled-ours']);
    expect(await withdraw(narrowed, await idOf('walled-theirs'))).toBe(404);

    const [mine, our] = [await idOf('walled-mine'), await idOf('walled-ours')];
    const elsewhere = { org_id: admin.orgId, user_id: narrowed.userId, role: 'member', team_ids: [admin.teamId] };
    await admin.client.post('v1/organizations/updateMember', elsewhere);
    expect(await seenBy(narrowed)).toEqual(['walled-mine', 'walled-theirs']);
    expect([await withdraw(narrowed, our), await withdraw(narrowed, mine)]).toEqual([404, 200]);
    await admin.client.post('v1/organizations/updateMember', { ...elsewhere, team_ids: [teamId] });
  });

  it('gives a decision that several teams made to the last one of them', async () => {
    const [ours, theirs] = [await sbomOf(teamId), await sbomOf(admin.teamId)];
    for (const sbomId of [ours, theirs]) await decide(admin, sbomId, 'walled-twice');
    expect(await seenBy(narrowed)).not.toContain('walled-twice');
    await decide(admin, ours, 'walled-twice');
    expect(await seenBy(narrowed)).toContain('walled-twice');
  });

  it('shows a decision of the queue about SBOMs of several teams to those who see all of them', async () => {
    for (const id of [teamId, admin.teamId]) await add(admin, await sbomOf(id), { name: 'walled-wide' });
    const choice = { purl: 'pkg:npm/walled-wide' };
    const body = { org_id: admin.orgId, group: reviewGroupId('walled-wide'), revision: 0, choice };
    expect((await admin.client.post('v1/review/decide', body)).status).toBe(200);
    expect(await seenBy(admin)).toContain('walled-wide');
    expect(await seenBy(narrowed)).not.toContain('walled-wide');
    expect(await withdraw(narrowed, await idOf('walled-wide'))).toBe(404);
  });

  it('follows a decision of another team all the same: it says what the component is', async () => {
    const entry = await add(narrowed, await sbomOf(teamId), { name: 'walled-theirs' });
    const found = async (): Promise<any[]> =>
      (await narrowed.client.get('v1/project/getSBOM', { id: entry.sbom_id })).body.data.entries[0].search_results
        .package;
    for (let round = 0; round < 200 && (await found()).length === 0; round += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await found()).toMatchObject([{ purl: 'pkg:npm/walled-theirs', selected: true }]);
  });

  it('does not tell in a conflict of the queue what was decided for another team', async () => {
    const sbomIds = [await sbomOf(teamId), await sbomOf(admin.teamId)];
    for (const id of sbomIds) await add(admin, id, { name: 'walled-conflict' });
    const group = { org_id: admin.orgId, group: reviewGroupId('walled-conflict'), revision: 0 };
    const theirs = { ...group, choice: { disposition: 'internal' }, note: 'secret-note', sbom_id: sbomIds[1] };
    expect((await admin.client.post('v1/review/decide', theirs)).status).toBe(200);
    const refused = await narrowed.client.post('v1/review/decide', { ...group, choice: { disposition: 'unknown' } });
    expect(refused).toMatchObject({
      status: 409,
      body: { reason: 'decided', present: { revision: 1, decision: null } },
    });
    expect(JSON.stringify(refused.body)).not.toMatch(new RegExp(`secret-note|${admin.username}`));
  });

  it('shows patterns to those who see the whole organization', async () => {
    const body = { org_id: admin.orgId, kind: 'name_prefix', pattern: 'walled-secret-' };
    const { id } = (await admin.client.post('v1/resolution/createInternalPattern', body)).body.data;
    const patterns = async (who: Person, query = {}): Promise<unknown[]> =>
      (await who.client.get('v1/resolution/getInternalPatterns', query)).body;
    expect(await patterns(narrowed)).toMatchObject({ data: [], meta: { total_count: 0 } });
    expect(await patterns(narrowed, { org_id: admin.orgId })).toMatchObject({ data: [], meta: { total_count: 0 } });
    expect(await patterns(admin)).toMatchObject({ data: [{ pattern: 'walled-secret-' }] });
    expect((await admin.client.post('v1/resolution/deleteInternalPattern', { id })).status).toBe(200);
  });
});
