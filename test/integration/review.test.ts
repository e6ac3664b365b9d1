import { CatalogLoader } from '../../src/catalog/catalog-loader.js';
import { SbomResolver } from '../../src/sboms/resolving/sbom-resolver.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newTeam, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { cyclonedx, newSbom, resolvedEntries, resolvedSbom, settled } from '../support/sboms.js';

/** What opens once, for everybody who waits. */
function latch(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

describe('the review queue', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let count = 0;

  beforeAll(async () => {
    app = await startApp();
    await app.nest.get(CatalogLoader).loadStarter();
    admin = await firstAdmin(app);
  });
  afterAll(() => app.close());

  /** An organization of its own for each test: the queue is the organization's. */
  const organization = (): Promise<Person & TenantIds> => otherOrganization(app, admin, `Review ${(count += 1)}`);
  const entriesOf = async (owner: Person, sbomId: string): Promise<any[]> =>
    (await owner.client.get('v1/project/getSBOM', { id: sbomId, limit: '1000' })).body.data.entries;
  const imported = (owner: Person & TenantIds, components: object[], name = 'Bag'): Promise<string> =>
    resolvedSbom(owner, cyclonedx(components), { name });
  const queue = async (owner: Person & TenantIds, query: Record<string, string> = {}) => {
    const { status, body } = await owner.client.get('v1/review/getQueue', { org_id: owner.orgId, ...query });
    expect(status).toBe(200);
    return body;
  };
  const groupOf = async (owner: Person & TenantIds, name: string): Promise<any> => {
    const found = (await queue(owner, { limit: '200' })).data.find((group: any) => group.name === name);
    if (!found) throw new Error(`${name} does not wait`);
    return found;
  };
  const decide = (who: Person, { orgId }: TenantIds, group: any, ...[choice, more]: [object, object?]) =>
    who.client.post('v1/review/decide', {
      org_id: orgId,
      group: group.id,
      revision: group.revision,
      choice,
      ...more,
    });
  const undo = (who: Person, decisionId: string) => who.client.post('v1/review/undo', { decision_id: decisionId });
  const sbomOf = async (owner: Person, id: string) => (await owner.client.get('v1/project/getSBOM', { id })).body.data;
  /** What a decision must not leave behind. */
  const stateOf = (entries: any[]): any[] =>
    entries.map(({ updated_at: _, ...entry }) => entry).sort((a, b) => (a.id < b.id ? -1 : 1));

  const quux = (version: string) => ({ name: 'Quuxomatic Turbo', version });

  it('groups waiting entries by name, organization and ecosystem, the weightiest first, with facets', async () => {
    const owner = await organization();
    const one = await imported(owner, [quux('1'), { name: 'Zyzzyva-lib', version: '3' }], 'One');
    await imported(
      owner,
      [
        { name: 'quuxomatic_turbo', version: '2' },
        { ...quux('1'), group: 'Initech' },
      ],
      'Two',
    );
    const { data, meta } = await queue(owner);
    const shape = data.map(({ name, org, entries, sboms, versions, reason, risk, revision }: any) => ({
      name: name.toLowerCase().replace(/\W|_/g, '-'),
      org,
      entries,
      sboms,
      versions,
      reason,
      risk,
      revision,
    }));
    expect(shape[0]).toEqual({
      name: 'quuxomatic-turbo',
      org: '',
      entries: 2,
      sboms: 2,
      versions: 2,
      reason: 'candidates_differ',
      risk: null,
      revision: 0,
    });
    expect(shape.slice(1)).toHaveLength(2);
    expect(meta).toMatchObject({ total_count: 3, entries: 4, resolving: 0, cursor: null });
    expect(meta.facets.supplier).toEqual([
      { value: '-', name: '', count: 2 },
      { value: 'initech', name: 'initech', count: 1 },
    ]);
    expect(meta.facets.sbom.map((facet: any) => facet.name).sort()).toEqual(['One 1', 'Two 1']);
    expect((await queue(owner, { sbom_id: one })).meta.total_count).toBe(2);
    expect((await queue(owner, { supplier: '-' })).meta.total_count).toBe(2);
    expect((await queue(owner, { supplier: 'initech' })).data).toMatchObject([{ org: 'Initech', entries: 1 }]);
    expect((await queue(owner, { q: 'ZYZZ' })).data).toMatchObject([{ name: 'Zyzzyva-lib' }]);
    expect((await queue(owner, { reason: 'typo' })).data).toEqual([]);
  });

  it('calls the risk of what nobody could examine unknown, and does not let it sink', async () => {
    const owner = await organization();
    const sbomId = await newSbom(owner);
    const file = cyclonedx([{ name: 'zlib', version: '1.2.11' }, quux('1')]);
    await owner.client.upload('v1/project/importSBOM', file, { sbom_id: sbomId, wait: 'true' });
    const [zlib] = await entriesOf(owner, sbomId);
    expect(zlib).toMatchObject({ name: 'zlib', status: 'resolved' });
    // Without advisories hardly anything is known of it, and nothing bad.
    const { data } = await queue(owner, { sort: '-risk' });
    expect(Object.fromEntries(data.map(({ name, risk }: any) => [name, risk]))).toEqual({
      zlib: null,
      'Quuxomatic Turbo': null,
    });
  });

  it('says of how many entries of a name the risk is unknown, and does not let these sink either', async () => {
    const owner = await organization();
    const sbomId = await newSbom(owner);
    const file = cyclonedx(
      [
        ['zlib', '1.2.11'],
        ['zlib', '1.2.12'],
        ['openssl', '1.1.1k'],
      ].map(([name, version]) => ({ name, version })),
    );
    await owner.client.upload('v1/project/importSBOM', file, { sbom_id: sbomId, wait: 'true' });
    await resolvedEntries(owner, sbomId);
    // A scoring that ends later would write its own risks.
    await settled(app, 'sbom.');
    const known = (name: string, version: string, risk: number) =>
      withClient(app.databaseUrl, (client) =>
        client.query(
          `UPDATE component_scores k SET risk = $4, risk_coverage = 1 FROM components c
           WHERE c.id = k.component_id AND c.sbom_id = $1 AND c.name = $2 AND c.version = $3`,
          [sbomId, name, version, risk],
        ),
      );
    await known('zlib', '1.2.11', 2);
    await known('openssl', '1.1.1k', 30);
    const { data } = await queue(owner, { sort: '-risk' });
    expect(data.map(({ name, risk, risk_unknown: unknown }: any) => [name, risk, unknown])).toEqual([
      ['zlib', 2, 1],
      ['openssl', 30, 0],
    ]);
  });

  it('narrows the queue to the SBOMs of a team, and orders it as asked', async () => {
    const owner = await organization();
    const otherTeam = await newTeam(owner, owner.orgId, 'Second');
    await imported(owner, [...Array(3).fill({ name: 'Manywhere-kit', version: '1' }), quux('1')], 'One');
    const second = await newSbom(owner, { name: 'Two', team_id: otherTeam });
    await owner.client.upload('v1/project/importSBOM', cyclonedx([quux('1')]), { sbom_id: second });
    await resolvedEntries(owner, second);
    const names = async (query: Record<string, string>): Promise<string[]> =>
      (await queue(owner, query)).data.map(({ name }: any) => name);
    expect(await names({ team_id: otherTeam })).toEqual(['Quuxomatic Turbo']);
    expect(await names({ sort: '-entries' })).toEqual(['Manywhere-kit', 'Quuxomatic Turbo']);
    expect(await names({ sort: '-sboms' })).toEqual(['Quuxomatic Turbo', 'Manywhere-kit']);
    const { team } = (await queue(owner)).meta.facets;
    expect(team.map(({ value, count: groups }: any) => [value, groups])).toEqual([
      [owner.teamId, 2],
      [otherTeam, 1],
    ]);
    expect(team.every(({ name }: any) => name !== '')).toBe(true);
    const refused = await owner.client.get('v1/review/getQueue', { org_id: owner.orgId, sort: 'size' });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['sort']]);
  });

  it('pages with a cursor: every group once, in order', async () => {
    const owner = await organization();
    const names = Array.from({ length: 7 }, (_, index) => `Widgetron-${'abcdefg'[index]}x`);
    await imported(
      owner,
      names.flatMap((name, index) => Array(1 + (index % 3)).fill({ name, version: `${index}` })),
    );
    const seen: any[] = [];
    for (let cursor = ''; ;) {
      const { data, meta } = await queue(owner, { limit: '2', ...(cursor && { cursor }) });
      seen.push(...data);
      expect(meta.total_count).toBe(7);
      if (meta.cursor === null) break;
      cursor = meta.cursor;
    }
    expect(seen.map(({ name }) => name).sort()).toEqual(names);
    const counts = seen.map(({ entries }) => entries);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    for (const cursor of [
      'x',
      Buffer.from('{"weight":"1"}').toString('base64url'),
      Buffer.from('null').toString('base64url'),
    ])
      expect((await owner.client.get('v1/review/getQueue', { org_id: owner.orgId, cursor })).status).toBe(400);
  });

  it('shows what the file says, and the candidates that the catalogue links as one, with reasons', async () => {
    const owner = await organization();
    await imported(owner, [
      { name: 'jackson-core', version: '2.13.2' },
      { name: 'jackson-databnid', version: '2.13.2', licenses: [{ license: { id: 'Apache-2.0' } }] },
      { name: 'jackson-annotations', version: '2.13.2' },
    ]);
    const group = await groupOf(owner, 'jackson-databnid');
    const answer = await owner.client.get('v1/review/getGroups', { org_id: owner.orgId, ids: group.id });
    expect(answer.status).toBe(200);
    const [detail] = answer.body.data;
    expect(detail.row).toMatchObject({ name: 'jackson-databnid', version: '2.13.2', licenses: ['Apache-2.0'] });
    expect(detail.siblings.map(({ name }: any) => name)).toEqual(['jackson-core', 'jackson-annotations']);
    expect(detail.places).toMatchObject([{ entries: 1, versions: ['2.13.2'] }]);
    const known = detail.candidates.map((one: any) => one.known);
    expect(known).toEqual([...known].sort((a, b) => Number(b) - Number(a)));
    expect(detail.candidates.length).toBeLessThanOrEqual(9);
    for (const { coordinates, reasons_for, reasons_against, confidence } of detail.candidates) {
      const kinds = coordinates.map(({ kind }: any) => kind);
      expect(new Set(kinds).size).toBe(kinds.length);
      expect([...reasons_for, ...reasons_against].filter((text: string) => text.startsWith('Against it'))).toEqual([]);
      expect(confidence).toBeGreaterThanOrEqual(0);
    }
  });

  it('settles every waiting entry of the name, each in its version, and later imports follow', async () => {
    const owner = await organization();
    const one = await imported(owner, [quux('1.0'), quux('2.0')]);
    const two = await imported(owner, [{ name: 'quuxomatic-turbo', version: '3.0' }]);
    const preview = await owner.client.get('v1/review/preview', {
      org_id: owner.orgId,
      group: (await groupOf(owner, 'Quuxomatic Turbo')).id,
    });
    expect(preview.body.data).toMatchObject({ entries: 3, settled_by_hand: 0 });
    expect(preview.body.data.sboms).toMatchObject([
      { sbom_id: one, entries: 2, unresolved: 2, left: 0 },
      { sbom_id: two, entries: 1, unresolved: 1, left: 0 },
    ]);
    const group = await groupOf(owner, 'Quuxomatic Turbo');
    const answer = await decide(owner, owner, group, { purl: 'pkg:npm/quux@9' }, { note: 'as the vendor says' });
    expect(answer.body.data).toMatchObject({
      choice: 'selected',
      purl: 'pkg:npm/quux',
      entries: 3,
      sboms: 2,
      revision: 1,
      note: 'as the vendor says',
      user_name: owner.username,
      undone_at: null,
    });
    const purls = [...(await resolvedEntries(owner, one)), ...(await resolvedEntries(owner, two))].map(
      ({ search_results, status }) => `${status} ${search_results.package.find((item: any) => item.selected).purl}`,
    );
    expect(purls).toEqual(['1.0', '2.0', '3.0'].map((version) => `resolved pkg:npm/quux@${version}`));
    expect((await sbomOf(owner, one)).status).toBe('allconfirmed');
    expect((await queue(owner)).data).toEqual([]);
    const [later] = await resolvedEntries(owner, await imported(owner, [quux('4.0')]));
    expect(later.search_results.package[0]).toMatchObject({ purl: 'pkg:npm/quux@4.0', selected: true });
    const log = (await owner.client.get('v1/audit/getEvents', { org_id: owner.orgId, action: 'review/decide' })).body;
    expect(log.data).toMatchObject([{ outcome: 'done', actor_id: owner.userId }]);
  });

  it.each([
    ['candidates', { purl: 'pkg:npm/quux' }],
    ['a disposition', { disposition: 'commercial' }],
  ])('undoes %s: everything is as before, and later imports do not follow', async (_name, choice) => {
    const owner = await organization();
    const sbomId = await imported(owner, [quux('1.0'), { name: 'Lodash Helper Kit', version: '9.9.9' }, quux('')]);
    const before = stateOf(await entriesOf(owner, sbomId));
    for (const name of ['Quuxomatic Turbo', 'Lodash Helper Kit']) {
      const { body } = await decide(owner, owner, await groupOf(owner, name), choice);
      const decided = stateOf(await resolvedEntries(owner, sbomId));
      expect(decided).not.toEqual(before);
      const follower = await imported(owner, [{ name, version: '7' }]);
      expect((await entriesOf(owner, follower))[0]).toMatchObject({ status: 'resolved' });
      expect((await undo(owner, body.data.id)).body.data).toMatchObject({ group: body.data.group, revision: 2 });
      expect(stateOf(await resolvedEntries(owner, sbomId))).toEqual(before);
      expect((await resolvedEntries(owner, follower))[0]).toMatchObject({
        status: expect.not.stringMatching(/^resolved$/),
      });
      expect((await undo(owner, body.data.id)).status).toBe(409);
      await owner.client.post('v1/project/deleteSBOM', { id: follower });
    }
    expect((await owner.client.get('v1/resolution/getDecisions', { org_id: owner.orgId })).body.data).toEqual([]);
  });

  it('settles what no candidate fits, which is resolved, says why, and stays so over imports', async () => {
    const owner = await organization();
    const file = [quux('1.0'), { name: 'Other Thing Xyz', version: '1' }];
    const sbomId = await imported(owner, file);
    for (const [name, disposition] of [
      ['Quuxomatic Turbo', 'internal'],
      ['Other Thing Xyz', 'not_software'],
    ] as const)
      expect((await decide(owner, owner, await groupOf(owner, name), { disposition }, { note: 'n' })).status).toBe(200);
    const expected = [
      { status: 'resolved', disposition: 'internal', disposition_note: 'n', selected: false, svc_id: '' },
      { status: 'resolved', disposition: 'not_software', selected: false, svc_id: '' },
    ];
    expect(await resolvedEntries(owner, sbomId)).toMatchObject(expected);
    expect((await sbomOf(owner, sbomId)).status).toBe('allconfirmed');
    await owner.client.upload('v1/project/importSBOM', cyclonedx([...file, quux('2.0')]), { sbom_id: sbomId });
    const entries = await resolvedEntries(owner, sbomId);
    expect(entries).toMatchObject([...expected, { status: 'resolved', disposition: 'internal', selected: false }]);
    const other = await imported(owner, [quux('5')]);
    expect(await entriesOf(owner, other)).toMatchObject([{ status: 'resolved', disposition: 'internal' }]);

    // A person who knows better selects, and the disposition ends for this entry alone.
    const [first] = entries;
    const chosen = { package: [{ purl: 'pkg:npm/quux@1.0', selected: true }] };
    const { body } = await owner.client.post('v1/project/updateComponents', [
      { id: first.id, sbom_id: sbomId, search_results: chosen },
    ]);
    expect(body.data[0]).toMatchObject({ status: 'resolved', selected: true });
    expect(body.data[0].disposition).toBeUndefined();
    expect((await resolvedEntries(owner, sbomId)).map((entry) => entry.disposition)).toEqual([
      undefined,
      'not_software',
      'internal',
    ]);
  });

  it('keeps a disposition when two resolutions overlap', async () => {
    const owner = await organization();
    const first = await imported(owner, [quux('1.0')]);
    await decide(owner, owner, await groupOf(owner, 'Quuxomatic Turbo'), { disposition: 'internal' }, { note: 'n' });
    await resolvedEntries(owner, first);
    const sboms = app.nest.get(SbomResolver);
    const [resolve, write] = [sboms.resolve.bind(sboms), sboms.write.bind(sboms)];
    const [asked, disposed] = [latch(), latch()];
    // The import's resolution reads the entry after the request below, and one of the two writes after the other.
    const runs = jest.spyOn(sboms, 'resolve').mockImplementationOnce(async (...given) => {
      await asked.opened;
      return resolve(...given);
    });
    const writes = jest.spyOn(sboms, 'write').mockImplementationOnce(async (...given) => {
      await disposed.opened;
      return write(...given);
    });
    const sbomId = await newSbom(owner);
    const answer = await owner.client.upload('v1/project/importSBOM', cyclonedx([quux('2.0')]), { sbom_id: sbomId });
    expect(answer.status).toBe(200);
    await owner.client.post('v1/project/resolveComponents', { sbom_id: sbomId });
    asked.open();
    while (writes.mock.calls.length < 2) await new Promise((next) => setTimeout(next, 5));
    await Promise.race(runs.mock.results.map(({ value }) => value));
    const before = await entriesOf(owner, sbomId);
    expect(before).toMatchObject([{ status: 'resolved', disposition: 'internal', selected: false }]);
    disposed.open();
    await Promise.all(runs.mock.results.map(({ value }) => value));
    expect(await entriesOf(owner, sbomId)).toEqual(before);
    for (const spy of [runs, writes]) spy.mockRestore();
  });

  it('forgets a disposition when the file gives the entry another name', async () => {
    const owner = await organization();
    const sbomId = await newSbom(owner);
    const at = { sbom_id: sbomId };
    const { body: entry } = await owner.client.post('v1/project/addComponent', { ...at, name: 'Quuxomatic Turbo' });
    await resolvedEntries(owner, sbomId);
    await decide(owner, owner, await groupOf(owner, 'Quuxomatic Turbo'), { disposition: 'unknown' });
    await owner.client.post('v1/project/updateComponents', [{ ...at, id: entry.id, name: 'Renamed Beyond' }]);
    const [renamed] = await resolvedEntries(owner, sbomId);
    expect(renamed.disposition).toBeUndefined();
    expect(renamed.status).not.toBe('resolved');
  });

  it('lets nobody overwrite another’s decision without seeing it', async () => {
    const owner = await organization();
    const sbomId = await imported(owner, [quux('1.0')]);
    const ben = await newUser(app, owner, { org_id: owner.orgId, role: 'member' });
    const group = await groupOf(owner, 'Quuxomatic Turbo');
    const answers = await Promise.all([
      decide(owner, owner, group, { purl: 'pkg:npm/from-admin' }),
      decide(ben, owner, group, { purl: 'pkg:npm/from-ben' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [won, lost] = answers[0]!.status === 200 ? answers : [answers[1]!, answers[0]!];
    expect(lost!.body).toMatchObject({
      code: 409,
      reason: 'decided',
      message: expect.stringContaining(won!.body.data.user_name),
      present: { revision: 1, decision: { id: won!.body.data.id, purl: won!.body.data.purl } },
    });
    const replaced = await decide(ben, owner, { ...group, revision: 1 }, { purl: 'pkg:npm/replaced' });
    expect(replaced.body.data).toMatchObject({ entries: 1, revision: 2 });
    const selected = async () =>
      (await resolvedEntries(owner, sbomId))[0].search_results.package.find((item: any) => item.selected)?.purl;
    expect(await selected()).toBe('pkg:npm/replaced@1.0');
    await undo(ben, replaced.body.data.id);
    expect(await selected()).toBe(`${won!.body.data.purl}@1.0`);
    await undo(owner, won!.body.data.id);
    expect(await selected()).toBeUndefined();
  });

  it('can undo an earlier decision before a later one', async () => {
    const owner = await organization();
    const sbomId = await imported(owner, [quux('1.0')]);
    const before = stateOf(await entriesOf(owner, sbomId));
    const group = await groupOf(owner, 'Quuxomatic Turbo');
    const first = (await decide(owner, owner, group, { purl: 'pkg:npm/first' })).body.data;
    const second = (await decide(owner, owner, { ...group, revision: 1 }, { disposition: 'internal' })).body.data;
    await undo(owner, first.id);
    expect((await resolvedEntries(owner, sbomId))[0]).toMatchObject({ disposition: 'internal' });
    await undo(owner, second.id);
    expect(stateOf(await resolvedEntries(owner, sbomId))).toEqual(before);
  });

  it('can undo a decision though the one that it replaced was refused by hand since', async () => {
    const owner = await organization();
    const sbomId = await imported(owner, [quux('1.0'), quux('2.0')]);
    const [first] = await entriesOf(owner, sbomId);
    const group = await groupOf(owner, 'Quuxomatic Turbo');
    await decide(owner, owner, group, { purl: 'pkg:npm/former' });
    const { body } = await decide(owner, owner, { ...group, revision: 1 }, { purl: 'pkg:npm/latter' });
    for (const selected of [true, false])
      await owner.client.post('v1/project/updateComponents', [
        { id: first.id, sbom_id: sbomId, search_results: { package: [{ purl: 'pkg:npm/former@1.0', selected }] } },
      ]);
    expect((await undo(owner, body.data.id)).status).toBe(200);
    const { data } = (await owner.client.get('v1/resolution/getDecisions', { org_id: owner.orgId })).body;
    expect(data).toMatchObject([{ verdict: 'refused', identifier: 'pkg:npm/former' }]);
  });

  it('can undo two decisions that each replaced the same selection by hand', async () => {
    const owner = await organization();
    const sbomId = await imported(owner, [quux('1.0'), quux('2.0'), quux('3.0')]);
    const [one, , three] = await entriesOf(owner, sbomId);
    const byHand = ({ id }: any, version: string) =>
      owner.client.post('v1/project/updateComponents', [
        { id, sbom_id: sbomId, search_results: { package: [{ purl: `pkg:npm/mine@${version}`, selected: true }] } },
      ]);
    await byHand(one, '1.0');
    const group = await groupOf(owner, 'Quuxomatic Turbo');
    const first = (await decide(owner, owner, group, { purl: 'pkg:npm/other' })).body.data;
    await byHand(three, '3.0');
    const second = (await decide(owner, owner, { ...group, revision: 1 }, { disposition: 'internal' })).body.data;
    for (const { id } of [first, second]) expect((await undo(owner, id)).status).toBe(200);
    const { data } = (await owner.client.get('v1/resolution/getDecisions', { org_id: owner.orgId })).body;
    expect(data).toMatchObject([{ verdict: 'selected', identifier: 'pkg:npm/mine' }]);
  });

  it('undoes a decision to the former one in the version that its entries have now', async () => {
    const owner = await organization();
    const sbomId = await imported(owner, [quux('1.0')]);
    const group = await groupOf(owner, 'Quuxomatic Turbo');
    await decide(owner, owner, group, { purl: 'pkg:npm/former' });
    const { body } = await decide(owner, owner, { ...group, revision: 1 }, { purl: 'pkg:npm/latter' });
    const selected = async () => {
      const [entry] = await resolvedEntries(owner, sbomId);
      return entry.search_results.package.find((one: any) => one.selected)?.purl;
    };
    expect(await selected()).toBe('pkg:npm/latter@1.0');
    const [{ id }] = await entriesOf(owner, sbomId);
    await owner.client.post('v1/project/updateComponents', [{ id, sbom_id: sbomId, version: '2.0' }]);
    expect(await selected()).toBe('pkg:npm/latter@2.0');
    expect((await undo(owner, body.data.id)).status).toBe(200);
    expect(await selected()).toBe('pkg:npm/former@2.0');
  });

  it('leaves alone what a person settled by hand, before and after', async () => {
    const owner = await organization();
    const sbomId = await imported(owner, [quux('1.0'), quux('2.0'), quux('3.0')]);
    const [first, , third] = await entriesOf(owner, sbomId);
    const byHand = (id: string, purl: string) =>
      owner.client.post('v1/project/updateComponents', [
        { id, sbom_id: sbomId, search_results: { package: [{ purl, selected: true }] } },
      ]);
    await byHand(first.id, 'pkg:npm/by-hand@1.0');
    const group = await groupOf(owner, 'Quuxomatic Turbo');
    const preview = await owner.client.get('v1/review/preview', { org_id: owner.orgId, group: group.id });
    expect(preview.body.data).toMatchObject({ entries: 2, settled_by_hand: 1 });
    const { body } = await decide(owner, owner, group, { purl: 'pkg:npm/quux' });
    expect(body.data.entries).toBe(2);
    await byHand(third.id, 'pkg:npm/later@3.0');
    await undo(owner, body.data.id);
    const selected = (await resolvedEntries(owner, sbomId)).map(
      (entry) => entry.search_results.package.find((item: any) => item.selected)?.purl,
    );
    // The last selection by hand is remembered for the name, so the open entry follows it.
    expect(selected).toEqual(['pkg:npm/by-hand@1.0', 'pkg:npm/later@2.0', 'pkg:npm/later@3.0']);
  });

  it('settles one SBOM alone where asked to, and remembers nothing', async () => {
    const owner = await organization();
    const one = await imported(owner, [quux('1.0')]);
    const two = await imported(owner, [quux('1.0')]);
    const group = await groupOf(owner, 'Quuxomatic Turbo');
    const { body } = await decide(owner, owner, group, { disposition: 'internal' }, { sbom_id: one });
    expect(body.data).toMatchObject({ entries: 1, sbom_id: one });
    expect(await resolvedEntries(owner, one)).toMatchObject([{ disposition: 'internal' }]);
    expect((await resolvedEntries(owner, two))[0].disposition).toBeUndefined();
    expect(await groupOf(owner, 'Quuxomatic Turbo')).toMatchObject({ entries: 1, revision: 1 });
  });

  it('asks about entries that are resolved and cannot be examined, until a person confirms them', async () => {
    const owner = await organization();
    const sbomId = await newSbom(owner);
    const file = cyclonedx([{ name: 'lodash', purl: 'pkg:npm/lodash' }]);
    await owner.client.upload('v1/project/importSBOM', file, { sbom_id: sbomId });
    expect((await resolvedEntries(owner, sbomId))[0]).toMatchObject({ status: 'resolved' });
    const group = await groupOf(owner, 'lodash');
    expect(group).toMatchObject({ reason: 'cannot_be_examined', hint: 'npm' });
    await decide(owner, owner, group, { purl: 'pkg:npm/lodash' });
    await resolvedEntries(owner, sbomId);
    expect((await queue(owner)).data).toEqual([]);
  });

  it('shows and changes only what the caller may, and claims softly', async () => {
    const owner = await organization();
    const hidden = await newTeam(owner, owner.orgId, 'Hidden');
    const ben = await newUser(app, owner, { org_id: owner.orgId, role: 'member', team_ids: [owner.teamId] });
    const viewer = await newUser(app, owner, { org_id: owner.orgId, role: 'viewer' });
    const stranger = await organization();
    const seen = await imported(owner, [quux('1.0')]);
    const unseen = await newSbom(owner, { name: 'Hidden', team_id: hidden });
    await owner.client.upload('v1/project/importSBOM', cyclonedx([quux('1.0'), { name: 'Hidden Gadgetoid' }]), {
      sbom_id: unseen,
    });
    await resolvedEntries(owner, unseen);
    const asBen = { ...ben, orgId: owner.orgId, teamId: owner.teamId };
    const { data } = await queue(asBen);
    expect(data).toMatchObject([{ name: 'Quuxomatic Turbo', entries: 1, sboms: 1 }]);
    const gadget = await groupOf(owner, 'Hidden Gadgetoid');
    expect((await decide(ben, owner, gadget, { disposition: 'internal' })).status).toBe(404);
    expect((await decide(viewer, owner, data[0], { disposition: 'internal' })).status).toBe(403);
    expect((await decide(stranger, owner, data[0], { disposition: 'internal' })).status).toBe(404);
    expect((await decide(stranger, stranger, data[0], { disposition: 'internal' })).status).toBe(404);

    const claim = (who: Person) =>
      who.client.post('v1/review/claim', { org_id: owner.orgId, group: data[0].id }).then(({ body }) => body.data);
    expect(await claim(ben)).toMatchObject({ user_name: ben.username });
    expect(await claim(owner)).toMatchObject({ user_name: ben.username });
    expect((await queue(asBen)).data[0].claim).toMatchObject({ user_id: ben.userId });

    const { body } = await decide(ben, owner, data[0], { disposition: 'internal' });
    expect(body.data).toMatchObject({ entries: 1, sboms: 1 });
    expect((await resolvedEntries(owner, seen))[0]).toMatchObject({ disposition: 'internal' });
    expect((await undo(stranger, body.data.id)).status).toBe(404);
    expect((await undo(viewer, body.data.id)).status).toBe(403);
    const decisions = (who: Person) => who.client.get('v1/review/getDecisions', { org_id: owner.orgId });
    expect((await decisions(viewer)).body.data).toMatchObject([{ id: body.data.id, entries: 1 }]);
    expect((await decisions(stranger)).status).toBe(404);
  });

  it('names every wrong field', async () => {
    const owner = await organization();
    await imported(owner, [quux('1.0')]);
    const group = await groupOf(owner, 'Quuxomatic Turbo');
    const fieldsOf = async (choice: object, more: object = {}) => {
      const { status, body } = await decide(owner, owner, group, choice, more);
      expect(status).toBe(400);
      return Object.keys(body.fields);
    };
    expect(await fieldsOf({})).toEqual(['choice']);
    expect(await fieldsOf({ purl: 'pkg:npm/a', disposition: 'internal' })).toEqual(['choice']);
    expect(await fieldsOf({ purl: 'nonsense' })).toEqual(['choice.purl']);
    expect(await fieldsOf({ cpe: 'cpe:2.3:a:*:*:*:*:*:*:*:*:*:*' })).toEqual(['choice.cpe']);
    expect(await fieldsOf({ disposition: 'lost' })).toEqual(['choice.disposition']);
    expect(await fieldsOf({ purl: 'pkg:npm/a' }, { note: 'x'.repeat(501) })).toEqual(['note']);
    expect(await fieldsOf({ purl: 'pkg:npm/a' }, { group: 'x' })).toEqual(['group']);
    expect(await fieldsOf({ purl: 'pkg:npm/a' }, { revision: -1 })).toEqual(['revision']);
  });

  it('takes names that are long or hostile', async () => {
    const owner = await organization();
    const names = [
      'x'.repeat(4_000),
      `a\\x00'; DROP TABLE components; --`,
      '\u202Egnp.exe',
      '<img src=x onerror=alert(1)>',
      '\\xZZ',
      'İstanbul\\',
    ];
    await imported(
      owner,
      names.map((name) => ({ name, version: '1' })),
    );
    const { data } = await queue(owner);
    expect(data.map(({ name }: any) => name).sort()).toEqual([...names].sort());
    for (const group of data) expect((await decide(owner, owner, group, { disposition: 'unknown' })).status).toBe(200);
    expect((await queue(owner)).data).toEqual([]);
  });
});
