/** Where alarms of an organization are sent, which ones, and when. */
export interface AlarmChannelView {
  readonly id: string;
  readonly org_id: string;
  /** `slack`, `teams`, `email`, `github` or `jira`. */
  readonly kind: string;
  readonly name: string;
  /** Origin of the address, the rest masked; of a tracker, the address of its API; empty: an e-mail. */
  readonly url: string;
  readonly smtp_host: string;
  readonly smtp_port: number;
  /** `tls` or `starttls`. */
  readonly smtp_security: string;
  readonly smtp_username: string;
  /** Always masked; empty: there is none. */
  readonly smtp_password: string;
  /** Address that e-mails are from. */
  readonly sender: string;
  /** Addresses that e-mails go to. */
  readonly recipients: readonly string[];
  /** Of a tracker: `owner/repository` on GitHub, the key of the project in Jira. */
  readonly project: string;
  /** Of Jira: the type of the issues. */
  readonly issue_type: string;
  /** Of Jira: who the token belongs to; empty: it says that by itself. */
  readonly username: string;
  /** Always masked; empty: there is none. */
  readonly token: string;
  /** Types of alarm; empty: all. */
  readonly events: readonly string[];
  /** The mildest severity of a vulnerability that is sent. */
  readonly min_severity: string;
  /** The lowest EPSS probability of a vulnerability that is sent, 0–1; an exploited one is always sent. */
  readonly min_epss: number;
  /** Only vulnerabilities that are known to be exploited. */
  readonly exploited_only: boolean;
  /** Also vulnerabilities of which it is not known whether they affect the version. */
  readonly include_undecided: boolean;
  /** Only SBOMs of these teams; empty: of all. */
  readonly team_ids: readonly string[];
  /** Only SBOMs of these suppliers; empty: of all. */
  readonly suppliers: readonly string[];
  /** `immediate`, `daily` or `weekly`. */
  readonly digest: string;
  /** Time of a digest in the time zone, as 08:00. */
  readonly digest_time: string;
  /** Day of a weekly digest: 1 is Monday. */
  readonly digest_day: number;
  readonly time_zone: string;
  /** Nothing is sent from this time on …; null: there are no quiet hours. */
  readonly quiet_from: string | null;
  /** … until this time. */
  readonly quiet_to: string | null;
  readonly active: boolean;
  /** Why the service switched the channel off, or why nothing can be sent; empty otherwise. */
  readonly disabled_reason: string;
  /** Time of the first failure since the last success; null: the last attempt succeeded. */
  readonly failing_since: Date | null;
  /** When the next message is put together; null: nothing waits. */
  readonly send_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** A channel that was deleted. */
export interface DeletedChannelView {
  readonly id: string;
  /** Issues that stay open at the tracker: nothing updates or closes them any more. */
  readonly left_issue_count: number;
  /** Addresses of the first of them. */
  readonly left_issues: readonly string[];
}

/** A message to a channel. */
export interface MessageView {
  readonly id: string;
  readonly channel_id: string;
  readonly subject: string;
  /** As sent: JSON. */
  readonly body: string;
  /** How many vulnerabilities, violations … it is about. */
  readonly alarms: number;
  /** `pending`, `delivered`, `failed`, `dropped`, or `empty`: nothing that waited passed the filter. */
  readonly status: string;
  readonly attempts: number;
  /** Why the last attempt failed. */
  readonly error: string;
  /** Time of the next attempt. */
  readonly due_at: Date | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}
