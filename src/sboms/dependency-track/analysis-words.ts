import type { VexLabel, VexResponse, VexStatus } from '../../vex/vex-words.js';

/** Decisions of Dependency-Track in the words of VEX; NOT_SET takes a decision back. */
export const statusOfState: Readonly<Record<string, VexStatus>> = {
  NOT_AFFECTED: 'not_affected',
  FALSE_POSITIVE: 'not_affected',
  EXPLOITABLE: 'affected',
  RESOLVED: 'fixed',
  IN_TRIAGE: 'under_investigation',
  NOT_SET: 'under_investigation',
};

/** What no word of VEX says is in the text of the statement only. */
export const labelOfJustification: Readonly<Record<string, VexLabel | null>> = {
  CODE_NOT_PRESENT: 'vulnerable_code_not_present',
  CODE_NOT_REACHABLE: 'vulnerable_code_not_in_execute_path',
  REQUIRES_CONFIGURATION: 'vulnerable_code_cannot_be_controlled_by_adversary',
  REQUIRES_DEPENDENCY: 'component_not_present',
  REQUIRES_ENVIRONMENT: 'vulnerable_code_cannot_be_controlled_by_adversary',
  PROTECTED_BY_COMPILER: 'inline_mitigations_already_exist',
  PROTECTED_AT_RUNTIME: 'inline_mitigations_already_exist',
  PROTECTED_AT_PERIMETER: 'inline_mitigations_already_exist',
  PROTECTED_BY_MITIGATING_CONTROL: 'inline_mitigations_already_exist',
  NOT_SET: null,
};

export const responseOfWord: Readonly<Record<string, VexResponse | null>> = {
  CAN_NOT_FIX: 'can_not_fix',
  WILL_NOT_FIX: 'will_not_fix',
  UPDATE: 'update',
  ROLLBACK: 'rollback',
  WORKAROUND_AVAILABLE: 'workaround_available',
  NOT_SET: null,
};

export const justificationOfLabel = (label: string | null): string =>
  Object.entries(labelOfJustification).find(([, one]) => one !== null && one === label)?.[0] ?? 'NOT_SET';
