/** One rule of the ruleset, in the shape that the legacy client reads. */
export interface RuleResultView {
  readonly id: string;
  readonly team_id: string;
  readonly project_id: string;
  readonly analysis_id: string;
  readonly rule_id: string;
  readonly ruleset_id: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  /** What the rule found, in a sentence. */
  readonly summary: string;
  /** The legacy client requires the member; the components that break a rule are in getAppliedRulesets (GET). */
  readonly results: null;
  readonly risk: ProjectRisk;
  /** True: no component breaks the rule, and all were assessed. */
  readonly passed: boolean;
  /** Seconds; not measured for single rules. */
  readonly duration: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export type ProjectRisk = 'low' | 'high' | 'unknown';

/** How the SBOM of a project fares under its ruleset, in the shape that the legacy client reads. */
export interface AppliedRulesetView {
  readonly project_id: string;
  readonly team_id: string;
  readonly analysis_id: string;
  readonly ruleset_id: string;
  readonly ruleset_name: string;
  readonly rule_evaluation_summary: {
    readonly ruleset_name: string;
    /** `pending`: not all components are assessed yet, or there are none. */
    readonly summary: 'pass' | 'fail' | 'pending';
    readonly risk: ProjectRisk;
    readonly passed: boolean;
    readonly ruleresults: RuleResultView[];
  };
  readonly created_at: Date;
  readonly updated_at: Date;
}
