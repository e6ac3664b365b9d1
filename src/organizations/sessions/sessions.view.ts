/** How a session began: by a password, by the OpenID Connect provider, or by the service for itself. */
export type SessionStart = 'password' | 'provider' | 'service';

/** A session of the caller. */
export interface SessionView {
  readonly id: string;
  /** How it began: `password`, `provider` (OpenID Connect), or `service` (by the service for itself). */
  readonly via: SessionStart;
  /** Network address that it began from. */
  readonly address: string;
  /** What the program calls itself. */
  readonly user_agent: string;
  readonly created_at: Date;
  /** To the minute. */
  readonly last_seen_at: Date;
  /** Unless it is renewed. */
  readonly expires_at: Date;
  /** The session of this request. */
  readonly is_current: boolean;
}
