import { Injectable, Logger } from '@nestjs/common';
import { Configuration } from '../../platform/configuration/configuration.js';
import { advisoryLocks } from '../../platform/database/advisory-locks.js';
import { Database } from '../../platform/database/database.js';
import { newId } from '../../platform/identifiers/uuid.js';
import { createOrganization } from '../members/organizations.service.js';
import { isEasyToGuess } from '../sessions/common-passwords.js';
import { hashPassword, randomPassword } from '../sessions/credentials.js';
import { hasUsers, insertUser } from './users.repository.js';

export interface FirstAdministrator {
  readonly userId: string;
  readonly orgId: string;
  readonly teamId: string;
  readonly username: string;
  readonly password: string;
  /** The password was generated, so it must be shown. */
  readonly generated: boolean;
}

/** Creates an administrator, an organization and a team on the first start. */
@Injectable()
export class FirstAdministratorService {
  private readonly logger = new Logger('FirstAdministrator');

  constructor(
    private readonly database: Database,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Null where a user exists, as on every later start.
   *
   * @param makePassword called only where no user exists and the configuration has no password
   */
  async ensure(makePassword: () => string = randomPassword): Promise<FirstAdministrator | null> {
    if (await this.database.transaction('system', hasUsers)) return null;
    const { username } = this.configuration.admin;
    const generated = this.configuration.admin.password === '';
    const password = generated ? makePassword() : this.configuration.admin.password;
    if (!generated && (await isEasyToGuess(password, username)))
      this.logger.warn('ADMIN_PASSWORD is easy to guess; log in and change it (POST v1/users/changePassword)');
    const passwordHash = await hashPassword(password);
    return this.database.transaction('system', async (sql) => {
      await sql.query('SELECT pg_advisory_xact_lock($firstStartLock)', {
        firstStartLock: advisoryLocks.firstStart,
      });
      if (await hasUsers(sql)) return null;
      const userId = newId();
      await insertUser(sql, { id: userId, username, email: '', passwordHash, sysAdmin: true });
      return { userId, ...(await createOrganization(sql, 'Default', userId)), username, password, generated };
    });
  }
}
