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
  REQUIRES_CONFIGURATION: null,
  REQUIRES_DEPENDENCY: null,
  REQUIRES_ENVIRONMENT: null,
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

/** The word that says no more than the label. */
const wordOfLabel: Readonly<Partial<Record<string, string>>> = {
  component_not_present: 'CODE_NOT_PRESENT',
  vulnerable_code_not_present: 'CODE_NOT_PRESENT',
  vulnerable_code_not_in_execute_path: 'CODE_NOT_REACHABLE',
  inline_mitigations_already_exist: 'PROTECTED_BY_MITIGATING_CONTROL',
};

const isInLabel = (word: string): boolean => {
  const label = labelOfJustification[word] ?? null;
  return label === null ? word === 'NOT_SET' : wordOfLabel[label] === word;
};

/** The text of a statement; it begins with the word that its label does not say. */
export const textWithJustification = (word: string, text: string): string =>
  isInLabel(word) ? text : `${word}: ${text}`;

/** The justification of a statement, and its text without the word for it. */
export function justificationOf(label: string | null, text: string): { word: string; details: string } {
  const [, word = '', details = ''] = /^([A-Z_]+): (.*)$/s.exec(text) ?? [];
  if (Object.hasOwn(labelOfJustification, word) && !isInLabel(word) && labelOfJustification[word] === label)
    return { word, details };
  return { word: wordOfLabel[label ?? ''] ?? 'NOT_SET', details: text };
}
