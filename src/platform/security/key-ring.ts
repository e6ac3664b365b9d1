import { StartError } from '../embedded/start-error.js';
import { readMasterKeys } from './master-key-file.js';
import { isSealedWith, type MasterKey } from './sealing.js';

/**
 * The master keys that this process holds. The file says which there are; the database says which of them encrypts, so
 * that no process encrypts with a key that another one cannot open, or that is retired.
 */
export class KeyRing {
  private keys: readonly MasterKey[];

  constructor(
    readonly path: string,
    keys: readonly MasterKey[],
    private sealing: MasterKey,
  ) {
    this.keys = keys;
  }

  get sealingKey(): MasterKey {
    return this.sealing;
  }

  /** The one that encrypts first. */
  get all(): readonly MasterKey[] {
    return [this.sealing, ...this.keys.filter(({ id }) => !id.equals(this.sealing.id))];
  }

  get ids(): Buffer[] {
    return this.keys.map(({ id }) => id);
  }

  /** Keys to open a value with; a key that has come meanwhile is looked for in the file at once. */
  keysFor(sealed: Buffer): readonly MasterKey[] {
    if (!this.keys.some((key) => isSealedWith(key, sealed))) this.readFile();
    return this.keys;
  }

  holds(id: Buffer): boolean {
    return this.keys.some((key) => key.id.equals(id));
  }

  /** Takes in the keys of the file. One that is away or broken takes nothing from a running process. */
  readFile(): void {
    try {
      const read = readMasterKeys(this.path) ?? [];
      this.keys = [...read, ...this.keys.filter(({ id }) => !read.some((key) => key.id.equals(id)))];
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
    }
  }

  /** Encrypts with the database's current key from now on. @returns false if this process does not hold it */
  follow(currentId: Buffer | null): boolean {
    if (currentId === null || this.sealing.id.equals(currentId)) return true;
    const current = this.keys.find(({ id }) => id.equals(currentId));
    if (current) this.sealing = current;
    return current !== undefined;
  }
}
