import type { VexLabel, VexStatus } from './vex-words.js';

/** States of `analysis` (CycloneDX 1.6). */
export const stateOfStatus: Readonly<Record<VexStatus, string>> = {
  not_affected: 'not_affected',
  affected: 'exploitable',
  fixed: 'resolved',
  under_investigation: 'in_triage',
};

/** Only labels that say no less; the others go into `analysis.detail`. */
export const justificationOfLabel: Readonly<Partial<Record<VexLabel, string>>> = {
  component_not_present: 'code_not_present',
  vulnerable_code_not_present: 'code_not_present',
  vulnerable_code_not_in_execute_path: 'code_not_reachable',
  inline_mitigations_already_exist: 'protected_by_mitigating_control',
};

const labels: ReadonlyMap<string, VexLabel> = new Map([
  ['code_not_present', 'vulnerable_code_not_present'],
  ['code_not_reachable', 'vulnerable_code_not_in_execute_path'],
  ['protected_by_compiler', 'inline_mitigations_already_exist'],
  ['protected_at_runtime', 'inline_mitigations_already_exist'],
  ['protected_at_perimeter', 'inline_mitigations_already_exist'],
  ['protected_by_mitigating_control', 'inline_mitigations_already_exist'],
]);

/** Null where the standard labels have no word for it, such as `requires_configuration`. */
export const labelOfJustification = (justification: string): VexLabel | null => labels.get(justification) ?? null;
