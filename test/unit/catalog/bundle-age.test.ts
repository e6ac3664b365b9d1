import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundleSource } from '../../../src/catalog/sources/bundle.js';

/** Whoever copies a bundle today has no data of today. */
describe('the date of the data in a bundle', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'bundle-age-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  async function dateOf(files: Readonly<Record<string, readonly object[]>>): Promise<string | null> {
    for (const [name, lines] of Object.entries(files)) {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'));
      utimesSync(path, new Date('2026-05-06T07:08:09Z'), new Date('2026-05-06T07:08:09Z'));
    }
    const source = bundleSource(folder);
    for await (const _records of source.records(() => undefined));
    return source.dataAsOf!();
  }
  const npm = (modified: string, id = modified): object => ({
    id,
    modified,
    affected: [{ package: { ecosystem: 'npm', name: 'a' } }],
  });
  const kev = (dateAdded: string): object => ({ cveID: 'CVE-2024-1', dateAdded });

  it('is that of the newest record of the oldest file', async () => {
    const osv = [npm('2025-01-02T00:00:00Z'), npm('2025-03-04T00:00:00Z'), npm('0001-01-01T00:00:00Z')];
    expect(await dateOf({ 'advisories/osv-npm.ndjson': osv })).toBe('2025-03-04T00:00:00.000Z');
    expect(
      await dateOf({ 'advisories/osv-npm.ndjson': osv, 'kev.ndjson': [kev('2025-02-01'), kev('2024-02-01')] }),
    ).toBe('2025-02-01T00:00:00.000Z');
  });

  it('is none of the future, and that of the file where no record has one', async () => {
    const files = {
      'packages.ndjson': [{ purl: 'pkg:npm/a' }],
      'advisories/osv-npm.ndjson': [npm('2999-01-01T00:00:00Z')],
    };
    expect(await dateOf(files)).toBe('2026-05-06T07:08:09.000Z');
  });
});
