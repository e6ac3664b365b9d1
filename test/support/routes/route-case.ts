import type { RouteFixtures, Tenant } from './route-fixtures.js';
import type { Identity } from './identities.js';

export interface RouteRequest {
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  /** Content of the one file of a multipart form. */
  readonly file?: string;
}

/** What a route is about decides who may use it, together with the permission that the route itself declares. */
export type About =
  /** Nobody's in particular: answers every caller alike, or with what he may see. */
  | 'caller'
  /** The caller's own account: closed to API keys that may do less than their user. */
  | 'account'
  /** The organizations of the whole service. */
  | 'platform'
  | 'organization'
  | 'team';

export interface RouteCase {
  readonly about: About;
  /** Where what the request is about asks for more than the route declares. */
  readonly needs?: 'viewer' | 'member' | 'admin';
  /** System administrators may do it too, whatever their organizations. */
  readonly sysAdmin?: boolean;
  /** Status for those who see nothing of the thing; otherwise 404. */
  readonly unseen?: number;
  /** The same, for those who see nothing of the whole organization. */
  readonly unseenOrganization?: number;
  /** Status for those who see it and may not do this; otherwise 403. */
  readonly unprivileged?: number;
  /** Status for API keys that may do less than their user, and for all API keys, where that is one of its own. */
  readonly limitedKeys?: number;
  readonly apiKeys?: number;
  /** Status for keys of another project of the same team; otherwise 404. */
  readonly projectKeys?: number;
  /** Whether what a success tells is right for who asks. */
  readonly isCorrect?: (data: any, who: Identity, fixtures: RouteFixtures) => boolean;
  /** To be asked last: the caller cannot come back with the same token. */
  readonly endsSession?: boolean;
  /** Status of success, where it is not 200. */
  readonly success?: number;
  /** A request that is right in itself, about things of the tenant, and about fresh ones each time. */
  readonly request: (fixtures: RouteFixtures, tenant: Tenant) => RouteRequest | Promise<RouteRequest>;
  /** Further ways to ask: every identifier that the route takes occurs in one of them. */
  readonly also?: readonly ((fixtures: RouteFixtures, tenant: Tenant) => RouteRequest | Promise<RouteRequest>)[];
}

export type RouteCases = Readonly<Record<string, RouteCase>>;
