import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { Actor, type AuthenticationMethod } from './actor.js';
import {
  actorByUserId,
  actorByKeyHash,
  actorBySubject,
  recordActivity,
  recordKeyUse,
  type ApiKeyActorRow,
  type ActorRow,
} from './actors.repository.js';
import type { Permission } from './roles.js';

/** Turns proof of identity into an actor with the rights of this moment. */
@Injectable()
export class ActorsService {
  constructor(private readonly database: Database) {}

  async bySession(userId: string, version: number, permission: Permission): Promise<Actor | null> {
    const row = await this.load((sql) => actorByUserId(sql, userId));
    return row?.session_version === version ? toActor(row, 'session', permission) : null;
  }

  /** @param issuedAt seconds since 1970 */
  async bySubject(issuer: string, subject: string, issuedAt: number, permission: Permission): Promise<Actor | null> {
    const row = await this.load((sql) => actorBySubject(sql, issuer, subject));
    const signedOutAt = row?.signed_out_at ? row.signed_out_at.getTime() / 1000 : 0;
    return row && issuedAt > signedOutAt ? toActor(row, 'outside', permission) : null;
  }

  async byKeyHash(hash: Buffer, permission: Permission): Promise<Actor | null> {
    const row = await this.load((sql) => actorByKeyHash(sql, hash));
    return row && toActor(row, 'api_key', permission, row);
  }

  private load<P extends ActorRow | ApiKeyActorRow>(find: (sql: Sql) => Promise<P | null>): Promise<P | null> {
    return this.database.statements(async (sql) => {
      const row = await find(sql);
      if (row?.idle) await recordActivity(sql, row.id);
      if (row && 'key_id' in row && row.key_idle) await recordKeyUse(sql, row.key_id);
      return row;
    });
  }
}

function toActor(
  row: ActorRow,
  via: AuthenticationMethod,
  permission: Permission,
  keyRow: ApiKeyActorRow | null = null,
): Actor {
  return new Actor({
    userId: row.id,
    username: row.username,
    sysAdmin: row.sys_admin,
    via,
    requiredPermission: permission,
    memberships: row.memberships.map((membership) => ({
      orgId: membership.org_id,
      role: membership.role,
      narrowed: membership.narrowed,
      teamRoles: new Map(Object.entries(membership.teams)),
    })),
    key: keyRow && { role: keyRow.key_role, orgId: keyRow.key_org_id, expires: keyRow.key_expires },
  });
}
