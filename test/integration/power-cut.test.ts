import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { BlobStore } from '../../src/platform/storage/blob-store.js';
import { startApp, type TestApp } from '../support/app.js';
import { lostPaths, straceInstalled, unsyncedPaths } from '../support/durable-paths.js';
import { describeIf } from '../support/requirement.js';

describeIf(straceInstalled, 'strace is not installed, or may not trace')('a power cut after the answer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stocktake-power-'));
  let app: TestApp | undefined;

  afterAll(async () => {
    await app?.close();
    rmSync(folder, { recursive: true });
  });

  it('loses no stored file', () => {
    const blobs = join(folder, 'data', 'blobs');
    const words = ['test/support/store-blobs.ts', blobs, 'one', 'two', 'three'];
    expect(unsyncedPaths(join(folder, 'data'), words, {})).toEqual([]);
  });

  it('loses nothing of a backup that was said to be made', async () => {
    app = await startApp({ ROLES: 'api' });
    await app.nest.get(BlobStore).put(Readable.from([Buffer.from('content')]), 1_000);
    const copies = join(folder, 'copies');
    mkdirSync(copies);
    const settings = {
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: app.configuration.dataDir,
      MASTER_KEY_FILE: app.configuration.masterKeyFile,
    };
    const lost = unsyncedPaths(copies, ['src/stocktake.ts', 'backup', join(copies, 'of', 'today')], settings);
    expect(lost).toEqual([]);
  });

  it('is noticed where bytes or names are not synced', () => {
    const root = join(folder, 'planted');
    mkdirSync(root);
    writeFileSync(join(root, 'marker'), 'marker');
    const calls = (...texts: string[]) =>
      texts.map((text, at) => ({
        at,
        name: text.slice(0, text.indexOf('(')),
        rest: text.slice(text.indexOf('(') + 1),
      }));
    const marker = join(root, 'marker');
    const made = `openat(AT_FDCWD, "${marker}", O_WRONLY|O_CREAT, 0600`;
    const write = `write(3<${marker}>, "marker", 6`;
    const sync = `fsync(3<${marker}>`;
    const syncFolder = `fsync(4<${root}>`;
    expect(lostPaths(root, calls(made, write, sync, syncFolder))).toEqual([]);
    expect(lostPaths(root, calls(made, sync, write, syncFolder))).toEqual([marker]);
    expect(lostPaths(root, calls(syncFolder, made, write, sync))).toEqual([marker]);
    const moved = `rename("/drafts/x", "${marker}"`;
    const before = [`write(3</drafts/x>, "marker", 6`, `fsync(3</drafts/x>`];
    expect(lostPaths(root, calls(...before, moved, syncFolder))).toEqual([]);
    expect(lostPaths(root, calls(before[0]!, moved, syncFolder))).toEqual([marker]);
    expect(lostPaths(root, calls(...before, moved))).toEqual([marker]);
  });
});
