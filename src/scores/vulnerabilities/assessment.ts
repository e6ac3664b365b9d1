/** Whether a vulnerability affects a component; `unknown` where the source or the component gives too little data. */
export type VulnerabilityStatus = 'affected' | 'not_affected' | 'unknown';

export interface Assessment {
  readonly status: VulnerabilityStatus;
  /** One sentence for people. */
  readonly reason: string;
  /** Versions named by the source that are no longer affected. */
  readonly fixedIn: readonly string[];
  /** Name of the source package whose versions these are; without it they are the component's own. */
  readonly source?: string;
  /** Path of the module of Go whose advisory it is, where it is that of nothing else. */
  readonly module?: string;
}

export const affected = (reason: string, fixedIn: readonly string[] = []): Assessment => ({
  status: 'affected',
  reason,
  fixedIn,
});
export const notAffected = (reason: string): Assessment => ({ status: 'not_affected', reason, fixedIn: [] });
export const unknown = (reason: string): Assessment => ({ status: 'unknown', reason, fixedIn: [] });
