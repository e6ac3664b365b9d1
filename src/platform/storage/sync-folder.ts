import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A new name in a folder survives a power cut only once the folder itself is written. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // Windows opens no folders, and NTFS keeps a journal of names.
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** From the deepest folder up to the last that got a new name. */
export async function syncFolders(from: string, to: string): Promise<void> {
  for (let folder = from; ; folder = dirname(folder)) {
    await syncFolder(folder);
    if (folder === to || folder === dirname(folder)) return;
  }
}
