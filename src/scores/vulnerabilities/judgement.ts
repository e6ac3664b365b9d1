/**
 * What a statement about versions says of one component. `unknown` where the statement or the component does not say
 * enough; never a guess either way.
 */
export type VulnerabilityStatus = 'affected' | 'not_affected' | 'unknown';

export interface Judgement {
  readonly status: VulnerabilityStatus;
  /** One sentence for people. */
  readonly reason: string;
  /** Versions, of those the statement names, in which the component is no longer affected; empty where none is named. */
  readonly fixedIn: readonly string[];
}

export const affected = (reason: string, fixedIn: readonly string[] = []): Judgement => ({
  status: 'affected',
  reason,
  fixedIn,
});
export const notAffected = (reason: string): Judgement => ({ status: 'not_affected', reason, fixedIn: [] });
export const unknown = (reason: string): Judgement => ({ status: 'unknown', reason, fixedIn: [] });
