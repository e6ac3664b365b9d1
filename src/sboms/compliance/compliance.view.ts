import type { Verdict } from '../../rulesets/verdict.js';
export interface FailureView {
  rule_id: string;
  /** One sentence. */
  reason: string;
}

/** A component that breaks rules. */
export interface FailingComponentView {
  id: string;

  name: string;
  org: string;
  version: string;

  failures: FailureView[];
}

export interface RuleCountView {
  rule_id: string;
  name: string;
  /** Components that break the rule. */
  failing: number;
}

/** The result of evaluating a ruleset against an SBOM. */
export interface EvaluationView {
  sbom_id: string;

  /** Null: the SBOM belongs to no project. */
  project_id: string | null;

  /** Empty for a draft. */
  ruleset_id: string;
  ruleset_name: string;
  /** Version of the ruleset; 0 for a draft. */
  ruleset_version: number;

  /**
   * failed: a component breaks a rule. pending: there is no component, or not every one has been judged as it is now
   * and with the present data. passed: every component was judged, and none breaks a rule.
   */
  verdict: Verdict;

  /** True or false as the verdict says; null while it is pending. */
  passed: boolean | null;

  /** When a component was last judged; null: none was. */
  judged_at: Date | null;

  /** Date of the oldest loaded source of vulnerabilities; null: no such source is loaded. */
  data_as_of: Date | null;

  /** Number of components that are still to be judged. */
  pending: number;
  passing: number;
  failing: number;

  rules: RuleCountView[];

  /** One page of the components that break a rule, in the order of the SBOM. */
  components: FailingComponentView[];
}
