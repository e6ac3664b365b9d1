import { Injectable } from '@nestjs/common';
import type { RequestOrigin } from '../../organizations/audit/audit-trail.js';
import type { Credentials } from '../../organizations/sessions/credentials.js';
import { OutsidePasswords } from '../../organizations/sessions/outside-passwords.js';
import type { LoginAccount } from '../../organizations/users/users.repository.js';
import { UsersService } from '../../organizations/users/users.service.js';
import { GroupMappingsService } from '../groups/group-mappings.service.js';
import { LdapDirectory } from './ldap-directory.js';

/** Logins with the password of the directory; the account is that of the directory's entry, never one of the same name. */
@Injectable()
export class LdapSignIn {
  constructor(
    private readonly users: UsersService,
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
    const account = await this.users.provision(claims, origin);
    if (!account || account.disabled) return null;
    await this.groups.refresh(account, person.groups, { origin, via: 'password' });
    return account;
  }
}
