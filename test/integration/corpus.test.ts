import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
import { startApp, type TestApp } from '../support/app.js';
import { withClient } from '../support/postgres.js';
import { firstAdmin, type Person, type Place } from '../support/people.js';

interface Listed {
  readonly path: string;
  readonly format: string;
  readonly expect: string;
  readonly components: number | null;
  readonly bom?: string;
}

/** Real SBOM files with the number of components that each of them has; kept beside the project, not in it. */
const corpus = join(projectRoot, '../shared/corpus/open');
const manifest = join(corpus, 'MANIFEST.json');
const isHere = existsSync(manifest);
if (!isHere) console.warn('The corpus of real SBOM files is not here: its test is skipped');
const files: Listed[] = isHere ? (JSON.parse(readFileSync(manifest, 'utf8')) as { files: Listed[] }).files : [];
/** Counts of the manifest that its own files contradict: this one has a header and four rows. */
const corrected: Record<string, number> = { 'cyclonedx-na/cyclonedx-cli__bom-minimum-viable.csv': 4 };
const sboms = files.filter(({ components }) => typeof components === 'number');

(isHere ? describe : describe.skip)('real SBOM files over HTTP', () => {
  let app: TestApp;
  let admin: Person & Place;

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
  });
  afterAll(() => app.close());

  /** The manifest counts SPDX packages; the one that the document is about, where there are others, is no entry. */
  const subjectsAmongPackages = (sbomId: string, { format }: Listed): Promise<number> =>
    withClient(app.databaseUrl, async (client) => {
      const { rows } = await client.query('SELECT 1 FROM sbom_documents WHERE sbom_id = $1 AND subject IS NOT NULL', [
        sbomId,
      ]);
      return format === 'SPDX' ? rows.length : 0;
    });

  it('knows some', () => expect(sboms.length).toBeGreaterThan(50));

  it.each(sboms.map((file) => [file.path, file] as const))('%s', async (path, file) => {
    const sbom = await admin.client.post('v1/project/createSBOM', {
      ...{ name: path, version: '1', supplier: 's', contact_name: 'c', contact_email: '', org_id: admin.orgId },
    });
    const content = readFileSync(join(corpus, path));
    const answer = await admin.client.upload('v1/project/importSBOM', content, { sbom_id: sbom.body.data.id });
    if (answer.status === 200) {
      // JSON in UTF-16 the list calls malformed; any Unicode encoding is read here.
      if (file.bom !== 'utf-16') expect(file.expect).not.toBe('reject');
      const counted = corrected[path] ?? (file.components as number);
      const expected = counted - (await subjectsAmongPackages(sbom.body.data.id, file));
      expect(answer.body.data.entries).toHaveLength(expected);
      expect(answer.body.data.entry_count).toBe(expected);
    } else {
      if (!path.endsWith('.xls')) expect(file.expect).not.toMatch(/^accept(-or-warn)?$/);
      expect([413, 422]).toContain(answer.status);
      expect(answer.body).toMatchObject({ message: expect.any(String), reason: expect.any(String) });
    }
  });
});
