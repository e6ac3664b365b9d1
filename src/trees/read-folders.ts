import type { ManifestContents } from '../manifests/manifest.js';
import type { KnownManifest } from '../manifests/known-manifests.js';
import { folderOf } from '../manifests/paths.js';
import type { ManifestAt } from './lock-coverage.js';

/** Folders in which manifests were read to their end, by kind: what they say of files that no reader reads. */
export class ReadFolders {
  /** Whether one of the kind in the folder says anything. */
  private readonly byKind = new Map<string, Map<string, boolean>>();

  add({ kind, path }: ManifestAt, { components }: ManifestContents): void {
    const folders = this.byKind.get(kind.id) ?? new Map<string, boolean>();
    // A lock file that locks nothing says nothing of what a file beside it asks for.
    const says = kind.nature === 'declared' || components.length > 0;
    this.byKind.set(kind.id, folders.set(folderOf(path), says || folders.get(folderOf(path)) === true));
  }

  /** Whether what was read says what the file names. */
  say(path: string, { anywhere = [], coveredBy = [], partOf = [], hasOwnLock }: KnownManifest): boolean {
    return (
      anywhere.some((kind) => this.byKind.has(kind)) ||
      this.isCovered(path, coveredBy, hasOwnLock) ||
      this.isPart(path, partOf)
    );
  }

  private isPart(path: string, kinds: readonly string[]): boolean {
    const folder = folderOf(path);
    const isBelow = (read: string): boolean => folder === '' || read === folder || read.startsWith(`${folder}/`);
    return kinds.some((kind) => [...(this.byKind.get(kind)?.keys() ?? [])].some(isBelow));
  }

  private isCovered(path: string, kinds: readonly string[], hasOwnLock = false): boolean {
    const folders = kinds.flatMap((kind) => this.byKind.get(kind) ?? []);
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      if (folders.some((read) => read.get(folder) === true)) return true;
      if (folder === '' || hasOwnLock) return false;
    }
  }
}
