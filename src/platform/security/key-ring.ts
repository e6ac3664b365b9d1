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
  private stamp: string;

  constructor(
    private readonly path: string,
    private inUse: MasterKeys,
  ) {
    this.stamp = stampOf(path);
  }

  get keys(): MasterKeys {
    const stamp = stampOf(this.path);
    if (stamp !== this.stamp) {
      this.stamp = stamp;
      this.inUse = this.changed() ?? this.inUse;
    }
    return this.inUse;
  }

  private changed(): MasterKeys | null {
    try {
      const [first, ...others] = readMasterKeys(this.path) ?? [];
      const keys = first ? ([first, ...others] as const) : null;
      const isRotation = keys?.some(({ id }) => this.inUse.some((known) => known.id.equals(id)));
      return isRotation ? keys : null;
    } catch (error) {
      if (error instanceof StartError) return null;
      throw error;
    }
  }
}

function stampOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.mtimeMs} ${stats.size}` : '';
}
