import { defaultLimits } from '../../src/formats/format.js';
import { bytesSource } from '../../src/formats/reading/bytes.js';
import { openWorkbook } from '../../src/formats/reading/xlsx/workbook.js';
import { writeWorkbook } from '../../src/formats/writing/workbook.js';
import { AlarmDetectionScheduler } from '../../src/sboms/alarms/alarm-detection.scheduler.js';
import { startApp, type TestApp } from '../support/app.js';
import { DescribedAnswers } from '../support/described-answers.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { cyclonedx, importSbom, library, newSbom, settled } from '../support/sboms.js';
import { bytesOf } from '../support/zip.js';

describe('getQuality', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
  });
  afterAll(() => app.close());

  const quality = async (query: Record<string, string>) => admin.client.get('v1/report/getQuality', query);
  const requirement = ({ standards }: any, id: string) => standards[0].requirements.find((one: any) => one.id === id);

  it('checks what the file has, not what the service found out or people added', async () => {
    const id = await newSbom(admin, { name: 'Shop' });
    const parts = [library('left-pad', '1.3.0', { 'bom-ref': 'a' }), { type: 'library', name: 'nameless part', 'bom-ref': 'b' }];
    const document = JSON.parse(cyclonedx(parts));
    document.dependencies = [{ ref: 'a', dependsOn: ['b'] }];
    await importSbom(app, admin, id, JSON.stringify(document));
    await admin.client.post('v1/project/addComponent', { sbom_id: id, name: 'by hand' });
    const { status, body } = await quality({ id, standard: 'ntia-2021' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ name: 'Shop', format: expect.stringMatching(/^cyclonedx 1\./), components: 2 });
    expect(body.data.standards.map((one: any) => one.id)).toEqual(['ntia-2021']);
    expect(requirement(body.data, 'component.version')).toMatchObject({
      status: 'not_met', checked: 2, lacking: 1,
      components: [{ ref: 'b', name: 'nameless part', version: '', place: '/components/1' }],
    });
    expect(requirement(body.data, 'component.relationship')).toMatchObject({ status: 'met', mend: '' });
  }); // prettier-ignore

  it('writes a letter, and says nothing of an SBOM without a file', async () => {
    const id = await newSbom(admin, { name: 'Empty', supplier: 'Example Inc.' });
    for (const format of ['markdown', 'html', 'xlsx']) {
      const refused = await quality({ id, format });
      expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('import one first')]);
    }
    const { body } = await quality({ id });
    expect(body.data).toMatchObject({ format: '', components: 0 });
    for (const one of body.data.standards) expect(one).toMatchObject({ met: false, score: null });
    expect((await quality({ id, standard: 'mine' })).status).toBe(400);
    await importSbom(app, admin, id, cyclonedx([library('left-pad', '1.3.0')]));
    const letter = await quality({ id, format: 'markdown' });
    expect(letter.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(String(letter.body)).toContain('To Example Inc.:');
    const page = await quality({ id, format: 'html' });
    expect(page.headers.get('content-security-policy')).toContain('sandbox');
    expect(String(page.body)).toContain('<h1>SBOM of Empty 1</h1>');
  });

  it('compares with the delivery before, of the SBOM or of another version by the supplier', async () => {
    const of = { name: 'Compared', supplier: 'Example Inc.' };
    const id = await newSbom(admin, { ...of, version: '1' });
    const good = library('left-pad', '1.3.0', { supplier: { name: 'S' } });
    await importSbom(app, admin, id, cyclonedx([good]));
    expect((await quality({ id })).body.data.previous).toBeNull();
    await recorded(id, 1);
    const { standards } = (await quality({ id, standard: 'ntia-2021' })).body.data;
    await importSbom(app, admin, id, cyclonedx([{ type: 'library', name: 'left-pad', 'bom-ref': 'a' }]));
    await recorded(id, 2);
    const answer = await quality({ id });
    expect(new DescribedAnswers().faultsOf('GET', '/v1/report/getQuality', answer)).toEqual([]);
    const { previous } = answer.body.data;
    expect(previous).toMatchObject({ sbom_id: id, version: '1', import_number: 1 });
    expect(previous.standards).toContainEqual({ id: 'ntia-2021', met: false, score: standards[0].score });
    const letter = String((await quality({ id, format: 'markdown', standard: 'ntia-2021' })).body);
    expect(letter).toContain(`Worse than the delivery of ${new Date().toISOString().slice(0, 10)}, which had`);
    const next = await newSbom(admin, { ...of, version: '2' });
    await importSbom(app, admin, next, cyclonedx([good]));
    expect((await quality({ id: next })).body.data.previous).toMatchObject({ sbom_id: id, import_number: 2 });
    const page = String((await quality({ id: next, format: 'html', standard: 'ntia-2021' })).body);
    expect(page).toContain('Better than the delivery of');
    const foreign = await newSbom(admin, { ...of, supplier: 'Another Inc.', version: '3' });
    await importSbom(app, admin, foreign, cyclonedx([good]));
    expect((await quality({ id: foreign })).body.data.previous).toBeNull();
  });

  it('makes a workbook that can be corrected and imported', async () => {
    const id = await newSbom(admin, { name: 'Corrected' });
    expect((await quality({ id, format: 'xlsx' })).status).toBe(409);
    const parts = [library('left-pad', '1.3.0'), { type: 'library', name: 'nameless part', 'bom-ref': 'b' }];
    await importSbom(app, admin, id, cyclonedx(parts));
    const answer = await fetch(`${app.url}/v1/report/getQuality?id=${id}&format=xlsx&standard=ntia-2021`, {
      headers: { Authorization: `Bearer ${admin.token}` },
    });
    const workbook = Buffer.from(await answer.arrayBuffer());
    const [header, first, second] = await rowsOf(workbook, 'CycloneDX');
    const column = (title: string): number => header!.indexOf(title);
    expect(first![column('To correct')]).not.toContain('Version of the component');
    expect(second![column('To correct')]).toContain('Version of the component');
    expect((await rowsOf(workbook, 'Requirements')).length).toBe(8);
    second![column('Version')] = '2.0';
    second![column('Supplier')] = 'Example Inc.';
    const corrected = await corrections(header!, [first!, second!]);
    const sent = await admin.client.upload('v1/project/importSBOM', corrected, { sbom_id: id });
    expect([200, 202]).toContain(sent.status);
    await settled(app);
    const { body } = await quality({ id, standard: 'ntia-2021' });
    expect(requirement(body.data, 'component.version')).toMatchObject({ status: 'met', checked: 2 });
    expect(requirement(body.data, 'component.producer')).toMatchObject({ lacking: 1 });
  });

  /** The quality of an import is recorded by the job that looks for alarms. */
  async function recorded(id: string, number: number): Promise<void> {
    await app.nest.get(AlarmDetectionScheduler).schedule();
    await settled(app);
    await withClient(app.databaseUrl, async (client) => {
      const { rows } = await client.query('SELECT FROM delivery_qualities WHERE sbom_id = $1 AND import_number = $2', [
        id,
        number,
      ]);
      expect(rows.length).toBeGreaterThan(0);
    });
  }
});

async function rowsOf(workbook: Buffer, name: string): Promise<string[][]> {
  const rows: string[][] = [];
  const sheets = await openWorkbook(bytesSource(workbook), defaultLimits);
  for await (const batch of sheets.find((sheet) => sheet.name === name)!.rows())
    rows.push(...batch.map(({ cells }) => [...cells]));
  return rows;
}

const corrections = async (header: string[], rows: string[][]): Promise<Buffer> =>
  bytesOf(
    writeWorkbook(
      [
        {
          name: 'CycloneDX',
          header,
          async *rows() {
            yield await Promise.resolve(rows);
          },
        },
      ],
      { onLoss: () => undefined },
    ),
  );
