import type { AuditOutcome } from './audit.entities.js';

export interface AuditEventView {
  readonly id: string;
  readonly at: Date;
  /** Null: belongs to no organization. */
  readonly org_id: string | null;
  /** Null: no known user. */
  readonly actor_id: string | null;
  /** The user’s name at that time. */
  readonly actor_name: string;
  /**
   * How the user authenticated: `session`, `api_key`, `service_account` (a key of one), `keyless` (a pipeline's token),
   * `outside` (OpenID Connect), `password`; `scim` is a token of an identity provider, whose name `actor_name` then is.
   */
  readonly via: string;
  readonly action: string;
  /**
   * `failed`: an error of the service; the change may or may not have happened. `committed`: the change is stored; the
   * service ended or lost its database before it recorded the answer.
   */
  readonly outcome: AuditOutcome;
  /** HTTP status of the answer. Null: not known, of a `committed` event. */
  readonly status: number | null;
  /** Ids from the request and the answer, at most a hundred. */
  readonly objects: string[];
  /** Network address of the caller. */
  readonly address: string;
  readonly request_id: string;
}
