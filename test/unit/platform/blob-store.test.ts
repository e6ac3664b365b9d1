import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderBlobStore } from '../../../src/platform/storage/folder-blob-store.js';

describe('the blob store', () => {
  it('takes away, at start, what a killed process has left, and nothing that may be in use', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'stocktake-blobs-'));
    const store = new FolderBlobStore(join(dataDir, 'blobs'));
    const [left, used] = [store.scratchFolder(), store.scratchFolder()];
    for (const folder of [left, used]) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'credentials'), 'secret');
    }
    const longAgo = new Date(Date.now() - 7 * 3_600_000);
    utimesSync(left, longAgo, longAgo);
    await store.onApplicationBootstrap();
    expect([existsSync(left), existsSync(used)]).toEqual([false, true]);
    rmSync(dataDir, { recursive: true });
  });
});
