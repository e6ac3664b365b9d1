import { readFileSync, writeFileSync, renameSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { BlobStore } from '../../src/platform/storage/blob-store.js';
import { FolderBlobStore } from '../../src/platform/storage/folder-blob-store.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, otherOrganization, type Person, type TenantIds } from '../support/people.js';

interface Part {
  name: string;
  version?: string;
  group?: string;
  purl?: string;
  'bom-ref'?: string;
  [more: string]: unknown;
}

const cyclonedx = (components: Part[], more: object = {}): string =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'webshop', version: '3.1', 'bom-ref': 'root' } },
    components: components.map((part) => ({ type: 'library', ...part })),
    ...more,
  });

describe('importSBOM', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp({ IMPORT_READER_IDLE_S: '600' });
    admin = await firstAdmin(app);
  });
  afterAll(() => app.close());

  const newSbom = async (): Promise<string> => {
    const answer = await admin.client.post('v1/project/createSBOM', {
      name: 'Import',
      version: '1',
      supplier: 's',
      contact_name: 'c',
      contact_email: '',
      org_id: admin.orgId,
    });
    return answer.body.data.id;
  };
  const upload = (sbomId: string, file: string | Buffer, query: Record<string, string> = {}) =>
    admin.client.upload('v1/project/importSBOM', file, { sbom_id: sbomId, ...query });
  const entriesOf = async (sbomId: string) =>
    (await admin.client.get('v1/project/getSBOM', { id: sbomId, limit: '1000' })).body.data.entries as any[];
  const jobEnd = async (id: string) => {
    for (let round = 0; round < 200; round += 1) {
      const { data } = (await admin.client.get('v1/jobs/getJob', { id })).body;
      if (['succeeded', 'partial', 'failed', 'cancelled'].includes(data.status)) return data;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('the job does not end');
  };

  it('answers with the SBOM and all entries as the file left them', async () => {
    const sbomId = await newSbom();
    const answer = await upload(
      sbomId,
      cyclonedx([
        { name: 'log4j-core', group: 'org.apache.logging.log4j', version: '2.14.1' },
        { name: 'react', purl: 'pkg:npm/%40acme/react@1.10' },
        { name: 'zlib' },
      ]),
    );
    expect(answer.status).toBe(200);
    const fresh = {
      id: expect.any(String),
      svc_id: '',
      sbom_id: sbomId,
      project_id: null,
      status: 'no-resolution',
      selected: false,
      confidence: 0,
      suggestions: null,
      error_message: '',
      deleted_at: null,
      search_results: { package: [], repo: [], product: [] },
      created_at: expect.any(String),
      updated_at: expect.any(String),
    };
    expect(answer.body.data).toMatchObject({ id: sbomId, status: 'created', entry_count: 3 });
    expect(answer.body.data.metadata).toMatchObject({ entry_count: 3, unresolved_entry_count: 3 });
    expect(answer.body.data.entries).toEqual([
      { ...fresh, name: 'log4j-core', org: 'org.apache.logging.log4j', version: '2.14.1', position: 0 },
      { ...fresh, name: 'react', org: '@acme', version: '1.10', position: 1 },
      { ...fresh, name: 'zlib', org: '', version: '', position: 2 },
    ]);
    expect(answer.body.meta).toMatchObject({ total_count: 3, offset: 0, warnings: [], warning_count: 0 });
  });

  it('counts what people added beside the file', async () => {
    const sbomId = await newSbom();
    await admin.client.post('v1/project/addComponent', { sbom_id: sbomId, name: 'by hand' });
    const { body } = await upload(sbomId, cyclonedx([{ name: 'zlib' }, { name: 'react' }]));
    expect([body.data.entries.length, body.data.entry_count, body.meta.total_count]).toEqual([3, 3, 3]);
    expect(body.meta.import).toMatchObject({ components: 2 });
  });

  it('gives the bytes back as they were uploaded, to whoever may see the SBOM', async () => {
    const id = await newSbom();
    expect((await admin.client.get('v1/project/getOriginal', { id })).status).toBe(404);
    const bytes = gzipSync(JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 }));
    await admin.client.upload('v1/project/importSBOM', bytes, { sbom_id: id });
    const get = (token: string) =>
      fetch(`${app.url}/v1/project/getOriginal?id=${id}`, { headers: { authorization: `Bearer ${token}` } });
    const answer = await get(admin.token);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+"$/);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    const stranger = await otherOrganization(app, admin);
    expect((await get(stranger.token)).status).toBe(404);
  });

  it('answers 202 with async=true, and the job tells the rest', async () => {
    const sbomId = await newSbom();
    const answer = await upload(sbomId, cyclonedx([{ name: 'a' }]), { async: 'true' });
    expect(answer).toMatchObject({ status: 202, body: { data: { id: sbomId, entries: null } } });
    const job = await jobEnd(answer.body.meta.job_id);
    expect(job).toMatchObject({
      status: 'succeeded',
      result: { sbom_id: sbomId, components: 1, added: 1, removed: 0 },
    });
    expect(await entriesOf(sbomId)).toMatchObject([{ name: 'a' }]);
  });

  it('reads what is inside gzip, whatever the file is called', async () => {
    const sbomId = await newSbom();
    expect((await upload(sbomId, gzipSync(cyclonedx([{ name: 'a' }])))).status).toBe(200);
    expect(await entriesOf(sbomId)).toHaveLength(1);
  });

  describe('again into the same SBOM', () => {
    it('keeps ids, selections and corrections; adds what is new; removes what vanished', async () => {
      const sbomId = await newSbom();
      const before = (
        await upload(
          sbomId,
          cyclonedx([{ name: 'stays', version: '1' }, { name: 'goes' }, { name: 'chosen', purl: 'pkg:npm/chosen@1' }]),
        )
      ).body.data.entries;
      const byHand = (await admin.client.post('v1/project/addComponent', { sbom_id: sbomId, name: 'by hand' })).body;
      await admin.client.post('v1/project/updateComponents', [
        { id: before[0].id, sbom_id: sbomId, org: 'corrected' },
        {
          id: before[2].id,
          sbom_id: sbomId,
          search_results: { package: [{ purl: 'pkg:npm/right@1', selected: true }] },
        },
      ]);
      const again = await upload(
        sbomId,
        cyclonedx([{ name: 'new' }, { name: 'chosen', purl: 'pkg:npm/chosen@1' }, { name: 'stays', version: '1' }]),
      );
      expect(again.body.meta.import).toMatchObject({ added: 1, removed: 1 });
      const after = await entriesOf(sbomId);
      expect(after.map((entry) => [entry.name, entry.position])).toEqual([
        ['new', 0],
        ['chosen', 1],
        ['stays', 2],
        ['by hand', 3],
      ]);
      expect(after[1].id).toBe(before[2].id);
      expect(after[1].search_results.package[0]).toMatchObject({
        purl: 'pkg:npm/right@1',
        selected: true,
        is_user_input: true,
      });
      expect(after[2]).toMatchObject({ id: before[0].id, org: 'corrected' });
      expect(after[3].id).toBe(byHand.id);
    });

    it('changes nothing with the same file', async () => {
      const sbomId = await newSbom();
      const file = cyclonedx([
        { name: 'a' },
        { name: 'a' },
        { name: 'b', purl: 'pkg:npm/b@1' },
        { name: 'c', purl: 'pkg:npm/b@1' },
      ]);
      await jobEnd((await upload(sbomId, file)).body.meta.job_id);
      await admin.client.post('v1/project/saveConfirmSBOM', undefined, { id: sbomId });
      const before = await entriesOf(sbomId);
      const again = await upload(sbomId, file);
      expect(again.body.meta.import).toMatchObject({ added: 0, updated: 0, removed: 0 });
      expect((await entriesOf(sbomId)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    });

    it('reports what it would do and writes nothing with dry_run=true', async () => {
      const sbomId = await newSbom();
      await upload(sbomId, cyclonedx([{ name: 'a' }]));
      const dry = await upload(sbomId, cyclonedx([{ name: 'b' }, { name: 'c' }]), { dry_run: 'true' });
      expect(dry.body.meta.import).toMatchObject({ added: 2, removed: 1, dry_run: true });
      expect((await entriesOf(sbomId)).map(({ name }) => name)).toEqual(['a']);
      expect((await upload(sbomId, cyclonedx([{ name: 'd' }]))).status).toBe(200);
    });

    it('says that a version is another one than that of the identifier', async () => {
      const { body } = await upload(
        await newSbom(),
        cyclonedx([
          { name: 'lodash', version: '4.17.21', purl: 'pkg:npm/lodash@4.17.10' },
          { name: 'quokka', version: '1.2', cpe: 'cpe:2.3:a:acme:quokka:1.3:*:*:*:*:*:*:*' },
          { name: 'zlib', version: '1.3', purl: 'pkg:generic/zlib@1.3', cpe: 'cpe:2.3:a:zlib:zlib:1.2:*:*:*:*:*:*:*' },
          { name: 'curl', version: '8.4', purl: 'pkg:generic/curl', cpe: 'cpe:2.3:a:haxx:curl:*:*:*:*:*:*:*:*' },
        ]),
      );
      const said = (own: string, other: string) =>
        `The version is "${own}", but "${other}" in an identifier: "${own}" counts. Correct the wrong one in the file`;
      expect(body.meta.warnings).toEqual([
        { path: '/components/0', message: said('4.17.21', '4.17.10') },
        { path: '/components/1', message: said('1.2', '1.3') },
        { path: '/components/2', message: said('1.3', '1.2') },
      ]);
    });

    it('reports what it would bring into a new SBOM, and makes none', async () => {
      const listed = async () =>
        (await admin.client.get('v1/project/getSBOMs', { org_id: admin.orgId, limit: '1' })).body.meta.total_count;
      const before = await listed();
      const trial = (query: object) =>
        admin.client.upload('v1/project/importSBOM', cyclonedx([{ name: 'a' }, {} as never]), { ...query });
      const dry = await trial({ org_id: admin.orgId, dry_run: 'true' });
      expect(dry.body.meta).toMatchObject({
        import: { format: 'cyclonedx-json', components: 1, added: 1, dry_run: true },
        warnings: [{ path: '/components/1', message: expect.stringContaining('neither a name') }],
      });
      expect(await listed()).toBe(before);
      expect((await admin.client.get('v1/project/getSBOM', { id: dry.body.data.id })).status).toBe(404);
      for (const query of [
        { org_id: admin.orgId },
        {},
        { org_id: admin.orgId, sbom_id: await newSbom(), dry_run: 'true' },
      ])
        expect((await trial(query)).status).toBe(400);
    });
  });

  describe('refuses', () => {
    it.each([
      ['a text that is no SBOM', 'hello', 422],
      ['nothing', '', 422],
      ['a document cut off in the middle', cyclonedx([{ name: 'a' }, { name: 'b' }]).slice(0, -60), 422],
      [
        'two members of one name',
        '{"bomFormat":"CycloneDX","specVersion":"1.6","version":1,"components":[],"components":[]}',
        422,
      ],
      ['a version that does not exist', cyclonedx([]).replace('"1.6"', '"9.9"'), 422],
      [
        'entities in XML',
        '<!DOCTYPE bom [<!ENTITY x SYSTEM "file:///etc/passwd">]><bom xmlns="http://cyclonedx.org/schema/bom/1.6">&x;</bom>',
        422,
      ],
    ])('%s, with the reason, and leaves the SBOM as it was', async (_what, file, status) => {
      const sbomId = await newSbom();
      await upload(sbomId, cyclonedx([{ name: 'before' }]));
      const answer = await upload(sbomId, file);
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({ code: status, message: expect.any(String), reason: expect.any(String) });
      expect((await entriesOf(sbomId)).map(({ name }) => name)).toEqual(['before']);
    });

    it('a body that is no form, a form without the file, and a file in another part', async () => {
      const sbomId = await newSbom();
      const query = { sbom_id: sbomId };
      const send = (form: FormData) => admin.client.send('POST', 'v1/project/importSBOM', { form, query });
      expect((await admin.client.post('v1/project/importSBOM', {}, query)).status).toBe(415);
      const empty = new FormData();
      empty.append('note', 'no file');
      expect(await send(empty)).toMatchObject({ status: 400, body: { fields: { file: expect.any(String) } } });
      const wrong = new FormData();
      wrong.append('sbom', new Blob(['{}']), 'x.json');
      expect(await send(wrong)).toMatchObject({ status: 400, body: { fields: { sbom: expect.any(String) } } });
    });

    it('a stored file that was damaged, rather than reading it as if it were whole', async () => {
      const sbomId = await newSbom();
      const file = cyclonedx([{ name: 'damaged' }]);
      const first = await upload(sbomId, file, { dry_run: 'true' });
      expect(first.status).toBe(200);
      const { createHash } = await import('node:crypto');
      const path = app.nest.get<FolderBlobStore>(BlobStore).pathOf(createHash('sha256').update(file).digest('hex'));
      expect(readFileSync(path, 'utf8')).toBe(file);
      const original = FolderBlobStore.prototype.put;
      const spy = jest.spyOn(FolderBlobStore.prototype, 'put').mockImplementation(async function (
        this: FolderBlobStore,
        ...args
      ) {
        const blob = await original.apply(this, args);
        writeFileSync(this.pathOf(blob.sha256), 'x');
        return blob;
      });
      const answer = await upload(sbomId, file);
      spy.mockRestore();
      expect(answer).toMatchObject({ status: 422, body: { reason: 'corrupt' } });
    });
  });

  it('tries again when the stored file is not there, as at a worker whose folder is not mounted yet', async () => {
    const original = FolderBlobStore.prototype.put;
    const spy = jest.spyOn(FolderBlobStore.prototype, 'put').mockImplementation(async function (
      this: FolderBlobStore,
      ...args
    ) {
      const blob = await original.apply(this, args);
      const place = this.pathOf(blob.sha256);
      renameSync(place, `${place}.away`);
      setTimeout(() => renameSync(`${place}.away`, place), 1_000);
      return blob;
    });
    const answer = await upload(await newSbom(), cyclonedx([{ name: 'late' }]));
    spy.mockRestore();
    expect(answer.status).toBe(200);
  });

  it('refuses a file over the limit with 413', async () => {
    const small = await startApp({ MAX_UPLOAD_BYTES: '1000' });
    try {
      const person = await firstAdmin(small);
      const sbom = await person.client.post('v1/project/createSBOM', {
        name: 'n',
        version: '1',
        supplier: 's',
        contact_name: 'c',
        contact_email: '',
        org_id: person.orgId,
      });
      const send = (file: string) =>
        person.client.upload('v1/project/importSBOM', file, { sbom_id: sbom.body.data.id });
      expect((await send('x'.repeat(1001))).status).toBe(413);
      expect((await send(cyclonedx([]).padEnd(1000))).status).toBe(200);
    } finally {
      await small.close();
    }
  });
});
