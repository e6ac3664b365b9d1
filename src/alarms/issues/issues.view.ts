/** The issue of a tracker that follows one SBOM. */
export interface AlarmIssueView {
  readonly channel_id: string;
  readonly sbom_id: string;
  /** `none`: not created; `open`, `closed`: as the service left it. */
  readonly state: string;
  /** Its number or key in the tracker; null: it was not created, or is not there any more. */
  readonly remote_id: string | null;
  readonly url: string;
  /** When the tracker is asked next; null: nothing has changed, or the service has given up until something does. */
  readonly due_at: Date | null;
  /** Attempts since the last change. */
  readonly attempts: number;
  /** Why the last attempt failed. */
  readonly error: string;
  readonly updated_at: Date;
}
