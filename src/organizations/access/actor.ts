import { forbidden, notFound } from '../../model/errors.js';
import type { Tenancy } from '../../platform/database/sql.js';
import { isAtLeast, lowerRole, type Permission, type Role } from './roles.js';

/** Rights of one user in one organization. */
export interface Membership {
  readonly orgId: string;
  /** The user's highest role in the organization. */
  readonly role: Role;
  /** True: only the teams of `teamRoles` are visible. False: all teams are. */
  readonly narrowed: boolean;
  /**
   * The user's teams with the role in each. It can be lower than `role`, never higher; administrators of the whole
   * organization are administrators of every team.
   */
  readonly teamRoles: ReadonlyMap<string, Role>;
}

/** A row with its owner. A row without a team belongs to the whole organization. */
export interface OwnedRow {
  readonly org_id: string;
  readonly team_id?: string | null;
}

/** Organizations that the actor sees completely, and the visible teams of the others; see `visibleRows`. */
export interface VisibleScope {
  readonly organizations: readonly string[];
  readonly teams: readonly string[];
}

/**
 * How the caller authenticated; `outside` is an OpenID Connect token, `service_account` an API key of no person, `keyless`
 * one that a pipeline got for its token. The audit log stores it.
 */
export type AuthenticationMethod = 'session' | 'api_key' | 'service_account' | 'keyless' | 'outside';

export interface ActorProperties {
  readonly userId: string;
  readonly username: string;
  readonly sysAdmin: boolean;
  readonly via: AuthenticationMethod;
  /** The session that the caller's token belongs to; null: it is none of a session. */
  readonly sessionId?: string | null;
  /** Raised whenever all sessions of the user end. */
  readonly sessionVersion?: number;
  /** Permission that the current route or job requires. */
  readonly requiredPermission: Permission;
  readonly memberships: readonly Membership[];
  /** Limits of the API key, where one is used. */
  readonly key?: KeyLimits | null;
  /** Owner of the quotas, where it is neither the organization nor the user. */
  readonly quotaKey?: string;
}

export interface KeyLimits {
  readonly role: Role | null;
  readonly orgId: string | null;
  /** Null: it has no end. */
  readonly endsAt: Date | null;
  /** The only project that it reaches; `teamId` is null where the project is gone. */
  readonly project?: { readonly id: string; readonly teamId: string | null } | null;
}

/**
 * The caller with current rights: read from the database for every request, never cached. The limits of an API key are
 * already applied.
 */
export class Actor {
  readonly userId: string;
  readonly username: string;
  readonly sysAdmin: boolean;
  readonly via: AuthenticationMethod;
  readonly sessionId: string | null;
  readonly sessionVersion: number;
  readonly requiredPermission: Permission;
  readonly memberships: readonly Membership[];
  /** The only project that the key reaches; null: it is bound to none. */
  readonly projectId: string | null;
  /** Role, organization and project that the API key is limited to; null: to none. Of one user, keys may differ in it. */
  readonly keyScope: readonly (string | null)[] | null;
  /** True for an API key with fewer rights than its user, or with an expiry. */
  readonly hasLimitedKey: boolean;
  /** When the API key ends; null: never, or no key is used. */
  readonly keyEndsAt: Date | null;
  /** Organizations whose objects this request accessed: their audit logs record it. */
  readonly accessedOrganizations = new Set<string>();
  private readonly ownQuotaKey: string | null;

  constructor(properties: ActorProperties) {
    const key = properties.key ?? null;
    this.userId = properties.userId;
    this.username = properties.username;
    this.via = properties.via;
    this.sessionId = properties.sessionId ?? null;
    this.sessionVersion = properties.sessionVersion ?? 0;
    this.ownQuotaKey = properties.quotaKey ?? null;
    this.requiredPermission = properties.requiredPermission;
    this.projectId = key?.project?.id ?? null;
    const scope = [key?.role ?? null, key?.orgId ?? null, this.projectId];
    this.keyScope = scope.some((limit) => limit !== null) ? scope : null;
    this.keyEndsAt = key?.endsAt ?? null;
    this.hasLimitedKey = this.keyScope !== null || this.keyEndsAt !== null;
    // A key with limits works inside organizations: what it did to the service and its users would outlive it.
    this.sysAdmin = properties.sysAdmin && !this.hasLimitedKey;
    this.memberships = properties.memberships
      .filter((membership) => key === null || key.orgId === null || key.orgId === membership.orgId)
      .map((membership) => (key?.role ? { ...membership, role: lowerRole(membership.role, key.role) } : membership))
      .flatMap((membership) => (key?.project ? narrowedTo(membership, key.project.teamId) : [membership]));
    Object.freeze(this.memberships);
    Object.freeze(this);
  }

  /** For `Database.transaction`: row-level security shows only rows of these organizations. */
  get tenancy(): Tenancy {
    return { organizations: this.memberships.map((membership) => membership.orgId) };
  }

  /** Owner of the quotas: the actor's only organization, or the actor where there are several or none. */
  get quotaKey(): string {
    if (this.ownQuotaKey !== null) return this.ownQuotaKey;
    const [first, ...others] = this.memberships;
    return first && others.length === 0 ? `organization ${first.orgId}` : `user ${this.userId}`;
  }

  /** For lists, with the condition of `visibleRows`. */
  get visibleScope(): VisibleScope {
    const narrowed = this.memberships.filter((membership) => membership.narrowed);
    return {
      organizations: this.memberships.filter((membership) => !membership.narrowed).map(({ orgId }) => orgId),
      teams: narrowed.flatMap((membership) => [...membership.teamRoles.keys()]),
    };
  }

  /**
   * The row, if the actor has the required permission on it. Throws 404 where it does not exist or is invisible to the
   * actor (the two answers are equal), 403 where the actor's role is too low.
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

  /** The actor's membership in an organization; throws 404 where there is none, 403 where its role is too low. */
  organization(orgId: string, required: Permission = this.requiredPermission): Membership {
    const membership = this.membership(orgId);
    const role = this.roleFor(orgId, null);
    if (!membership || !role) throw notFound('organization');
    this.accessedOrganizations.add(orgId);
    requireRole(role, required);
    return membership;
  }

  /** Role on an organization's or a team's objects; null: they are invisible to the actor. */
  roleFor(orgId: string, teamId: string | null): Role | null {
    const membership = this.membership(orgId);
    if (!membership) return null;
    const { role, narrowed, teamRoles } = membership;
    if (role === 'admin' && !narrowed) return role;
    // A member who sees only some teams cannot administer the whole organization.
    if (teamId === null) return narrowed ? lowerRole(role, 'member') : role;
    const inTeam = teamRoles.get(teamId);
    if (inTeam) return lowerRole(role, inTeam);
    return narrowed ? null : role;
  }

  private membership(orgId: string): Membership | undefined {
    return this.memberships.find((membership) => membership.orgId === orgId);
  }
}

/** A key of a project sees its team at most, and never administers. Empty: its user does not see the team. */
function narrowedTo(membership: Membership, teamId: string | null): Membership[] {
  const { role, narrowed, teamRoles } = membership;
  const inTeam = teamId === null ? undefined : (teamRoles.get(teamId) ?? (narrowed ? undefined : role));
  if (teamId === null || !inTeam) return [];
  const highest = role === 'admin' && !narrowed ? role : lowerRole(role, inTeam);
  const limited = lowerRole(highest, 'member');
  return [{ orgId: membership.orgId, role: limited, narrowed: true, teamRoles: new Map([[teamId, limited]]) }];
}

function requireRole(role: Role, required: Permission): void {
  if (required === 'public' || required === 'authenticated' || required === 'sys_admin') return;
  if (!isAtLeast(role, required)) throw forbidden(`This requires the role ${required}; your role here is ${role}`);
}
