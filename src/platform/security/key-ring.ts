import { statSync } from 'node:fs';
import { StartError } from '../embedded/start-error.js';
import { readMasterKeys } from './master-key-file.js';
import type { MasterKey } from './sealing.js';

export type MasterKeys = readonly [MasterKey, ...MasterKey[]];

/**
 * The master keys as their file holds them now, so that a rotation reaches running processes. A file that is away,
 * broken or holds none of the keys in use is no rotation: then those in use stay.
 */
export class KeyRing {
  private fileStamp: string;

  constructor(
    private readonly path: string,
    private current: MasterKeys,
  ) {
    this.fileStamp = fileStampOf(path);
  }

  get keys(): MasterKeys {
    const stamp = fileStampOf(this.path);
    if (stamp !== this.fileStamp) {
      this.fileStamp = stamp;
      this.current = this.rereadKeys() ?? this.current;
    }
    return this.current;
  }

  private rereadKeys(): MasterKeys | null {
    try {
      const [first, ...others] = readMasterKeys(this.path) ?? [];
      const keys = first ? ([first, ...others] as const) : null;
      const isRotation = keys?.some(({ id }) => this.current.some((known) => known.id.equals(id)));
      return isRotation ? keys : null;
    } catch (error) {
      if (error instanceof StartError) return null;
      throw error;
    }
  }
}

function fileStampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.mtimeMs} ${stats.size}` : '';
}
