import { Database } from '../../src/platform/database/database.js';
import { CatalogLoader } from '../../src/catalog/catalog-loader.js';
import { startApp, type TestApp } from '../support/app.js';
import { statusesOf, whileHeld } from '../support/held.js';
import { firstAdmin, newTeam, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { cyclonedx, resolvedEntries, resolvedSbom } from '../support/sboms.js';

describe('what surrounds a name in the review queue', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let count = 0;

  beforeAll(async () => {
    app = await startApp();
    await app.nest.get(CatalogLoader).loadStarter();
    admin = await firstAdmin(app);
  });
  afterAll(() => app.close());

  const organization = (): Promise<Person & TenantIds> => otherOrganization(app, admin, `Together ${(count += 1)}`);
  const imported = (owner: Person & TenantIds, components: object[], teamId = owner.teamId): Promise<string> =>
    resolvedSbom(owner, cyclonedx(components), { name: 'Bag', team_id: teamId });
  const groupOf = async (who: Person, { orgId }: TenantIds, name: string): Promise<any> =>
    (await who.client.get('v1/review/getQueue', { org_id: orgId, limit: '200' })).body.data.find(
      (group: any) => group.name === name,
    );
  const decide = (who: Person, { orgId }: TenantIds, group: any, ...[choice, more = {}]: [object, object?]) =>
    who.client.post('v1/review/decide', {
      org_id: orgId,
      group: group.id,
      revision: group.revision,
      choice,
      ...more,
    });
  const named = (name: string, version = '1') => ({ name, version });

  it('names those that are nearly the same: what waits, and how others were settled', async () => {
    const owner = await organization();
    const names = [
      'Zorblaxian',
      'Zorblaxiann',
      'Zorb_laxian',
      'Zorblxaian',
      'Zorblaxiannn',
      'Unrelated Thing',
      'Zorblaxiam',
      'Yorblaxian',
    ];
    await imported(owner, names.map((name) => named(name))); // prettier-ignore
    await decide(owner, owner, await groupOf(owner, owner, 'Zorblaxiam'), { purl: 'pkg:npm/zorblaxian' });
    const { id } = await groupOf(owner, owner, 'Zorblaxian');
    const nearOf = async (who: Person) =>
      (await who.client.get('v1/review/getNearNames', { org_id: owner.orgId, ids: id })).body.data;
    const [near] = await nearOf(owner);
    expect(near.group).toBe(id);
    expect(near.names.map(({ name, choice }: any) => [name, choice]).sort()).toEqual([
      ['Yorblaxian', null],
      ['Zorb_laxian', null],
      ['Zorblaxiam', 'selected'],
      ['Zorblaxiann', null],
      ['Zorblxaian', null],
    ]);
    expect(near.names.at(-1)).toMatchObject({
      identifier: 'pkg:npm/zorblaxian',
      user_name: owner.username,
      revision: 1,
    });
    // Whoever sees one team only learns no names of another.
    const team = await newTeam(owner, owner.orgId, 'Narrow');
    const narrow = await newUser(app, owner, { org_id: owner.orgId, role: 'member', team_ids: [team] });
    expect(await nearOf(narrow)).toEqual([]);
    await imported(owner, [named('Zorblaxian')], team);
    expect(await nearOf(narrow)).toEqual([{ group: id, names: [] }]);
    // The function behind it checks the organization itself, whatever it is given.
    const stranger = await organization();
    const foundBy = (orgId: string) =>
      app.nest
        .get(Database)
        .transaction({ organizations: [orgId] }, (sql) =>
          sql.query(`SELECT * FROM open_entries_by_name($orgId, '{zorb}', '{naix}')`, { orgId: owner.orgId }),
        );
    expect(await foundBy(owner.orgId)).toHaveLength(7);
    expect(await foundBy(stranger.orgId)).toEqual([]);
  });

  it('compares the versions of a name with what the catalogue has, and settles one of them alone', async () => {
    const owner = await organization();
    const sbomId = await imported(owner, [
      ...[named('lodash kit', '4.17.21'), named('lodash kit', '4.17.21'), named('lodash kit', '4.17.99')],
      named('lodash kit', ''),
    ]);
    const group = await groupOf(owner, owner, 'lodash kit');
    const versionsOf = async (more: Record<string, string> = {}) =>
      owner.client.get('v1/review/getVersions', { org_id: owner.orgId, group: group.id, ...more });
    const { data } = (await versionsOf({ purl: 'pkg:npm/lodash' })).body;
    expect(data.map(({ version, entries, known }: any) => [version, entries, known])).toEqual([
      ['4.17.21', 2, true],
      ['', 1, false],
      ['4.17.99', 1, false],
    ]);
    expect(data[2].below.at(-1)).toBe('4.17.21');
    expect(data[2].above).toEqual([]);
    expect((await versionsOf()).body.data.map(({ known }: any) => known)).toEqual([false, false, false]);
    expect((await versionsOf({ purl: 'nonsense' })).status).toBe(400);

    const mended = await decide(owner, owner, group, { purl: 'pkg:npm/lodash@4.17.21' }, { version: '4.17.99' });
    expect(mended.body.data).toMatchObject({ version: '4.17.99', entries: 1, revision: 1 });
    const selected = async () =>
      (await resolvedEntries(owner, sbomId)).map(
        ({ search_results }) => search_results.package.find((one: any) => one.selected)?.purl ?? null,
      );
    expect((await selected())[2]).toBe('pkg:npm/lodash@4.17.21');
    const rest = await groupOf(owner, owner, 'lodash kit');
    expect(rest).toMatchObject({ entries: 3, revision: 1 });
    // Not remembered: a later import of the version waits.
    const later = await imported(owner, [named('lodash kit', '4.17.99')]);
    expect((await groupOf(owner, owner, 'lodash kit')).entries).toBe(4);
    const [before] = await resolvedEntries(owner, later);
    const whole = await decide(owner, owner, rest, { disposition: 'internal' });
    expect(whole.body.data).toMatchObject({ version: null, entries: 5 });
    await owner.client.post('v1/review/undo', { decision_id: whole.body.data.id });
    expect((await selected())[2]).toBe('pkg:npm/lodash@4.17.21');
    await owner.client.post('v1/review/undo', { decision_id: mended.body.data.id });
    expect((await selected())[2]).not.toBe('pkg:npm/lodash@4.17.21');
    expect((await resolvedEntries(owner, later))[0]).toMatchObject({
      status: before.status,
      search_results: before.search_results,
    });
    const none = await decide(owner, owner, await groupOf(owner, owner, 'lodash kit'), { disposition: 'internal' }, { version: '' }); // prettier-ignore
    expect(none.body.data).toMatchObject({ version: '', entries: 1 });
  });

  it('undo a decision that another person replaces at the moment: what it had replaced does not come back', async () => {
    const owner = await organization();
    const ben = await newUser(app, owner, { org_id: owner.orgId, role: 'member' });
    const sbomId = await imported(owner, [named('Wobblet')]);
    const made: any[] = [];
    for (const purl of ['pkg:npm/first', 'pkg:npm/second']) {
      const group = { ...(made[0]?.known ?? (await groupOf(owner, owner, 'Wobblet'))), revision: made.length };
      made.push({ ...(await decide(owner, owner, group, { purl })).body.data, known: group });
    }
    const [undone] = made.slice(-1);
    const answers = await whileHeld(
      app,
      ['SELECT FROM sboms WHERE id = $1 FOR UPDATE', sbomId],
      () => decide(ben, owner, { ...undone.known, revision: 2 }, { disposition: 'internal' }),
      () => owner.client.post('v1/review/undo', { decision_id: undone.id }),
    );
    expect(statusesOf(answers)).toEqual([200, 200]);
    const decisions = () => owner.client.get('v1/resolution/getDecisions', { org_id: owner.orgId });
    expect((await decisions()).body.data).toEqual([]);
    // Only the end of what stands in its place brings it back.
    await owner.client.post('v1/review/undo', { decision_id: answers[0]!.body.data.id });
    expect((await decisions()).body.data.map(({ identifier }: any) => identifier)).toEqual(['pkg:npm/first']);
  });

  const parse = (text: string): { event: string; data: any }[] =>
    [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(([, event, data]) => ({
      event: event!,
      data: JSON.parse(data!),
    }));

  it('tells at once what other reviewers look at and decide', async () => {
    const owner = await organization();
    await imported(owner, [named('Quibblish'), named('Vexatron')]);
    const ben = await newUser(app, owner, { org_id: owner.orgId, role: 'member' });
    const stop = new AbortController();
    const response = await fetch(`${app.url}/v1/review/events?org_id=${owner.orgId}&follow=true`, {
      headers: { Authorization: `Bearer ${ben.token}` },
      signal: stop.signal,
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = response.body!.getReader();
    let text = '';
    const until = async (wanted: (events: { event: string; data: any }[]) => boolean): Promise<void> => {
      while (!wanted(parse(text))) {
        const { value, done } = await reader.read();
        if (done) throw new Error('the stream ended');
        text += Buffer.from(value).toString();
      }
    };
    await until((events) => events.some(({ event, data }) => event === 'claims' && data.claims.length === 0));
    const group = await groupOf(owner, owner, 'Quibblish');
    await owner.client.post('v1/review/claim', { org_id: owner.orgId, group: group.id });
    await until((events) => events.some(({ data }) => data.claims?.[0]?.group === group.id));
    const { body } = await decide(owner, owner, group, { disposition: 'internal' });
    await until((events) => events.some(({ event, data }) => event === 'decision' && data.id === body.data.id));
    expect(parse(text).at(-1)!.data).toMatchObject({
      group: group.id,
      user_name: owner.username,
      choice: 'internal',
      undone: false,
      partial: false,
      revision: 1,
    });
    // Whoever decided looks at it no longer.
    expect(parse(text).filter(({ event }) => event === 'claims').at(-1)!.data.claims).toEqual([]); // prettier-ignore
    await owner.client.post('v1/review/undo', { decision_id: body.data.id });
    await until((events) => events.some(({ data }) => data.undone === true));
    stop.abort();
    const team = await newTeam(owner, owner.orgId, 'Narrow');
    const narrow = await newUser(app, owner, { org_id: owner.orgId, role: 'member', team_ids: [team] });
    const other = await groupOf(owner, owner, 'Vexatron');
    await owner.client.post('v1/review/claim', { org_id: owner.orgId, group: other.id });
    const present = async (who: Person) => {
      const headers = { Authorization: `Bearer ${who.token}` };
      return parse(await (await fetch(`${app.url}/v1/review/events?org_id=${owner.orgId}`, { headers })).text());
    };
    expect((await present(ben)).map(({ event }) => event)).toEqual(['claims', 'decision', 'end']);
    expect(await present(narrow)).toEqual([
      { event: 'claims', data: { claims: [] } },
      { event: 'end', data: {} },
    ]);
    const stranger = await newUser(app, admin);
    expect((await stranger.client.get('v1/review/events', { org_id: owner.orgId })).status).toBe(404);
  });

  it('says what happened in the organization since a moment', async () => {
    const owner = await organization();
    const before = new Date().toISOString();
    const changes = async (since: string, who: Person = owner) =>
      (await who.client.get('v1/report/getOrganizationChanges', { org_id: owner.orgId, since })).body.data;
    expect(await changes(before)).toMatchObject({ imported: 0, vulnerabilities: 0, settled: 0, settled_by: [] });
    await imported(owner, [named('Quibblish'), named('Vexatron')]);
    const { body } = await decide(owner, owner, await groupOf(owner, owner, 'Quibblish'), { disposition: 'internal' });
    const present = await changes(before);
    expect(present).toMatchObject({ imported: 1, imported_names: ['Bag 1'], settled: 1 });
    expect(present.settled_by).toEqual([{ user_id: owner.userId, user_name: owner.username, names: 1 }]);
    expect(await changes(new Date(Date.now() + 1_000).toISOString())).toMatchObject({ imported: 0, settled: 0 });
    const team = await newTeam(owner, owner.orgId, 'Narrow');
    const narrow = await newUser(app, owner, { org_id: owner.orgId, role: 'member', team_ids: [team] });
    expect(await changes(before, narrow)).toMatchObject({ imported: 0, imported_names: [], settled: 0 });
    await owner.client.post('v1/review/undo', { decision_id: body.data.id });
    expect((await changes(before)).settled).toBe(0);
  });

  const queried = (text: string, id: string) =>
    withClient(app.databaseUrl, (client) => client.query(`${text} = $1`, [id]));
  const scored = async (id: string): Promise<string> => {
    while ((await queried('SELECT FROM job_runs WHERE finished_at IS NULL AND subject_id', id)).rowCount !== 0)
      await new Promise((resolve) => setTimeout(resolve, 50));
    return id;
  };
  const changesSince = async (owner: Person & TenantIds, since: string) =>
    (await owner.client.get('v1/report/getOrganizationChanges', { org_id: owner.orgId, since })).body.data;

  it('says of an SBOM that was not there at the moment that it breaks rules', async () => {
    const owner = await organization();
    const before = new Date().toISOString();
    const id = await scored(await imported(owner, [named('Quibblish')]));
    expect(await changesSince(owner, before)).toMatchObject({ failing: 1, failing_names: ['Bag 1'], not_compared: 0 });
    // Of one that was there, and had no figures, nobody knows whether it broke rules then.
    await queried(`UPDATE sboms SET created_at = '2020-01-01' WHERE id`, id);
    expect(await changesSince(owner, before)).toMatchObject({
      failing: 0,
      no_longer_failing: 0,
      not_compared: 1,
      not_compared_names: ['Bag 1'],
    });
  });

  it('says of no SBOM that it breaks rules no longer while its verdict is pending', async () => {
    const owner = await organization();
    const id = await scored(await imported(owner, [named('Quibblish')]));
    const update = (text: string) => queried(`UPDATE ${text}`, id);
    const mended = async () => {
      const data = await changesSince(owner, new Date().toISOString());
      return [data.no_longer_failing, data.no_longer_failing_names];
    };
    await update('sbom_score_history SET failing = 1 WHERE sbom_id');
    await update('sboms SET compliance_failing = 0, compliance_passing = 1 WHERE id');
    const notCompared = async () => (await changesSince(owner, new Date().toISOString())).not_compared;
    expect([await mended(), await notCompared()]).toEqual([[1, ['Bag 1']], 0]);
    await update('sboms SET compliance_passing = 0 WHERE id');
    expect([await mended(), await notCompared()]).toEqual([[0, []], 1]);
    const counts = ['resolved_count', 'partial_count', 'unresolved_count', 'compliance_passing'];
    await update(`sboms SET ${counts.map((column) => `${column} = 0`).join(', ')} WHERE id`);
    // Without entries there is nothing that could break a rule.
    expect([await mended(), await notCompared()]).toEqual([[0, []], 0]);
  });
});
