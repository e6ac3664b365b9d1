import type { Role } from '../access/roles.js';
import type { ApiKeyRow } from './api-keys.repository.js';
import type { UserRow } from './users.repository.js';

/** A user, in the shape that the legacy client reads. */
export interface UserView {
  id: string;
  email: string;
  username: string;
  chat_handle: string;
  created_at: Date;
  updated_at: Date;
  last_active_at: Date | null;
  externally_managed: boolean;
  disabled: boolean;
  metadata: Record<string, never>;
  sys_admin: boolean;
  /** No person, but an account of an organization. */
  service_account: boolean;
  /** Always false: the service has no accounts of its own. */
  system: false;
  /** Role in each visible team, by its id. */
  teams: Record<string, Role>;
}

export interface UserNameView {
  readonly id: string;
  readonly name: string;
}

export interface NewUser extends UserView {
  /** Only where the service generated it; shown once. */
  password?: string;
}

/** An API key; only `createApiKey` answers the key itself. */
export interface ApiKeyView extends ApiKeyRow {}

/** Answer of a login. */
export interface Session {
  readonly jwt: string;
  readonly user: UserView;
}

/** Answer of a sign-in with the provider. */
export interface SignedInSession extends Session {
  /** To be shown to the user: which account was made, and why; empty: nothing. */
  readonly notice: string;
}

/** @param teams roles by team id; only a user's own are shown */
export function userView(user: UserRow, teams: ReadonlyMap<string, Role> = new Map()): UserView {
  return {
    id: user.id,
    email: user.email,
    username: user.username,
    chat_handle: '',
    created_at: user.created_at,
    updated_at: user.updated_at,
    last_active_at: user.last_active_at,
    externally_managed: user.externally_managed,
    disabled: user.disabled,
    metadata: {},
    sys_admin: user.sys_admin,
    service_account: user.service_account,
    system: false,
    teams: Object.fromEntries(teams),
  };
}
