import type { EvaluatedComponent, ParameterValues } from './rule.js';
import { ruleById } from './rules.js';

/** Rules of a ruleset, and the parameters that it overrides. */
export interface RulesetDefinition {
  readonly rule_ids: readonly string[];
  /** By rule; other parameters have their defaults. */
  readonly parameters: Readonly<Record<string, ParameterValues>>;
}

/** A version of a stored ruleset. */
export interface VersionedRuleset extends RulesetDefinition {
  readonly id: string;
  readonly version: number;
}

/** A rule that a component violates. */
export interface RuleFailure {
  readonly rule_id: string;
  /** One sentence for people. */
  readonly reason: string;
}

/**
 * Violated rules, in the order of the ruleset; empty: the component passes. A rule that this release does not have, as
 * one of a later release that works beside it, was not evaluated, so nothing passes it.
 */
export function evaluate(definition: RulesetDefinition, component: EvaluatedComponent): RuleFailure[] {
  return definition.rule_ids.flatMap((id) => {
    const rule = ruleById.get(id);
    const reason = rule ? rule.check(component, parametersOf(id, definition.parameters)) : unknownRule;
    return reason === null ? [] : [{ rule_id: id, reason: `${reason}.` }];
  });
}

const unknownRule = 'Not evaluated: this release of Stocktake does not have the rule';

/** Parameters of a rule: overridden values, and defaults for the others. */
export function parametersOf(ruleId: string, overrides: RulesetDefinition['parameters']): ParameterValues {
  const defaults = Object.entries(ruleById.get(ruleId)?.parameters ?? {});
  const given = Object.hasOwn(overrides, ruleId) ? overrides[ruleId]! : {};
  return Object.fromEntries(
    defaults.map(([name, parameter]) => [name, Object.hasOwn(given, name) ? given[name]! : parameter.default]),
  );
}
