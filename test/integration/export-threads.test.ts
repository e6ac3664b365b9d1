import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { formats } from '../../src/formats/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';

/** More than what is written at once where it is read. */
const count = 3_000;
const written = formats.flatMap(({ id, family, encoding, writes }) =>
  writes ? [{ id, sbom_type: family === 'spdx' ? 'SPDX' : 'CycloneDX', encoding, spec_version: writes[0]! }] : [],
);

describe('exports in threads', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let sbomId: string;

  beforeAll(async () => {
    app = await startApp({ EXPORT_THREADS: '1' });
    admin = await firstAdmin(app);
    const sbom = { name: 's', version: '1', supplier: 's', contact_name: 'c', contact_email: '', org_id: admin.orgId };
    sbomId = (await admin.client.post('v1/project/createSBOM', sbom)).body.data.id;
    const components = Array.from({ length: count }, (_, index) => ({
      type: 'library',
      'bom-ref': `r${index}`,
      name: `näme-${index}`,
      version: `1.${index}`,
      ...(index % 100 === 0 && { evidence: { copyright: [{ text: 'Acme' }] } }),
      licenses: [{ license: index % 2 === 0 ? { id: 'MIT' } : { name: 'House rules' } }],
    }));
    const dependencies = components.map((_, index) => ({ ref: `r${index}`, dependsOn: [`r${(index * 7) % count}`] }));
    const document = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components, dependencies };
    const answer = await admin.client.upload('v1/project/importSBOM', JSON.stringify(document), { sbom_id: sbomId });
    expect(answer.status).toBe(200);
  });
  afterAll(() => app.close());

  const download = async (query: Record<string, string>): Promise<IncomingMessage> => {
    const address = `${app.url}/v1/report/getSBOM?${new URLSearchParams({ ...query, download: 'true' }).toString()}`;
    const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' };
    const sent = request(address, { method: 'POST', headers });
    sent.end(JSON.stringify({ sbom_id: sbomId }));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    return response;
  };
  const whole = async (query: Record<string, string>): Promise<{ bytes: string; losses?: string | undefined }> => {
    const response = await download(query);
    const bytes = (await buffer(response)).toString('latin1');
    return { bytes, losses: response.trailers['stocktake-losses'] };
  };

  it.each(written)('$id is the same whichever thread writes it', async ({ id, ...query }) => {
    const here = jest.spyOn(
      formats.find((format) => format.id === id)!,
      'serialize',
    );
    const both = await Promise.all([whole(query), whole(query)]);
    expect(here).toHaveBeenCalledTimes(1);
    expect(both[0]!.bytes.length).toBeGreaterThan(count);
    expect(both[0]).toEqual(both[1]);
  });

  it('ends with the client that leaves, and leaves the thread to the next one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id: _id, ...query } = written[0]!;
      const response = await download(query);
      await once(response, 'data');
      response.destroy();
    }
    expect(JSON.parse((await whole({ sbom_type: 'CycloneDX' })).bytes).components).toHaveLength(count);
  });
});
