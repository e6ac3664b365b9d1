import { Readable } from 'node:stream';
import { FolderBlobStore } from '../../src/platform/storage/folder-blob-store.js';

/** Stores what the words say in a folder, for a test that watches the process. */
async function storeAll([folder, ...words]: readonly string[]): Promise<void> {
  const store = new FolderBlobStore(folder!);
  await store.makeMarker('marker');
  for (const word of words) {
    const { sha256 } = await store.put(Readable.from([Buffer.from(word)]), 1_000);
    // It is young, so it stays.
    await store.removeOld(sha256);
  }
}

void storeAll(process.argv.slice(2));
