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

  /** True where no component breaks a rule. */
  passed: boolean;
  passing: number;
  failing: number;

  rules: RuleCountView[];

  /** One page of the components that break a rule, in the order of the SBOM. */
  components: FailingComponentView[];
}
