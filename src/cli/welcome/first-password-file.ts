import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { randomPassword } from '../../organizations/sessions/credentials.js';

/**
 * Stores the first administrator's password on disk, readable by this user only, until it has been shown. Otherwise a
 * start that is killed in between would leave a service that nobody can log in to.
 */
export class FirstPasswordFile {
  private readonly file: string;

  constructor(dataDir: string) {
    this.file = join(dataDir, 'keys', 'first-password');
  }

  read(): string | null {
    try {
      return readFileSync(this.file, 'utf8') || null;
    } catch {
      return null;
    }
  }

  /** The stored password, from this start or an earlier one. */
  ensurePassword(): string {
    mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
    const stored = this.read();
    if (stored !== null) return stored;
    const password = randomPassword();
    writeFileSync(this.file, password, { mode: 0o600, flush: true });
    return password;
  }

  remove(): void {
    rmSync(this.file, { force: true });
  }
}
