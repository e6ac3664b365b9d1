/** What channels can be sent. */
export const alarmTypes = [
  'vulnerability.found',
  'vulnerability.exploited',
  'verdict.changed',
  'license.violated',
  'component.end_of_life',
  'sbom.quality_fell',
  'monitor.failed',
] as const;
export type AlarmType = (typeof alarmTypes)[number];

export const channelKinds = ['slack', 'teams', 'email', 'github', 'jira'] as const;
export type ChannelKind = (typeof channelKinds)[number];

export const digests = ['immediate', 'daily', 'weekly'] as const;

/** The SBOM that alarms are about. */
export interface AlarmSubject {
  readonly id: string;
  readonly org_id: string;
  readonly team_id: string;
  readonly name: string;
  readonly version: string;
  readonly supplier: string;
}

/** One of the things that an alarm is about. */
export interface AlarmItem {
  /** Vulnerability, rule or standard; the verdict of a changed verdict. */
  readonly subject: string;
  /** Package URL without version, product, or name; empty: the SBOM itself. */
  readonly package: string;
  /** One of its components. */
  readonly component_id: string | null;
  readonly component: string;
  readonly version: string;
  /** How many components of the SBOM are of the package. */
  readonly components: number;
  readonly severity: string;
  /** What it was rated before, where the news is that it is rated worse; otherwise null or left out. */
  readonly former_severity?: string | null;
  /** `affected`, or `unknown`: it may be affected. */
  readonly status: string;
  readonly epss: number | null;
  readonly exploited: boolean;
  readonly fixed_in: string | null;
  /** One sentence. */
  readonly text: string;
}

/** What became known of one SBOM at one time, of one type. */
export interface NewAlarm {
  readonly id: string;
  readonly type: AlarmType;
  /** Its id is null where a project has none yet; the name is the project's then. */
  readonly sbom: Omit<AlarmSubject, 'id'> & { readonly id: string | null };
  /** The first look at the SBOM: all there is, not what is new. */
  readonly isFirst: boolean;
  /** Number of its items. */
  readonly total: number;
}
