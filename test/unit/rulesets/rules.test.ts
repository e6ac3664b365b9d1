import { evaluate } from '../../../src/rulesets/rules/evaluate.js';
import { parseRuleParameters } from '../../../src/rulesets/rules/rule-parameters.js';
import type { EvaluatedComponent } from '../../../src/rulesets/rules/rule.js';
import { defaultRuleIds, ruleById, rules } from '../../../src/rulesets/rules/rules.js';
import { metrics } from '../../../src/scores/metrics/index.js';
import type { StoredMetricValues } from '../../../src/scores/metrics/stored-metric-values.js';
import { unresolvedCoverage } from '../../../src/scores/coverage/entity-coverage.js';
import { finding, fullCoverage } from '../../support/entity-facts.js';

const known: StoredMetricValues = Object.fromEntries(metrics.map(({ name }) => [name, [0, 0]]));
const sound: EvaluatedComponent = {
  isResolved: true,
  vulnerabilities: [],
  license: 'MIT',
  metricValues: { ...known, deprecated: [false, 0], archived: [false, 0], years_behind: [0, 0] },
  coverage: fullCoverage,
  risk: 10,
  today: '2026-01-01',
};
const broken = (ruleId: string, component: Partial<EvaluatedComponent>, parameters: Record<string, any> = {}) =>
  evaluate({ rule_ids: [ruleId], parameters: { [ruleId]: parameters } }, { ...sound, ...component })[0]?.reason ?? null;
const severity = (level: 'critical' | 'medium' | 'unknown', score: number | null) =>
  finding({ severity: { level, score, vector: null, cvssVersion: null } });

const without = (metric: string) =>
  Object.fromEntries(Object.entries(sound.metricValues).filter(([name]) => name !== metric));

const partial = {
  ...fullCoverage,
  vulnerabilities: { status: 'partly', cause: 'selection', reason: 'a selection' },
} as const;

const withoutLists = {
  ...fullCoverage,
  end_of_life: { status: 'not_examined', cause: 'no_source', reason: 'no source of end-of-life dates is loaded' },
} as const;

describe('rules', () => {
  it('have ids of their own, and texts', () => {
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    for (const { id, category, name, description } of rules) {
      expect(id.startsWith(`${category}.`)).toBe(true);
      expect(name && description).toBeTruthy();
    }
    for (const id of defaultRuleIds) expect(ruleById.has(id)).toBe(true);
  });

  it('are all kept by what is sound', () => {
    for (const { id } of rules) expect([id, broken(id, {})]).toEqual([id, null]);
  });

  it('name the same one of several equally severe vulnerabilities, in whatever order they are read', () => {
    const findings = ['CVE-2024-3', 'CVE-2024-0', 'CVE-2024-7'].map((id) => ({ ...severity('critical', 9.8), id }));
    for (const vulnerabilities of [findings, findings.toReversed()])
      expect(broken('vulnerability.none-critical', { vulnerabilities })).toBe('CVE-2024-0 has CVSS 9.8, and 2 more.');
  });

  it.each<[string, Partial<EvaluatedComponent>, Record<string, unknown>, string | null]>([
    ['vulnerability.none-critical', { vulnerabilities: [severity('critical', 9)] }, {}, 'CVE-2025-0001 has CVSS 9.0.'],
    ['vulnerability.none-critical', { vulnerabilities: [severity('critical', null)] }, {}, 'CVE-2025-0001 is rated critical.'],
    ['vulnerability.none-critical', { vulnerabilities: [severity('medium', 6.9)] }, {}, null],
    ['vulnerability.none-high', { vulnerabilities: [finding(), severity('critical', 9)] }, {}, 'CVE-2025-0001 has CVSS 9.0, and 1 more.'],
    ['vulnerability.none-high', { vulnerabilities: [severity('unknown', null)] }, {}, 'CVE-2025-0001 is not rated by any source.'],
    ['vulnerability.none-critical', { vulnerabilities: [severity('unknown', null)] }, {}, 'CVE-2025-0001 is not rated by any source.'],
    ['vulnerability.none-critical', { vulnerabilities: [severity('unknown', null)] }, { unrated: 'passes' }, null],
    ['vulnerability.none-critical', { coverage: partial }, {}, 'Examined in part: a selection.'],
    ['vulnerability.none-critical', { coverage: partial }, { partly: 'passes' }, null],
    ['vulnerability.none-exploited', { coverage: { ...fullCoverage, exploited: partial.vulnerabilities } }, {}, 'Examined in part: a selection.'],
    ['vulnerability.fixed-in-time', { vulnerabilities: [{ ...severity('unknown', null), fixedIn: '2', published: '2020-01-01' }] }, {}, 'CVE-2025-0001 has been public for 2192 days and is fixed in 2.'],
    ['vulnerability.fixed-in-time', { vulnerabilities: [{ ...severity('unknown', null), fixedIn: '2', published: '2020-01-01' }] }, { unrated: 'passes' }, null],
    ['vulnerability.fixed-in-time', { vulnerabilities: [{ ...severity('critical', 9), fixedIn: '2', published: null }] }, {}, 'CVE-2025-0001 has been public since nobody says when and is fixed in 2.'],
    ['vulnerability.fixed-in-time', { vulnerabilities: [{ ...severity('critical', 9), fixedIn: '2', published: '2025-12-31' }] }, {}, null],
    ['vulnerability.examined', { coverage: unresolvedCoverage }, {}, 'Not examined: no package or product is selected.'],
    ['vulnerability.examined', { coverage: partial }, {}, 'Examined in part: a selection.'],
    ['vulnerability.examined', { coverage: partial }, { partly: 'passes' }, null],
    ['vulnerability.examined', { coverage: unresolvedCoverage }, { partly: 'passes' }, 'Not examined: no package or product is selected.'],
    ['identity.examinable', { coverage: unresolvedCoverage }, {}, 'Not examined: no package or product is selected.'],
    ['identity.examinable', { coverage: partial }, {}, null],
    ['vulnerability.none-exploited', { vulnerabilities: [finding({ exploited: { addedOn: null, dueOn: null, isRansomware: false } })] }, {}, 'CVE-2025-0001 is exploited in the wild.'],
    ['vulnerability.none-malicious', { vulnerabilities: [finding({ isMalicious: true })] }, {}, 'CVE-2025-0001 reports it as malicious.'],
    ['vulnerability.fixed-in-time', { vulnerabilities: [finding({ published: '2025-12-17' })] }, { severity: 'high' }, 'CVE-2025-0001 has been public for 15 days and is fixed in 1.2.1.'],
    ['vulnerability.fixed-in-time', { vulnerabilities: [finding({ published: '2025-12-18' })] }, { severity: 'high' }, null],
    ['vulnerability.fixed-in-time', { vulnerabilities: [finding({ published: '2025-01-01' })] }, {}, null],
    ['vulnerability.fixed-in-time', { vulnerabilities: [finding({ published: '2025-01-01', fixedIn: null })] }, { severity: 'low' }, null],
    ['vulnerability.exploit-probability', { vulnerabilities: [finding({ prediction: { probability: 0.1, percentile: 1 } })] }, {}, 'CVE-2025-0001 has a chance of exploitation of 10.0 %.'],
    ['vulnerability.exploit-probability', { vulnerabilities: [finding({ prediction: { probability: 0.09, percentile: 1 } })] }, {}, null],
    ['vulnerability.exploit-probability', { vulnerabilities: [finding({ prediction: null })] }, {}, 'CVE-2025-0001 has no chance of exploitation that a source says.'],
    ['vulnerability.exploit-probability', { vulnerabilities: [finding({ prediction: null })] }, { unknown: 'passes' }, null],
    ['vulnerability.exploit-probability', { vulnerabilities: [finding({ prediction: null }), finding({ id: 'CVE-2025-0002', prediction: { probability: 0.5, percentile: 1 } })] }, {}, 'CVE-2025-0002 has a chance of exploitation of 50.0 %.'],
    ['license.known', { license: null }, {}, 'No licence is declared.'],
    ['license.allowed', { license: null }, {}, 'No licence is declared.'],
    ['license.allowed', { license: null }, { unknown: 'passes' }, null],
    ['license.copyleft', { license: null }, {}, 'No licence is declared.'],
    ['license.copyleft', { license: 'Our Own Terms' }, {}, 'Our Own Terms is of no known class.'],
    ['license.copyleft', { license: 'Our Own Terms' }, { unknown: 'passes' }, null],
    ['license.allowed', { license: 'GPL-3.0-only OR MIT' }, {}, null],
    ['license.allowed', { license: 'MIT WITH AdditionRef-Commons-Clause' }, {}, 'MIT WITH AdditionRef-Commons-Clause is not on the list.'],
    ['license.allowed', { license: 'GPL-2.0-only WITH Classpath-exception-2.0 AND MIT' }, { licenses: ['MIT', 'GPL-2.0-only WITH Classpath-exception-2.0'] }, null],
    ['license.allowed', { license: 'GPL-2.0-only AND MIT' }, { licenses: ['MIT', 'GPL-2.0-only WITH Classpath-exception-2.0'] }, 'GPL-2.0-only AND MIT is not on the list.'],
    ['license.allowed', { license: 'GPL-3.0-only AND MIT' }, {}, 'GPL-3.0-only AND MIT is not on the list.'],
    ['license.allowed', { license: 'Our Own Terms' }, { licenses: [' our own terms '] }, null],
    ['license.allowed', { license: 'GPL-2.0-only' }, { licenses: ['GNU GPL v2'] }, null],
    ['license.allowed', { license: '((((' }, {}, '(((( is not on the list.'],
    ['license.copyleft', { license: 'AGPL-3.0-only' }, {}, 'AGPL-3.0-only is a network copyleft licence.'],
    ['license.copyleft', { license: 'LGPL-3.0-only' }, {}, null],
    ['license.copyleft', { license: 'BUSL-1.1' }, {}, 'BUSL-1.1 is of no known class.'],
    ['license.copyleft', { license: 'GPL-2.0-only AND BUSL-1.1' }, { unknown: 'passes' }, 'GPL-2.0-only AND BUSL-1.1 is a strong copyleft licence.'],
    ['license.copyleft', { license: 'LGPL-3.0-only' }, { class: 'weak copyleft' }, 'LGPL-3.0-only is a weak copyleft licence.'],
    ['identity.resolved', { isResolved: false }, {}, 'No package, repository or product is selected.'],
    ['maintenance.supported', { metricValues: { end_of_life: ['ended', 100] } }, {}, 'Its release line has reached its end of life.'],
    ['maintenance.supported', { metricValues: { end_of_life: ['ending', 40] } }, {}, null],
    ['maintenance.supported', { metricValues: {} }, {}, null],
    ['maintenance.supported', { metricValues: {} }, { unknown: 'fails' }, 'Not examined: no loaded source says until when its release line is supported.'],
    ['maintenance.supported', { metricValues: {}, coverage: unresolvedCoverage }, { unknown: 'fails' }, 'Not examined: no loaded source says until when its release line is supported.'],
    ['maintenance.supported', { metricValues: { end_of_life: ['supported', 0] } }, { unknown: 'fails' }, null],
    ['maintenance.supported', { metricValues: {}, coverage: withoutLists }, { unknown: 'passes' }, 'Not examined: no source of end-of-life dates is loaded.'],
    ['maintenance.not-deprecated', { metricValues: { deprecated: [true, 100] } }, {}, 'It is deprecated.'],
    ['maintenance.not-deprecated', { metricValues: { archived: [true, 100] } }, {}, 'Its repository is archived.'],
    ['maintenance.not-deprecated', { metricValues: {} }, {}, 'Not examined: no loaded source says whether it is deprecated.'],
    ['maintenance.not-deprecated', { metricValues: { deprecated: [false, 0] } }, {}, 'Not examined: no loaded source says whether its repository is archived.'],
    ['maintenance.not-deprecated', { metricValues: {} }, { unknown: 'passes' }, null],
    ['maintenance.not-deprecated', { metricValues: { archived: [true, 100] } }, { unknown: 'passes' }, 'Its repository is archived.'],
    ['maintenance.years-behind', { metricValues: {} }, {}, 'Not examined: no loaded source says how old its version and the latest are.'],
    ['maintenance.years-behind', { metricValues: {} }, { unknown: 'passes' }, null],
    ['maintenance.years-behind', { metricValues: { years_behind: [3.1, 50] } }, {}, 'It is 3.1 years older than the latest version.'],
    ['maintenance.years-behind', { metricValues: { years_behind: [3.1, 50] } }, { years: 4 }, null],
    ['risk.below', { risk: 80 }, {}, 'Its risk is 80.0 of 100.'],
    ['risk.below', { metricValues: without('malicious') }, {}, 'Its risk is 10.0 of 100 and could be 90.0: no complete data for malicious.'],
    ['risk.below', { metricValues: without('malicious') }, { unknown: 'passes' }, null],
    ['risk.below', { metricValues: without('scorecard') }, {}, null],
    ['risk.below', { coverage: partial }, {}, 'Its risk is 10.0 of 100 and could be 90.0: no complete data for malicious, known_exploited, worst_severity and 4 more.'],
    ['risk.below', { coverage: unresolvedCoverage }, { unknown: 'passes' }, 'Not examined: no package or product is selected.'],
    ['vulnerability.none-malicious', { coverage: unresolvedCoverage }, {}, 'Not examined: no package or product is selected.'],
  ])('%s', (ruleId, component, parameters, reason) => {
    expect(broken(ruleId, component, parameters)).toBe(reason);
  }); // prettier-ignore

  it.each(['gone', '__proto__'])('that this release does not have let nothing pass: %s', (rule_id) => {
    const reason = 'Not evaluated: this release of Stocktake does not have the rule.';
    expect(evaluate({ rule_ids: [rule_id], parameters: {} }, sound)).toEqual([{ rule_id, reason }]);
  });
});

describe('thresholds of a request', () => {
  it('are read as they are', () => {
    const given = { 'risk.below': { risk: 5 }, 'license.allowed': { licenses: [] } };
    expect(parseRuleParameters(given)).toEqual(given);
    for (const nothing of [undefined, null, {}]) expect(parseRuleParameters(nothing)).toEqual({});
  });

  it('are refused all at once, whatever they are', () => {
    const hostile = JSON.parse('{"__proto__": {"x": 1}, "risk.below": {"__proto__": 1, "risk": null}, "gone": []}');
    const complaints = () => parseRuleParameters(hostile);
    expect(complaints).toThrow(expect.objectContaining({ status: 400 }));
    try {
      complaints();
    } catch (error) {
      expect(Object.keys((error as { details: { fields: object } }).details.fields).sort()).toEqual([
        'parameters.__proto__', 'parameters.gone', 'parameters.risk.below.__proto__', 'parameters.risk.below.risk',
      ]); // prettier-ignore
    }
    for (const value of [1, 'x', [], true]) expect(() => parseRuleParameters(value)).toThrow();
  });
});
