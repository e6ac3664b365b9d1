import { Injectable } from '@nestjs/common';
import { Configuration } from '../../platform/configuration/configuration.js';
import { Database } from '../../platform/database/database.js';
import { newId } from '../../platform/identifiers/uuid.js';
import { createOrganization } from '../members/organizations.service.js';
import { hashPassword, randomPassword } from '../sessions/passwords.js';
import { hasUsers, insertUser } from './users.repository.js';

export interface FirstAdministrator {
  readonly userId: string;
  readonly orgId: string;
  readonly teamId: string;
  readonly username: string;
  readonly password: string;
  /** The password was made here, and nobody knows it yet. */
  readonly generated: boolean;
}

/** Whoever holds it looks whether there is a user; the others wait and then find one. */
const firstStartLock = 7_203_912;

/** On the first start: an administrator, an organization, a team (api-decisions, Authentication). */
@Injectable()
export class FirstAdministratorService {
  constructor(
    private readonly database: Database,
    private readonly configuration: Configuration,
  ) {}

  /**
   * Null when there is a user already, as on every start but the first.
   *
   * @param makePassword asked only when there is no user and the configuration names no password
   */
  async ensure(makePassword: () => string = randomPassword): Promise<FirstAdministrator | null> {
    if (await this.database.transaction('system', hasUsers)) return null;
    const { username } = this.configuration.admin;
    const generated = this.configuration.admin.password === '';
    const password = generated ? makePassword() : this.configuration.admin.password;
    const passwordHash = await hashPassword(password);
    return this.database.transaction('system', async (sql) => {
      await sql.query('SELECT pg_advisory_xact_lock($firstStartLock)', { firstStartLock });
      if (await hasUsers(sql)) return null;
      const userId = newId();
      await insertUser(sql, { id: userId, username, email: '', passwordHash, sysAdmin: true });
      return { userId, ...(await createOrganization(sql, 'Default', userId)), username, password, generated };
    });
  }
}
