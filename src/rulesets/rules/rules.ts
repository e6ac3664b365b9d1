import { licenseRules } from './license-rules.js';
import type { Rule } from './rule.js';
import { stateRules } from './state-rules.js';
import { vulnerabilityRules } from './vulnerability-rules.js';

/** All rules, in display order. An id never changes its meaning. */
export const rules: readonly Rule[] = [...vulnerabilityRules, ...licenseRules, ...stateRules];

/** Rules of an organization's default ruleset. */
export const defaultRuleIds: readonly string[] = [
  'vulnerability.none-critical',
  'vulnerability.none-exploited',
  'vulnerability.none-malicious',
  'vulnerability.examined',
  'identity.resolved',
  'identity.examinable',
  'maintenance.supported',
];

export const ruleById: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));
