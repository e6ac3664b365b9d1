import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';
import {
  Client,
  ConstraintViolationError,
  InappropriateAuthError,
  InvalidCredentialsError,
  NoSuchObjectError,
  SizeLimitExceededError,
  UnwillingToPerformError,
  type Entry,
} from 'ldapts';
import { TransientError } from '../../model/errors.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { EgressClient } from '../../platform/egress/egress-client.js';
import { groupsOf } from '../groups/group-claims.js';
import { filterWith } from './ldap-filter.js';

/** Somebody whom the directory knows, with the right password. */
export interface LdapPerson {
  /** Never given to anybody else, unlike names. */
  readonly subject: string;
  readonly username: string;
  readonly email: string;
  /** Null: the directory does not say all of them. */
  readonly groups: string[] | null;
}

const timeoutMs = 5_000;
/** Of one person; with more, nobody can say whether the list is whole. */
const maxGroups = 10_000;

/**
 * How directories refuse to bind somebody (RFC 4511, 4.2.2, appendix A.2): some say so of a locked account, one without a
 * password or one that is gone. They can be asked, so it is no failure of theirs.
 */
const refusals = [
  InvalidCredentialsError,
  InappropriateAuthError,
  UnwillingToPerformError,
  ConstraintViolationError,
  NoSuchObjectError,
];

/** Directories may write the name of an attribute in another letter case. */
const valuesOf = (entry: Entry, attribute: string): unknown[] =>
  Object.entries(entry).flatMap(([name, value]) => (name.toLowerCase() === attribute.toLowerCase() ? value : []));

/** Asks the LDAP directory of the settings (docs/adr/0041-ldap.md). */
@Injectable()
export class LdapDirectory {
  constructor(
    private readonly configuration: Configuration,
    private readonly egress: EgressClient,
  ) {}

  get isConfigured(): boolean {
    return this.configuration.ldap.url !== '';
  }

  /** Of accounts: those of another directory are others. */
  get issuer(): string {
    return `ldap:${this.configuration.ldap.baseDn.toLowerCase()}`;
  }

  /**
   * Null: the directory has nobody of the name, several, or another password.
   *
   * @throws TransientError if it cannot be asked
   */
  async find(username: string, password: string): Promise<LdapPerson | null> {
    // RFC 4513, 5.1.2: a bind with an empty password succeeds, and proves nothing.
    if (password === '' || username === '') return null;
    try {
      return await this.withClient(async (client) => {
        const entry = await this.entryOf(client, username);
        // Nothing more of somebody is read before the password is right: the time would say that there is such a name.
        if (entry) return (await this.hasPassword(entry.dn, password)) ? this.personOf(client, entry, username) : null;
        await this.hasPassword(this.nobody(), password).catch(() => undefined);
        return null;
      });
    } catch (error) {
      throw new TransientError('The directory cannot be asked at the moment', 30, { cause: error });
    }
  }

  private async entryOf(client: Client, username: string): Promise<Entry | null> {
    const { baseDn, userFilter, idAttribute, groupAttribute } = this.configuration.ldap;
    try {
      const { searchEntries } = await client.search(baseDn, {
        scope: 'sub',
        filter: filterWith(userFilter, 'username', username),
        attributes: [idAttribute, 'mail', ...(groupAttribute === '' ? [] : [groupAttribute])],
        // As bytes, however the directory spells it: as text two ids of Active Directory could look alike.
        explicitBufferAttributes: [idAttribute, idAttribute.toLowerCase()],
        sizeLimit: 2,
        timeLimit: timeoutMs / 1_000,
      });
      // Two people of one name: nobody can say which one it is.
      return searchEntries.length === 1 ? searchEntries[0]! : null;
    } catch (error) {
      if (error instanceof SizeLimitExceededError || error instanceof NoSuchObjectError) return null;
      throw error;
    }
  }

  private async personOf(client: Client, entry: Entry, username: string): Promise<LdapPerson> {
    const { idAttribute } = this.configuration.ldap;
    const [id, ...others] = valuesOf(entry, idAttribute);
    if (!Buffer.isBuffer(id) || id.length === 0 || others.length > 0)
      throw new Error(`The entry of a user has not one ${idAttribute}; set LDAP_ID_ATTRIBUTE to one that it has`);
    const [mail] = valuesOf(entry, 'mail');
    return {
      subject: id.toString('hex'),
      username,
      email: typeof mail === 'string' && /^[^\s@]{1,64}@[^\s@]{1,255}$/.test(mail) ? mail : '',
      groups: await this.groupsOfEntry(client, entry),
    };
  }

  private async groupsOfEntry(client: Client, entry: Entry): Promise<string[] | null> {
    const { groupAttribute, groupBaseDn, groupFilter } = this.configuration.ldap;
    const named = groupAttribute === '' ? [] : this.groupsIn(entry, groupAttribute);
    if (named === null || groupBaseDn === '') return named;
    try {
      const { searchEntries } = await client.search(groupBaseDn, {
        scope: 'sub',
        filter: filterWith(groupFilter, 'dn', entry.dn),
        attributes: ['cn'],
        sizeLimit: maxGroups,
        timeLimit: timeoutMs / 1_000,
      });
      const names = searchEntries.map((one) => valuesOf(one, 'cn').flat());
      // A group whose name may not be read is not none.
      if (names.some((one) => one.length === 0)) return null;
      const found = groupsOf({ groups: names.flat() }, 'groups');
      return found && [...new Set([...named, ...found])];
    } catch (error) {
      if (error instanceof SizeLimitExceededError) return null;
      throw error;
    }
  }

  /** Active Directory answers with `memberOf;range=0-1499` where there are more. */
  private groupsIn(entry: Entry, attribute: string): string[] | null {
    const isPart = Object.keys(entry).some((name) =>
      name.toLowerCase().startsWith(`${attribute.toLowerCase()};range=`),
    );
    return isPart ? null : groupsOf({ groups: valuesOf(entry, attribute) }, 'groups');
  }

  /** Bound in place of somebody whom the directory does not have, as `verifyPassword` does without a hash. */
  private nobody(): string {
    return `cn=${randomUUID()},${this.configuration.ldap.baseDn}`;
  }

  private async hasPassword(dn: string, password: string): Promise<boolean> {
    return this.withConnection(async (client) => {
      try {
        await client.bind(dn, password);
        return true;
      } catch (error) {
        if (refusals.some((refusal) => error instanceof refusal)) return false;
        throw error;
      }
    });
  }

  private withClient<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const { bindDn, bindPassword } = this.configuration.ldap;
    return this.withConnection(async (client) => {
      await client.bind(bindDn, bindPassword);
      return work(client);
    });
  }

  /** With TLS always: `ldap://` is upgraded before anything is said. */
  private async withConnection<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const { protocol, hostname, port } = new URL(this.configuration.ldap.url);
    const isTls = protocol === 'ldaps:';
    const way = await this.egress.forward(hostname, Number(port) || (isTls ? 636 : 389));
    const client = new Client({
      url: `${protocol}//127.0.0.1:${way.port}`,
      timeout: timeoutMs,
      connectTimeout: timeoutMs,
      ...(isTls && { tlsOptions: this.tlsOptions(hostname) }),
    });
    try {
      if (!isTls) await client.startTLS(this.tlsOptions(hostname));
      return await work(client);
    } catch (error) {
      throw way.refusal ?? error;
    } finally {
      await client.unbind().catch(() => undefined);
      await way.close();
    }
  }

  private tlsOptions(host: string): ConnectionOptions {
    return {
      ...(isIP(host) === 0 && { servername: host }),
      ...(this.egress.certificates && { ca: [...this.egress.certificates] }),
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      // The connection goes to the port of this process, whose address is in no certificate.
      checkServerIdentity: (_port, certificate) => checkServerIdentity(host, certificate),
    };
  }
}
