/**
 * What a statement about versions says of one component. `unknown` where the statement or the component does not say
 * enough; never a guess either way.
 */
export type VulnerabilityStatus = 'affected' | 'not_affected' | 'unknown';

export interface Assessment {
  readonly status: VulnerabilityStatus;
  /** One sentence for people. */
  readonly reason: string;
  /** Versions, of those the statement names, in which the component is no longer affected; empty where none is named. */
  readonly fixedIn: readonly string[];
}

export const affected = (reason: string, fixedIn: readonly string[] = []): Assessment => ({
  status: 'affected',
  reason,
  fixedIn,
});
export const notAffected = (reason: string): Assessment => ({ status: 'not_affected', reason, fixedIn: [] });
export const unknown = (reason: string): Assessment => ({ status: 'unknown', reason, fixedIn: [] });
