import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { RequestOrigin } from '../../organizations/audit/audit-trail.js';
import type { Credentials } from '../../organizations/sessions/credentials.js';
import { OutsidePasswords } from '../../organizations/sessions/outside-passwords.js';
import { accountBySubject, type LoginAccount } from '../../organizations/users/users.repository.js';
import { provisionUser } from '../../organizations/users/users.service.js';
import { GroupMappingsService } from '../groups/group-mappings.service.js';
import { LdapDirectory } from './ldap-directory.js';

/** Logins with the password of the directory; the account is that of the directory's entry, never one of the same name. */
@Injectable()
export class LdapSignIn {
  constructor(
    private readonly database: Database,
    private readonly directory: LdapDirectory,
    private readonly groups: GroupMappingsService,
    passwords: OutsidePasswords,
  ) {
    if (directory.isConfigured) passwords.use((credentials, origin) => this.check(credentials, origin));
  }

  private async check({ username, password }: Credentials, origin: RequestOrigin): Promise<LoginAccount | null> {
    const person = await this.directory.find(username, password);
    if (!person) return null;
    const { issuer } = this.directory;
    const claims = { issuer, subject: person.subject, username: person.username, email: person.email };
    const account = await this.database.transaction('system', async (sql) => {
      const known = await accountBySubject(sql, claims);
      if (known) return known;
      await provisionUser(sql, claims);
      return accountBySubject(sql, claims);
    });
    if (!account || account.disabled) return null;
    await this.groups.refresh(account, person.groups, { origin, via: 'password' });
    return account;
  }
}
