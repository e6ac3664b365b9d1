import { licenseRules } from './license-rules.js';
import type { Rule } from './rule.js';
import { stateRules } from './state-rules.js';
import { vulnerabilityRules } from './vulnerability-rules.js';

/** Every rule, in the order in which they are shown; ids never change their meaning. */
export const rules: readonly Rule[] = [...vulnerabilityRules, ...licenseRules, ...stateRules];

/** What a new organization begins with. */
export const defaultRuleIds: readonly string[] = [
  'vulnerability.none-critical',
  'vulnerability.none-exploited',
  'identity.resolved',
  'maintenance.supported',
];

export const ruleById: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));
