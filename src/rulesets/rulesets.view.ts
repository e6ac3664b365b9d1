import type { RulesetDefinition } from './rules/evaluate.js';
import type { Rule, RuleParameter } from './rules/rule.js';
import { ruleById } from './rules/rules.js';
import type { RulesetRow } from './rulesets.repository.js';

/** A rule, in the shape that the legacy client reads. */
export interface RuleView {
  readonly id: string;
  readonly scan_type: string;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deprecated: boolean;
  /** Parameters that a ruleset can override: type, default and limits of each. */
  readonly parameters: Readonly<Record<string, RuleParameter>>;
}

export interface RulesetNameView {
  readonly id: string;
  readonly name: string;
  /** Empty: the ruleset belongs to the whole organization. */
  readonly team_id: string;
}

export interface RulesetView {
  readonly id: string;
  /** Empty: the ruleset belongs to the whole organization. */
  readonly team_id: string;
  readonly name: string;
  readonly description: string;
  readonly rule_ids: string[];
  readonly rules: RuleView[];
  /** Overridden parameters, by rule. */
  readonly parameters: RulesetDefinition['parameters'];
  /** Starts at 1 and increases with every change. */
  readonly version: number;
  /** True: applies where no other ruleset is selected. */
  readonly is_default: boolean;
  readonly has_deprecated_rules: boolean;
  /** True: a project uses it. */
  readonly has_projects_assigned: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly deleted_at: null;
}

/** Day of the last change of the list of rules. */
const rulesChangedAt = '2026-11-21T00:00:00Z';

export const ruleView = ({ id, name, description, category, parameters = {} }: Rule): RuleView => ({
  id,
  scan_type: category,
  name,
  description,
  category,
  deprecated: false,
  parameters,
  created_at: rulesChangedAt,
  updated_at: rulesChangedAt,
});

export function rulesetView({ org_id: _apart, team_id, ...row }: RulesetRow): RulesetView {
  const existingRules = row.rule_ids.flatMap((ruleId) => ruleById.get(ruleId) ?? []);
  return {
    ...row,
    team_id: team_id ?? '',
    rules: existingRules.map(ruleView),
    has_deprecated_rules: existingRules.length < row.rule_ids.length,
    deleted_at: null,
  };
}

/** What names a ruleset. */
export interface RulesetUsageView {
  readonly id: string;
  /** SBOMs that name it. */
  readonly sboms: number;
  /** Projects that name it. */
  readonly projects: number;
}
