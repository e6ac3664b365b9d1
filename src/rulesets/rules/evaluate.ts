import type { EvaluatedComponent, ParameterValues } from './rule.js';
import { ruleById } from './rules.js';

/** What a ruleset asks: rules, and what it sets of their thresholds. */
export interface RulesetDefinition {
  readonly rule_ids: readonly string[];
  /** By rule; what is not set has the rule's own value. */
  readonly parameters: Readonly<Record<string, ParameterValues>>;
}

/** A rule that a component breaks. */
export interface RuleFailure {
  readonly rule_id: string;
  /** One sentence for people. */
  readonly reason: string;
}

/** The rules that the component breaks, in the order of the ruleset; none: it passes. Rules that are gone count for nothing. */
export function evaluate(definition: RulesetDefinition, component: EvaluatedComponent): RuleFailure[] {
  return definition.rule_ids.flatMap((id) => {
    const rule = ruleById.get(id);
    const reason = rule?.check(component, parametersOf(id, definition.parameters)) ?? null;
    return reason === null ? [] : [{ rule_id: id, reason: `${reason}.` }];
  });
}

/** The thresholds of a rule: those that are set, and the rule's own for the others. */
export function parametersOf(ruleId: string, overrides: RulesetDefinition['parameters']): ParameterValues {
  const defaults = Object.entries(ruleById.get(ruleId)?.parameters ?? {});
  const given = Object.hasOwn(overrides, ruleId) ? overrides[ruleId]! : {};
  return Object.fromEntries(
    defaults.map(([name, parameter]) => [name, Object.hasOwn(given, name) ? given[name]! : parameter.default]),
  );
}
