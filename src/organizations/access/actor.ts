import { forbidden, notFound } from '../../model/errors.js';
import type { Tenancy } from '../../platform/database/sql.js';
import { isAtLeast, lowerRole, type Permission, type Role } from './roles.js';

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
export interface OwnedRow {
  readonly org_id: string;
  readonly team_id?: string | null;
}

/** Organizations of which the actor sees everything, and the visible teams of the others; see `visibleRows`. */
export interface VisibleScope {
  readonly organizations: readonly string[];
  readonly teams: readonly string[];
}

/** How the actor has proved who he is. */
export type AuthenticationMethod = 'session' | 'api_key' | 'outside';

export interface ActorProperties {
  readonly userId: string;
  readonly username: string;
  readonly sysAdmin: boolean;
  readonly via: AuthenticationMethod;
  /** What the current route or job asks for. */
  readonly requiredPermission: Permission;
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
  readonly via: AuthenticationMethod;
  readonly requiredPermission: Permission;
  readonly memberships: readonly Membership[];
  /** True for an API key that may do less, or for a shorter time, than its user. */
  readonly hasLimitedKey: boolean;
  /** Organizations whose things this request was let at: they are the ones that hear of it. */
  readonly accessedOrganizations = new Set<string>();

  constructor(properties: ActorProperties) {
    const key = properties.key ?? null;
    this.userId = properties.userId;
    this.username = properties.username;
    this.via = properties.via;
    this.requiredPermission = properties.requiredPermission;
    this.hasLimitedKey = key !== null && (key.role !== null || key.orgId !== null || key.expires);
    // The limits of a key are limits within organizations: whoever has them manages no organizations.
    this.sysAdmin = properties.sysAdmin && (key === null || (key.role === null && key.orgId === null));
    this.memberships = properties.memberships
      .filter((membership) => key === null || key.orgId === null || key.orgId === membership.orgId)
      .map((membership) => (key?.role ? { ...membership, role: lowerRole(membership.role, key.role) } : membership));
    Object.freeze(this.memberships);
    Object.freeze(this);
  }

  /** For `Database.transaction`: row-level security lets nothing else through. */
  get tenancy(): Tenancy {
    return { organizations: this.memberships.map((membership) => membership.orgId) };
  }

  /** Who shares what there is only so much of: the one organization that the actor belongs to, or else himself. */
  get quotaKey(): string {
    const [first, ...others] = this.memberships;
    return first && others.length === 0 ? `organization ${first.orgId}` : `user ${this.userId}`;
  }

  /** For lists: give it to the condition of `visibleRows`. */
  get visibleScope(): VisibleScope {
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
  authorize<Row extends OwnedRow>(
    row: Row | null | undefined,
    name: string,
    required: Permission = this.requiredPermission,
  ): Row {
    const role = row && this.roleFor(row.org_id, row.team_id ?? null);
    if (!row || !role) throw notFound(name);
    this.accessedOrganizations.add(row.org_id);
    requireRole(role, required);
    return row;
  }

  /** The actor's membership of a named organization; 404 if he has none, 403 if its role is too small. */
  organization(orgId: string, required: Permission = this.requiredPermission): Membership {
    const membership = this.membership(orgId);
    const role = this.roleFor(orgId, null);
    if (!membership || !role) throw notFound('organization');
    this.accessedOrganizations.add(orgId);
    requireRole(role, required);
    return membership;
  }

  /** Role at an organization's things or, with a team, at that team's; null: they are invisible to the actor. */
  roleFor(orgId: string, teamId: string | null): Role | null {
    const membership = this.membership(orgId);
    if (!membership) return null;
    const { role, narrowed, teamRoles } = membership;
    if (role === 'admin' && !narrowed) return role;
    // Whoever sees only some teams cannot administer the whole.
    if (teamId === null) return narrowed ? lowerRole(role, 'member') : role;
    const inTeam = teamRoles.get(teamId);
    if (inTeam) return lowerRole(role, inTeam);
    return narrowed ? null : role;
  }

  private membership(orgId: string): Membership | undefined {
    return this.memberships.find((membership) => membership.orgId === orgId);
  }
}

function requireRole(role: Role, required: Permission): void {
  if (required === 'public' || required === 'authenticated' || required === 'sys_admin') return;
  if (!isAtLeast(role, required)) throw forbidden(`This needs the role ${required}; yours here is ${role}`);
}
