import type { Coverage } from '../../src/model/coverage.js';
import { examinedKinds } from '../../src/scores/coverage/entity-coverage.js';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CatalogLoader } from '../../src/catalog/catalog-loader.js';
import { bundleSource } from '../../src/catalog/sources/bundle.js';
import type { TestApp } from './app.js';

/** A catalogue bundle by file; texts as they are, records a line each. */
export type Bundle = Record<string, object[] | string>;

/** Brings a small catalogue into the app's database, as `npm run catalog:load` would. */
/** What is not in a test's bundle does not exist: every component is examined. */
export const everything = examinedKinds.map((kind): Coverage => ({
  kind,
  scopes: ['*'],
  completeSince: '2000-01-01',
  namesUnanalyzed: true,
}));

export async function loadCatalog(app: TestApp, bundle: Bundle): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'stocktake-catalog-'));
  for (const [file, content] of Object.entries(bundle)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    const text = typeof content === 'string' ? content : content.map((line) => JSON.stringify(line)).join('\n');
    writeFileSync(join(folder, file), text);
  }
  await app.nest.get(CatalogLoader).load([{ ...bundleSource(folder), covers: everything }]);
  rmSync(folder, { recursive: true, force: true });
}

/** An OSV record on one npm package: affected from the beginning up to the fix. */
export const advisory = (id: string, name: string, fixed: string | null, more: object = {}): object => ({
  id,
  summary: `${name} is at fault`,
  published: '2024-01-01T00:00:00Z',
  modified: '2024-01-02T00:00:00Z',
  affected: [
    {
      package: { ecosystem: 'npm', name },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, ...(fixed === null ? [] : [{ fixed }])] }],
    },
  ],
  ...more,
});

export const critical = { severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }] };
export const medium = { severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:L/I:L/A:N' }] };
