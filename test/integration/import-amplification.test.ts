import { setTimeout as sleep } from 'node:timers/promises';
import { startApp, type TestApp } from '../support/app.js';
import { statusesOf, whileHeld } from '../support/held.js';
import { firstAdmin, otherOrganization, type Person, type TenantIds } from '../support/people.js';

const cyclonedx = (components: object[]): string =>
  JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components });

const newSbom = async (owner: Person & TenantIds): Promise<string> => {
  const answer = await owner.client.post('v1/project/createSBOM', {
    name: 'Many',
    version: '1',
    supplier: 's',
    contact_name: 'c',
    contact_email: '',
    org_id: owner.orgId,
  });
  return answer.body.data.id;
};
const upload = (owner: Person, sbomId: string, file: string) =>
  owner.client.upload('v1/project/importSBOM', file, { sbom_id: sbomId });
/** The job, once it has ended. */
async function ended(owner: Person, id: string): Promise<Record<string, unknown>> {
  for (;;) {
    const { body } = await owner.client.get('v1/jobs/getJob', { id });
    if (body.data.finished_at !== null) return body.data;
    await sleep(50);
  }
}
const entriesOf = async (owner: Person, sbomId: string): Promise<string[]> =>
  (await owner.client.get('v1/project/getSBOM', { id: sbomId })).body.data.entries.map(
    ({ name }: { name: string }) => name,
  );
const named = (...names: string[]): string => cyclonedx(names.map((name) => ({ type: 'library', name })));

describe('a small file', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp({ ORGANIZATION_MAX_ENTRIES: '5' });
    admin = await firstAdmin(app);
  });
  afterAll(() => app.close());

  it('makes no entries of components that nothing is said of, only one warning', async () => {
    const owner = await otherOrganization(app, admin, 'Nameless');
    const sbomId = await newSbom(owner);
    const within = { type: 'library', components: [{ type: 'library', name: 'inner', 'bom-ref': 'inner' }] };
    const nameless = Array<object>(300).fill({ type: 'library', version: '1' });
    const { status, body } = await upload(owner, sbomId, cyclonedx([...nameless, within]));
    expect(status).toBe(200);
    expect(body.data.entries.map(({ name }: { name: string }) => name)).toEqual(['inner']);
    expect(body.meta).toMatchObject({ total_count: 1, warning_count: 1 });
    expect(body.meta.warnings).toEqual([{ path: '/components/0', message: expect.stringMatching(/^301 components/) }]);

    const type = { sbom_type: 'CycloneDX' };
    const { data } = (await owner.client.post('v1/report/getSBOM', { sbom_id: sbomId }, type)).body;
    expect(data.components).toMatchObject([{ name: 'inner' }]);

    const answer = await upload(owner, sbomId, cyclonedx(nameless));
    expect([answer.status, answer.body.reason]).toEqual([422, 'empty']);
    expect(await entriesOf(owner, sbomId)).toEqual(['inner']);
  });

  it('is refused where its statements come to more than can be assessed, and changes nothing', async () => {
    const owner = await otherOrganization(app, admin, 'Statements');
    const sbomId = await newSbom(owner);
    expect((await upload(owner, sbomId, named('before'))).status).toBe(200);
    const each = <T>(make: (index: number) => T): T[] => Array.from({ length: 4_600 }, (_, index) => make(index));
    const document = JSON.stringify({
      ...JSON.parse(named('after')),
      vulnerabilities: [
        {
          id: 'CVE-2026-1',
          references: each((index) => ({ id: `CVE-2026-${index}`, source: {} })),
          analysis: { state: 'not_affected' },
          affects: each((index) => ({ ref: `r${index}` })),
        },
      ],
    });
    const refused = await upload(owner, sbomId, document);
    expect(refused).toMatchObject({
      status: 413,
      body: { reason: 'limit', message: expect.stringMatching(/more than 20000000 times/) },
    });
    const trial = await owner.client.upload('v1/project/importSBOM', document, {
      org_id: owner.orgId,
      dry_run: 'true',
    });
    expect([trial.status, trial.body.reason]).toEqual([413, 'limit']);
    const later = await owner.client.upload('v1/project/importSBOM', document, { sbom_id: sbomId, async: 'true' });
    const job = await ended(owner, later.body.meta.job_id);
    expect(job).toMatchObject({ status: 'failed', error: expect.stringMatching(/more than 20000000 times/) });
    expect(await entriesOf(owner, sbomId)).toEqual(['before']);
  });

  it('is refused when the organization would have more entries than its budget, and changes nothing', async () => {
    const owner = await otherOrganization(app, admin, 'Budget');
    const [first, second] = [await newSbom(owner), await newSbom(owner)];
    expect((await upload(owner, first, named('a', 'b', 'c'))).status).toBe(200);
    const refused = await upload(owner, second, named('d', 'e', 'f'));
    expect(refused).toMatchObject({ status: 413, body: { reason: 'entry_budget' } });
    expect(await entriesOf(owner, second)).toEqual([]);

    expect((await upload(owner, second, named('d', 'e'))).status).toBe(200);
    const one = { sbom_id: second, name: 'f' };
    expect(await owner.client.post('v1/project/addComponent', one)).toMatchObject({
      status: 413,
      body: { reason: 'entry_budget' },
    });
    expect(await entriesOf(owner, second)).toEqual(['d', 'e']);
    // What does not add entries goes on.
    expect((await upload(owner, second, named('d', 'x'))).status).toBe(200);

    await owner.client.post('v1/project/deleteSBOM', { id: first });
    expect((await owner.client.post('v1/project/addComponent', one)).status).toBe(200);
    const other = await otherOrganization(app, admin, 'Another');
    expect((await upload(other, await newSbom(other), named('a', 'b', 'c', 'd', 'e'))).status).toBe(200);
  });

  it('is refused also where two at once would each be within the budget', async () => {
    const owner = await otherOrganization(app, admin, 'Together');
    const [first, second] = [await newSbom(owner), await newSbom(owner)];
    expect((await upload(owner, first, named('a', 'b', 'c', 'd'))).status).toBe(200);
    const add = (sbom_id: string) => () => owner.client.post('v1/project/addComponent', { sbom_id, name: 'e' });
    const held = 'LOCK TABLE audit_events IN EXCLUSIVE MODE';
    const answers = await whileHeld(app, [held], add(first), add(second));
    expect(statusesOf(answers)).toEqual([200, 413]);
  });
});
