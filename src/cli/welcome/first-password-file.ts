import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { randomPassword } from '../../organizations/sessions/passwords.js';

/**
 * Keeps the first administrator's password on disk, readable by this user only, from before it is made until it has
 * been shown: a start that is killed in between would otherwise leave a service that nobody can enter.
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

  /** The password that is noted, by this start or one before it. */
  ensurePassword(): string {
    mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
    const noted = this.read();
    if (noted !== null) return noted;
    const password = randomPassword();
    writeFileSync(this.file, password, { mode: 0o600, flush: true });
    return password;
  }

  remove(): void {
    rmSync(this.file, { force: true });
  }
}
