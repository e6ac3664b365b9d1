import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLimits } from '../../src/formats/format.js';
import { collectBom } from '../../src/formats/in-memory-bom.js';
import { openDocument } from '../../src/formats/open-document.js';
import { textSource } from '../../src/formats/reading/bytes.js';
import type { BomSignature } from '../../src/model/document.js';
import { runCommandLine } from '../../src/cli/main.js';
import { startApp, type TestApp } from '../support/app.js';
import { loseSecret } from '../support/lost-keys.js';
import { firstAdmin, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import {
  cycloneDxXml,
  dsseSigned,
  ecKey,
  edKey,
  jsfSigned,
  pemOf,
  rsaKey,
  xmlSigned,
} from '../support/signed-documents.js';

const document = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  components: [{ type: 'library', name: 'zlib', version: '1.3' }],
};
const key = ecKey();
const signedFile = JSON.stringify(jsfSigned(document, key, { keyId: 'release' }));

describe('signatures of documents', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let sbomId: string;
  let trustedId: string;

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
    const fields = { name: 'Signed', version: '1', supplier: 's', contact_name: 'c', contact_email: '' };
    sbomId = (await admin.client.post('v1/project/createSBOM', { ...fields, org_id: admin.orgId })).body.data.id;
  });
  afterAll(() => app.close());

  const upload = (file: string, query: Record<string, string> = {}, person: Person = admin) =>
    person.client.upload('v1/project/importSBOM', file, { sbom_id: sbomId, ...query });
  const statusOf = async (file: string): Promise<string[]> =>
    (await upload(file, { dry_run: 'true' })).body.meta.import.signatures.map(
      ({ kind, status }: BomSignature) => `${kind} ${status}`,
    );
  const add = (body: object, person: Person = admin) => person.client.post('v1/signature/addTrustedKey', body);
  const exported = (query: object) =>
    admin.client.post('v1/report/getSBOM', { sbom_id: sbomId }, { sbom_type: 'CycloneDX', ...query });

  it('are named and no proof before a key is trusted', async () => {
    const { body } = await upload(signedFile);
    expect(body.meta.import.signatures).toEqual([
      { kind: 'jsf', status: 'key_unknown', algorithm: 'ES256', key: 'release', signed_by: null, message: expect.stringContaining('no trusted key') },
    ]); // prettier-ignore
    expect(body.meta.warnings).toEqual([{ path: '/signature', message: expect.stringContaining('key unknown') }]);
    expect((await upload(JSON.stringify(document))).body.meta.import.signatures).toEqual([]);
  });

  it('are valid once the organization trusts the key, and invalid after any change', async () => {
    const added = await add({ org_id: admin.orgId, name: 'Acme', key_name: 'release', public_key: pemOf(key) });
    expect(added.body.data).toMatchObject({ name: 'Acme', key_name: 'release', public_key: pemOf(key) });
    trustedId = added.body.data.id;
    const { body } = await upload(signedFile);
    expect(body.meta.import.signatures).toMatchObject([{ status: 'valid', signed_by: 'Acme' }]);
    expect(body.meta.warnings).toEqual([]);
    const imports = await admin.client.get('v1/project/getImports', { id: sbomId });
    expect(imports.body.data[0].signatures).toMatchObject([{ status: 'valid', signed_by: 'Acme' }]);
    const report = await admin.client.get('v1/report/getSBOMReport', { id: sbomId, format: 'json' });
    expect(report.body.data.signatures).toMatchObject([{ status: 'valid', signed_by: 'Acme' }]);
    expect(await statusOf(signedFile.replace('"1.3"', '"1.4"'))).toEqual(['jsf invalid']);
    expect(await statusOf(JSON.stringify(dsseSigned(document, key)))).toEqual(['dsse valid']);
    expect(await statusOf(xmlSigned(cycloneDxXml(), key))).toEqual(['xml valid']);
    expect(await statusOf(xmlSigned(cycloneDxXml(), ecKey()))).toEqual(['xml key_unknown']);
  });

  it('are a loss where a document is written', async () => {
    const losses = async (): Promise<object[]> => (await exported({})).body.meta.losses;
    await upload(signedFile);
    expect(await losses()).toContainEqual(expect.objectContaining({ what: 'signature' }));
    await upload(xmlSigned(cycloneDxXml(), key));
    expect(await losses()).toContainEqual(expect.objectContaining({ what: 'signature' }));
    const spdx = await exported({ sbom_type: 'SPDX' });
    expect(spdx.body.meta.losses).toContainEqual(expect.objectContaining({ what: 'signature' }));
  });

  it('refuses keys that are none, weak, private, or trusted already', async () => {
    const attempt = (public_key: string) => add({ org_id: admin.orgId, name: 'x', public_key });
    expect((await attempt('hello')).body.fields).toEqual({ public_key: expect.stringContaining('PEM') });
    expect((await attempt(pemOf(rsaKey(1024)))).body.fields).toEqual({ public_key: expect.stringContaining('2048') });
    const secret = edKey().privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect((await attempt(secret)).status).toBe(400);
    expect((await attempt(pemOf(key))).status).toBe(409);
  });

  it('of another organization have keys of their own', async () => {
    const other = await otherOrganization(app, admin, 'Other');
    const list = await other.client.get('v1/signature/getTrustedKeys', { org_id: other.orgId });
    expect(list.body.data).toEqual([]);
    const foreign = await other.client.get('v1/signature/getTrustedKeys', { org_id: admin.orgId });
    expect(foreign.status).toBe(404);
    expect((await other.client.post('v1/signature/removeTrustedKey', { id: trustedId })).status).toBe(404);
  });

  it('are not put into exports where the key cannot be read: an admin makes another one', async () => {
    const { body } = await admin.client.post('v1/signature/createSigningKey', { org_id: admin.orgId });
    await loseSecret(app.databaseUrl, 'document_keys', body.data.id);
    const refused = await exported({ sign: 'jsf' });
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/its master key is not here; an admin makes another one/)]); // prettier-ignore
    await withClient(app.databaseUrl, (client) =>
      client.query('DELETE FROM document_keys WHERE id = $1', [body.data.id]),
    );
  });

  it('are put into exports, and verified by the service, the command line and others', async () => {
    const refused = await exported({ sign: 'jsf' });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('createSigningKey');
    const made = await admin.client.post('v1/signature/createSigningKey', { org_id: admin.orgId });
    const { public_key: pem, id } = made.body.data;
    const [jsf, again] = [await exported({ sign: 'jsf' }), await exported({ sign: 'jsf' })];
    expect(jsf.body.data.signature).toMatchObject({ algorithm: 'Ed25519', keyId: id });
    expect(again.body.data).toEqual(jsf.body.data);
    const dsse = await exported({ sign: 'dsse', sbom_type: 'SPDX' });
    const statement = JSON.parse(Buffer.from(dsse.body.data.payload, 'base64').toString()) as object;
    expect(statement).toMatchObject({
      predicateType: 'https://spdx.dev/Document',
      predicate: { spdxVersion: 'SPDX-2.3' },
    });
    for (const answer of [jsf, dsse]) {
      const text = JSON.stringify(answer.body.data);
      const opened = await openDocument(textSource(text), {
        limits: defaultLimits,
        spill: () => Promise.reject(new Error('not needed')),
        trustedKeys: [{ name: 'them', keyId: '', pem }],
      });
      const bom = await collectBom(opened.decode());
      expect(bom.signatures).toMatchObject([{ status: 'valid' }]);
      expect(bom.components).toHaveLength(1);
      expect((await upload(text, { dry_run: 'true' })).body.meta.import.signatures).toMatchObject([
        { status: 'valid', signed_by: 'this organization' },
      ]);
    }
    const folder = mkdtempSync(join(tmpdir(), 'signatures-'));
    writeFileSync(join(folder, 'bom.json'), JSON.stringify(jsf.body.data));
    writeFileSync(join(folder, 'key.pem'), pem);
    writeFileSync(join(folder, 'other.pem'), pemOf(key));
    const verify = (name: string) =>
      runCommandLine(['verify', join(folder, 'bom.json'), '--key', join(folder, name)], {});
    expect([await verify('key.pem'), await verify('other.pem')]).toEqual([0, 4]);
  });

  it('stay valid after a new key signs', async () => {
    const before = JSON.stringify((await exported({ sign: 'jsf' })).body.data);
    await admin.client.post('v1/signature/createSigningKey', { org_id: admin.orgId });
    const keys = (await admin.client.get('v1/signature/getSigningKeys', { org_id: admin.orgId })).body.data;
    expect(keys.map(({ retired_at }: { retired_at: string | null }) => retired_at === null)).toEqual([true, false]);
    expect(JSON.stringify(keys)).not.toContain('PRIVATE');
    expect(await statusOf(before)).toEqual(['jsf valid']);
    expect((await exported({ sign: 'jsf' })).body.data.signature.keyId).toBe(keys[0].id);
  });

  it('are trusted no more once a former key is removed', async () => {
    const list = async (): Promise<{ id: string }[]> =>
      (await admin.client.get('v1/signature/getSigningKeys', { org_id: admin.orgId })).body.data;
    const remove = (id: string, person: Person = admin) => person.client.post('v1/signature/removeTrustedKey', { id });
    const byFormer = JSON.stringify((await exported({ sign: 'jsf' })).body.data);
    await admin.client.post('v1/signature/createSigningKey', { org_id: admin.orgId });
    const [current, former, ...older] = await list();
    expect(await statusOf(byFormer)).toEqual(['jsf valid']);
    expect((await remove(current!.id)).status).toBe(409);
    const other = await otherOrganization(app, admin);
    expect((await remove(former!.id, other)).status).toBe(404);
    expect((await remove(former!.id)).body.data).toEqual({ id: former!.id });
    expect(await statusOf(byFormer)).toEqual(['jsf key_unknown']);
    expect((await list()).map(({ id }) => id)).toEqual([current!.id, ...older.map(({ id }) => id)]);
    expect((await remove(former!.id)).status).toBe(404);
  });

  it('are refused for what cannot be signed so', async () => {
    for (const query of [{ sign: 'jsf', sbom_type: 'SPDX' }, { sign: 'dsse', encoding: 'XML' }, { sign: 'pgp' }])
      expect((await exported(query)).body.fields).toEqual({ sign: expect.any(String) });
  });

  it('leave a trace of every change of keys in the audit log', async () => {
    await admin.client.post('v1/signature/removeTrustedKey', { id: trustedId });
    expect(await statusOf(signedFile)).toEqual(['jsf key_unknown']);
    const { body } = await admin.client.get('v1/audit/getEvents', { org_id: admin.orgId, limit: '100' });
    const actions = body.data.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(
      expect.arrayContaining(['signature/addTrustedKey', 'signature/removeTrustedKey', 'signature/createSigningKey']),
    );
  });
});
