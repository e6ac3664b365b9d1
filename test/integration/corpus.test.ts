import { readFileSync } from 'node:fs';
import { startApp, type TestApp } from '../support/app.js';
import { documents, type ListedDocument } from '../support/conformance/documents.js';
import { withClient } from '../support/postgres.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';

/** Counts of the larger corpus that its own files contradict: this one has a header and four rows. */
const corrected: Record<string, number> = { 'cyclonedx-na/cyclonedx-cli__bom-minimum-viable.csv': 4 };
const sboms = documents.filter(({ components }) => typeof components === 'number');

describe('documents over HTTP', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
  });
  afterAll(() => app.close());

  /** The manifest counts SPDX packages; the one that the document is about, where there are others, is no entry. */
  const subjectsAmongPackages = (sbomId: string, { format }: ListedDocument): Promise<number> =>
    withClient(app.databaseUrl, async (client) => {
      const { rows } = await client.query('SELECT 1 FROM sbom_documents WHERE sbom_id = $1 AND subject IS NOT NULL', [
        sbomId,
      ]);
      return format === 'SPDX' ? rows.length : 0;
    });

  it('exist', () => expect(sboms.length).toBeGreaterThan(20));

  it.each(sboms.map((file) => [file.path, file] as const))('%s', async (path, file) => {
    const sbom = await admin.client.post('v1/project/createSBOM', {
      name: path,
      version: '1',
      supplier: 's',
      contact_name: 'c',
      contact_email: '',
      org_id: admin.orgId,
    });
    const content = readFileSync(file.file);
    const answer = await admin.client.upload('v1/project/importSBOM', content, { sbom_id: sbom.body.data.id });
    if (answer.status === 200) {
      // JSON in UTF-16 the list calls malformed; any Unicode encoding is read here.
      if (file.bom !== 'utf-16') expect(file.expect).not.toBe('reject');
      const counted = corrected[path] ?? (file.components as number);
      const expected = counted - (await subjectsAmongPackages(sbom.body.data.id, file));
      expect(answer.body.data.entries).toHaveLength(expected);
      expect(answer.body.data.entry_count).toBe(expected);
    } else {
      expect(file.expect).not.toMatch(/^accept(-or-warn)?$/);
      expect([413, 422]).toContain(answer.status);
      expect(answer.body).toMatchObject({ message: expect.any(String), reason: expect.any(String) });
    }
  });
});
