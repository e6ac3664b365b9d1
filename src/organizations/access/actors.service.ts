import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { Actor, type ActorVia } from './actor.js';
import {
  personById,
  personByKeyHash,
  personBySubject,
  recordActivity,
  recordKeyUse,
  type KeyHolder,
  type Person,
} from './actors.repository.js';
import type { Permission } from './roles.js';

/** Turns proof of identity into an actor with the rights of this moment. */
@Injectable()
export class ActorsService {
  constructor(private readonly database: Database) {}

  async bySession(userId: string, version: number, needs: Permission): Promise<Actor | null> {
    const person = await this.load((sql) => personById(sql, userId));
    return person?.session_version === version ? actorOf(person, 'session', needs) : null;
  }

  /** @param issuedAt seconds since 1970 */
  async bySubject(issuer: string, subject: string, issuedAt: number, needs: Permission): Promise<Actor | null> {
    const person = await this.load((sql) => personBySubject(sql, issuer, subject));
    const signedOut = person?.signed_out_at ? person.signed_out_at.getTime() / 1000 : 0;
    return person && issuedAt > signedOut ? actorOf(person, 'outside', needs) : null;
  }

  async byKeyHash(hash: Buffer, needs: Permission): Promise<Actor | null> {
    const holder = await this.load((sql) => personByKeyHash(sql, hash));
    return holder && actorOf(holder, 'api_key', needs, holder);
  }

  private load<P extends Person | KeyHolder>(find: (sql: Sql) => Promise<P | null>): Promise<P | null> {
    return this.database.statements(async (sql) => {
      const person = await find(sql);
      if (person?.idle) await recordActivity(sql, person.id);
      if (person && 'key_id' in person && person.key_idle) await recordKeyUse(sql, person.key_id);
      return person;
    });
  }
}

function actorOf(person: Person, via: ActorVia, needs: Permission, holder: KeyHolder | null = null): Actor {
  return new Actor({
    userId: person.id,
    username: person.username,
    sysAdmin: person.sys_admin,
    via,
    needs,
    memberships: person.memberships.map((membership) => ({
      orgId: membership.org_id,
      role: membership.role,
      narrowed: membership.narrowed,
      teamRoles: new Map(Object.entries(membership.teams)),
    })),
    key: holder && { role: holder.key_role, orgId: holder.key_org_id, expires: holder.key_expires },
  });
}
