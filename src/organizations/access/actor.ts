import { forbidden, notFound } from '../../model/errors.js';
import type { Tenancy } from '../../platform/database/sql.js';
import { atLeast, lowerOf, type Permission, type Role } from './roles.js';

/** What one user may do in one organization. */
export interface Membership {
  readonly orgId: string;
  /** The most that the user may do anywhere in the organization. */
  readonly role: Role;
  /** True: only the teams of `teamRoles` are visible. False: all of them are. */
  readonly narrowed: boolean;
  /**
   * Teams that the user was put into, with the role there. It can be lower than `role`, never higher; administrators of
   * the whole organization are that in every team.
   */
  readonly teamRoles: ReadonlyMap<string, Role>;
}

/** What tells who a row belongs to. A row without a team belongs to the organization as a whole. */
export interface Owned {
  readonly org_id: string;
  readonly team_id?: string | null;
}

/** Organizations of which the actor sees everything, and the visible teams of the others; see `visibleRows`. */
export interface Reach {
  readonly organizations: readonly string[];
  readonly teams: readonly string[];
}

/** How the actor has proved who he is. */
export type ActorVia = 'session' | 'api_key' | 'outside';

export interface ActorFacts {
  readonly userId: string;
  readonly username: string;
  readonly sysAdmin: boolean;
  readonly via: ActorVia;
  /** What the current route or job asks for. */
  readonly needs: Permission;
  readonly memberships: readonly Membership[];
  /** The limits of the API key, where one is used. */
  readonly key?: KeyLimits | null;
}

export interface KeyLimits {
  readonly role: Role | null;
  readonly orgId: string | null;
  readonly expires: boolean;
}

/**
 * Who is asking, with today's rights: read from the database for every request and never kept longer. An API key's
 * limits are already applied, so nobody else has to think of them.
 */
export class Actor {
  readonly userId: string;
  readonly username: string;
  readonly sysAdmin: boolean;
  readonly via: ActorVia;
  readonly needs: Permission;
  readonly memberships: readonly Membership[];
  /** True for an API key that may do less, or for a shorter time, than its user. */
  readonly limitedKey: boolean;
  /** Organizations whose things this request was let at: they are the ones that hear of it. */
  readonly touched = new Set<string>();

  constructor(facts: ActorFacts) {
    const key = facts.key ?? null;
    this.userId = facts.userId;
    this.username = facts.username;
    this.via = facts.via;
    this.needs = facts.needs;
    this.limitedKey = key !== null && (key.role !== null || key.orgId !== null || key.expires);
    // The limits of a key are limits within organizations: whoever has them manages no organizations.
    this.sysAdmin = facts.sysAdmin && (key === null || (key.role === null && key.orgId === null));
    this.memberships = facts.memberships
      .filter((membership) => key === null || key.orgId === null || key.orgId === membership.orgId)
      .map((membership) => (key?.role ? { ...membership, role: lowerOf(membership.role, key.role) } : membership));
    Object.freeze(this.memberships);
    Object.freeze(this);
  }

  /** For `Database.transaction`: row-level security lets nothing else through. */
  get tenancy(): Tenancy {
    return { organizations: this.memberships.map((membership) => membership.orgId) };
  }

  /** Who shares what there is only so much of: the one organization that the actor belongs to, or else himself. */
  get home(): string {
    const [first, ...others] = this.memberships;
    return first && others.length === 0 ? `organization ${first.orgId}` : `user ${this.userId}`;
  }

  /** For lists: give it to the condition of `visibleRows`. */
  get reach(): Reach {
    const narrowed = this.memberships.filter((membership) => membership.narrowed);
    return {
      organizations: this.memberships.filter((membership) => !membership.narrowed).map(({ orgId }) => orgId),
      teams: narrowed.flatMap((membership) => [...membership.teamRoles.keys()]),
    };
  }

  /**
   * The row, if the actor may do with it what the current route is for. Throws 404 where there is no row or it is
   * none of the actor's business (the two look the same), 403 where he may see it but not do this.
   */
  admit<Row extends Owned>(row: Row | null | undefined, what: string, needs: Permission = this.needs): Row {
    const role = row && this.roleFor(row.org_id, row.team_id ?? null);
    if (!row || !role) throw notFound(what);
    this.touched.add(row.org_id);
    require(role, needs);
    return row;
  }

  /** The actor's membership of a named organization; 404 if he has none, 403 if its role is too small. */
  organization(orgId: string, needs: Permission = this.needs): Membership {
    const membership = this.membership(orgId);
    const role = this.roleFor(orgId, null);
    if (!membership || !role) throw notFound('organization');
    this.touched.add(orgId);
    require(role, needs);
    return membership;
  }

  /** Role at an organization's things or, with a team, at that team's; null: they are invisible to the actor. */
  roleFor(orgId: string, teamId: string | null): Role | null {
    const membership = this.membership(orgId);
    if (!membership) return null;
    const { role, narrowed, teamRoles } = membership;
    if (role === 'admin' && !narrowed) return role;
    // Whoever sees only some teams cannot administer the whole.
    if (teamId === null) return narrowed ? lowerOf(role, 'member') : role;
    const inTeam = teamRoles.get(teamId);
    if (inTeam) return lowerOf(role, inTeam);
    return narrowed ? null : role;
  }

  private membership(orgId: string): Membership | undefined {
    return this.memberships.find((membership) => membership.orgId === orgId);
  }
}

function require(role: Role, needs: Permission): void {
  if (needs === 'public' || needs === 'authenticated' || needs === 'sys_admin') return;
  if (!atLeast(role, needs)) throw forbidden(`This needs the role ${needs}; yours here is ${role}`);
}
