export const vexStatuses = ['not_affected', 'affected', 'fixed', 'under_investigation'] as const;
export type VexStatus = (typeof vexStatuses)[number];

const statusByWord: Readonly<Record<string, VexStatus>> = {
  // CycloneDX, vulnerabilities[].analysis.state
  exploitable: 'affected',
  false_positive: 'not_affected',
  in_triage: 'under_investigation',
  not_affected: 'not_affected',
  resolved: 'fixed',
  resolved_with_pedigree: 'fixed',
  // OpenVEX, CSAF
  affected: 'affected',
  fixed: 'fixed',
  known_affected: 'affected',
  known_not_affected: 'not_affected',
  under_investigation: 'under_investigation',
};

/** VEX status of a term of CycloneDX, OpenVEX or CSAF; undefined for other terms. */
export function vexStatusOf(word: string): VexStatus | undefined {
  return Object.hasOwn(statusByWord, word) ? statusByWord[word] : undefined;
}

/** Takes a vulnerability away. */
export const isClearing = ({ status }: { readonly status: VexStatus }): boolean =>
  status === 'not_affected' || status === 'fixed';

/** An order in which the last one counts. */
export const clearingFirst = (one: { readonly status: VexStatus }, other: { readonly status: VexStatus }): number =>
  Number(isClearing(other)) - Number(isClearing(one));

/** Why a component is not affected (CISA, "VEX Status Justifications"; the words of OpenVEX and of CSAF flags). */
export const vexLabels = [
  'component_not_present',
  'vulnerable_code_not_present',
  'vulnerable_code_not_in_execute_path',
  'vulnerable_code_cannot_be_controlled_by_adversary',
  'inline_mitigations_already_exist',
] as const;
export type VexLabel = (typeof vexLabels)[number];

/** What is done about a vulnerability (CycloneDX 1.6, vulnerabilities[].analysis.response). */
export const vexResponses = ['can_not_fix', 'will_not_fix', 'update', 'rollback', 'workaround_available'] as const;
export type VexResponse = (typeof vexResponses)[number];

export const vexLabelOf = (word: string): VexLabel | null => vexLabels.find((label) => label === word) ?? null;
export const vexResponseOf = (word: string): VexResponse | null => vexResponses.find((one) => one === word) ?? null;
