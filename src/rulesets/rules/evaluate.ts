import type { JudgedComponent, ParameterValues } from './rule.js';
import { ruleById } from './rules.js';

/** What a ruleset asks: rules, and what it sets of their thresholds. */
export interface Demands {
  readonly rule_ids: readonly string[];
  /** By rule; what is not set has the rule's own value. */
  readonly parameters: Readonly<Record<string, ParameterValues>>;
}

/** A rule that a component breaks. */
export interface Failure {
  readonly rule_id: string;
  /** One sentence for people. */
  readonly reason: string;
}

/** The rules that the component breaks, in the order of the ruleset; none: it passes. Rules that are gone count for nothing. */
export function evaluate(demands: Demands, component: JudgedComponent): Failure[] {
  return demands.rule_ids.flatMap((id) => {
    const rule = ruleById.get(id);
    const reason = rule?.check(component, parametersOf(id, demands.parameters)) ?? null;
    return reason === null ? [] : [{ rule_id: id, reason: `${reason}.` }];
  });
}

/** The thresholds of a rule: those that are set, and the rule's own for the others. */
export function parametersOf(ruleId: string, set: Demands['parameters']): ParameterValues {
  const own = Object.entries(ruleById.get(ruleId)?.parameters ?? {});
  const given = Object.hasOwn(set, ruleId) ? set[ruleId]! : {};
  return Object.fromEntries(
    own.map(([name, parameter]) => [name, Object.hasOwn(given, name) ? given[name]! : parameter.default]),
  );
}
