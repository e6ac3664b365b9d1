import { appliedRulesetView } from '../../../src/projects/applied/applied-rulesets.service.js';
import type { Verdict } from '../../../src/rulesets/verdict.js';
import type { RulesetRow } from '../../../src/rulesets/rulesets.repository.js';

const at = new Date('2026-11-21T10:00:00Z');
const ruleset = {
  id: 'r',
  name: 'Strict',
  rule_ids: ['identity.resolved', 'gone.rule', 'license.known'],
} as unknown as RulesetRow;
const view = (entries: number, verdict: Verdict, failing_by_rule = {}, has_unassessed = false) =>
  appliedRulesetView(
    {
      project_id: 'p',
      org_id: 'o',
      team_id: 't',
      ruleset_id: 'r',
      analysis_id: 'a',
      created_at: at,
      sbom_id: 's',
      finished_at: at,
      entries,
      verdict,
      has_unassessed,
      failing_by_rule,
    },
    ruleset,
  );

describe('a ruleset applied to a project', () => {
  it.each([
    ['passes where every component does', [3, 'passed', {}], ['pass', 'low', true], [true, true]],
    ['fails where one does', [3, 'failed', { 'identity.resolved': 1 }], ['fail', 'high', false], [false, true]],
    ['fails by a rule that is no more', [3, 'failed', { 'gone.rule': 1 }], ['fail', 'high', false], [true, true]],
    ['is pending while some are not assessed', [3, 'pending', {}], ['pending', 'unknown', false], [false, false]],
  ] as const)('%s', (_case, [entries, verdict, byRule], whole, rules) => {
    const { summary, risk, passed, ruleresults } = view(entries, verdict, byRule).rule_evaluation_summary;
    expect([summary, risk, passed]).toEqual(whole);
    expect(ruleresults.map((result) => result.passed)).toEqual(rules);
  });

  it('leaves a rule open that no component breaks while some are not assessed, although another rule is broken', () => {
    const { summary, ruleresults } = view(3, 'failed', { 'identity.resolved': 1 }, true).rule_evaluation_summary;
    expect(summary).toBe('fail');
    expect(ruleresults.map(({ passed, risk, summary: found }) => [passed, risk, found])).toEqual([
      [false, 'high', '1 of 3 components break the rule'],
      [false, 'unknown', 'Not all components are assessed yet'],
    ]);
  });

  it('tells what each rule found, with the member that the legacy client cannot do without', () => {
    const [rule] = view(3, 'failed', { 'identity.resolved': 2 }).rule_evaluation_summary.ruleresults;
    expect(rule).toMatchObject({ rule_id: 'identity.resolved', summary: '2 of 3 components break the rule' });
    expect(rule).toHaveProperty('results', null);
  });
});
