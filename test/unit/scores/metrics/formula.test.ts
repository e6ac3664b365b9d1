import fc from 'fast-check';
import { metrics } from '../../../../src/scores/metrics/index.js';
import {
  combineRisks,
  measureAll,
  riskTags,
  scopeWeights,
  scoreOf,
  roundCoverage,
  roundScore,
  summaryOf,
} from '../../../../src/scores/metrics/formula.js';
import type { EntityFacts } from '../../../../src/scores/metrics/facts.js';
import { scoreScopes } from '../../../../src/scores/metrics/metric.js';
import { maxCountedParts, riskOfMany } from '../../../../src/scores/metrics/sbom-score.js';
import type { Finding } from '../../../../src/scores/vulnerabilities/findings.js';
import { unresolvedCoverage } from '../../../../src/scores/coverage/entity-coverage.js';
import { finding, soundFacts, unknownFacts } from '../../../support/entity-facts.js';

const numRuns = 200;
const day = fc.integer({ min: 0, max: 4000 }).map((days) => new Date(Date.UTC(2026, 0, 1) - days * 86_400_000).toISOString().slice(0, 10)); // prettier-ignore
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null });

const anyFinding: fc.Arbitrary<Finding> = fc
  .record({
    id: fc.integer({ min: 1, max: 9999 }).map((number) => `CVE-2025-${number}`),
    status: fc.constantFrom('affected' as const, 'not_affected' as const, 'unknown' as const),
    fixedIn: maybe(fc.constantFrom('1.2.1', '2.0.0')),
    severity: fc.record({
      level: fc.constantFrom('critical', 'high', 'medium', 'low', 'none', 'unknown'),
      score: maybe(fc.double({ min: 0, max: 10, noNaN: true })),
      vector: fc.constant(null),
      cvssVersion: fc.constant(null),
    }) as fc.Arbitrary<Finding['severity']>,
    exploited: maybe(fc.record({ addedOn: fc.constant(null), dueOn: fc.constant(null), isRansomware: fc.boolean() })),
    prediction: maybe(
      fc.double({ min: 0, max: 1, noNaN: true }).map((probability) => ({ probability, percentile: 0 })),
    ),
    isMalicious: fc.boolean(),
    published: maybe(day),
  })
  .map((given) => finding(given));

const anyFacts: fc.Arbitrary<EntityFacts> = fc
  .record({
    version: fc.constantFrom('', '1.0.0', '1.2.0', 'odd version'),
    findings: maybe(fc.array(anyFinding, { maxLength: 5 })),
    knownVersions: fc.subarray(['0.9.0', '1.0.0', '1.2.0', '1.3.0', '2.0.0-rc.1', '2.0.0']),
    latestVersion: maybe(fc.constantFrom('1.2.0', '2.0.0')),
    releasedOn: maybe(day),
    latestReleasedOn: maybe(day),
    lifecycle: maybe(fc.constant(soundFacts.lifecycle!)),
    repository: maybe(
      fc.record({ lastCommitOn: maybe(day), isArchived: maybe(fc.boolean()), contributors: maybe(fc.nat(500)), scorecard: maybe(fc.double({ min: 0, max: 10, noNaN: true })), scorecardOn: maybe(day), link: fc.constant('') }), // prettier-ignore
    ),
    isDeprecated: maybe(fc.boolean()),
    license: maybe(fc.constantFrom('', 'MIT', 'GPL-3.0-only', 'AGPL-3.0-only OR MIT', 'whatever')),
    dependents: maybe(fc.nat()),
    monthlyDownloads: maybe(fc.nat()),
    lookAlikes: maybe(fc.array(fc.record({ purl: fc.string(), name: fc.string(), timesAsPopular: fc.double({ min: 0, max: 1e6, noNaN: true }) }))), // prettier-ignore
  })
  .map((given) => ({ ...unknownFacts, ...given }));

const scoreOfFacts = (facts: EntityFacts) => scoreOf(measureAll(facts));

describe('the score', () => {
  it('is bounded, in all its parts', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const measured = measureAll(facts);
        const score = scoreOf(measured);
        for (const value of [score.value, ...Object.values(score.scopes)]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(100);
        }
        for (const { metricValue: reading } of measured)
          if (reading) {
            expect(reading.risk).toBeGreaterThanOrEqual(0);
            expect(reading.risk).toBeLessThanOrEqual(100);
            expect(reading.text).not.toBe('');
          }
        expect(summaryOf(facts, measured)).toContain(`risk of ${roundScore(score.value)} of 100`);
        expect(new Set(riskTags(measured, facts.coverage).map(({ name }) => name)).size).toBe(
          riskTags(measured, facts.coverage).length,
        );
      }),
      { numRuns },
    );
  });

  it('never falls when one more vulnerability is found', () => {
    fc.assert(
      fc.property(anyFacts, anyFinding, (facts, found) => {
        const before = scoreOfFacts({ ...facts, findings: facts.findings ?? [] });
        const more = { ...found, status: found.status === 'not_affected' ? ('affected' as const) : found.status };
        const after = scoreOfFacts({ ...facts, findings: [...(facts.findings ?? []), more] });
        expect(after.value).toBeGreaterThanOrEqual(before.value - 1e-9);
      }),
      { numRuns },
    );
  });

  it('never falls when a metric gets worse, and moves by no more than its weight', () => {
    const risks = fc.array(fc.record({ risk: fc.double({ min: 0, max: 100, noNaN: true }), weight: fc.double({ min: 0, max: 1, noNaN: true }) }), { minLength: 1 }); // prettier-ignore
    fc.assert(
      fc.property(risks, fc.double({ min: 0, max: 100, noNaN: true }), (list, worse) => {
        const [{ risk, weight }, ...rest] = list as [{ risk: number; weight: number }, ...typeof list];
        const before = combineRisks(list);
        const after = combineRisks([{ risk: Math.max(risk, worse), weight }, ...rest]);
        expect(after).toBeGreaterThanOrEqual(before - 1e-9);
        expect(after - before).toBeLessThanOrEqual(weight * (Math.max(risk, worse) - risk) + 1e-9);
      }),
      { numRuns },
    );
  });

  it('never falls when a metric gets data, and its coverage rises', () => {
    fc.assert(
      fc.property(anyFacts, fc.nat(metrics.length - 1), fc.double({ min: 0, max: 100, noNaN: true }), (facts, at, risk) => {
        const measured = measureAll(facts);
        const { metric, metricValue } = measured[at]!;
        const without = scoreOf(measured.with(at, { metric, metricValue: null }));
        const withData = scoreOf(measured.with(at, { metric, metricValue: metricValue ?? { value: 0, risk, text: 'x' } }));
        expect(withData.value).toBeGreaterThanOrEqual(without.value - 1e-9);
        expect(withData.coverage).toBeGreaterThan(without.coverage);
        for (const { coverage } of [without, withData]) {
          expect(coverage).toBeGreaterThanOrEqual(0);
          expect(coverage).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns },
    ); // prettier-ignore
  });

  it('of what nobody knows is no medium risk: its coverage is next to nothing, and the summary says so first', () => {
    const facts = { ...unknownFacts, identity: { ...unknownFacts.identity }, coverage: unresolvedCoverage };
    const measured = measureAll(facts);
    const score = scoreOf(measured);
    expect(score.value).toBeLessThanOrEqual(20);
    expect(score.coverage).toBeLessThan(0.1);
    expect(summaryOf(facts, measured)).toMatch(/^thing 1\.2\.0 was not examined for vulnerabilities: no package or product is selected\. .* based on \d % of the data\./); // prettier-ignore
    expect(scoreOf(measureAll(soundFacts)).coverage).toBe(1);
    expect(roundCoverage(0.9999)).toBe(0.99);
  });

  it('calls one exploited vulnerability a high risk, however sound the rest is', () => {
    const exploited = { addedOn: '2025-12-01', dueOn: null, isRansomware: false };
    const facts = { ...soundFacts, findings: [finding({ exploited })] };
    expect(scoreOfFacts(facts).value).toBeGreaterThan(80);
    expect(scoreOfFacts(soundFacts).value).toBeLessThan(5);
    expect(riskTags(measureAll(facts), facts.coverage).map(({ name, severity }) => `${name} ${severity}`)).toEqual([
      'exploited red',
      'vulnerable orange',
    ]);
    expect(summaryOf(facts, measureAll(facts))).toMatch(/^thing 1\.2\.0 has a risk of [\d.]+ of 100, based on 90 % of the data\. 1 vulnerability is exploited in the wild\./); // prettier-ignore
  });

  it('has metrics with names of their own, in all scopes', () => {
    expect(new Set(metrics.map(({ name }) => name)).size).toBe(metrics.length);
    for (const scope of scoreScopes) {
      expect(metrics.some((metric) => metric.scope === scope)).toBe(true);
      expect(scopeWeights[scope]).toBeGreaterThan(0);
    }
    for (const { weight, description } of metrics) {
      expect(weight > 0 && weight <= 1).toBe(true);
      expect(description).toMatch(/\.$/);
    }
  });
});

describe('the risk of many', () => {
  const risks = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 60 });

  it('is never below the worst part, and bounded', () => {
    fc.assert(
      fc.property(risks, (list) => {
        const risk = riskOfMany(list);
        expect(risk).toBeGreaterThanOrEqual(Math.max(0, ...list) - 1e-9);
        expect(risk).toBeLessThanOrEqual(100);
      }),
      { numRuns },
    );
  });

  it('never falls when a part is added or gets worse', () => {
    fc.assert(
      fc.property(risks, fc.double({ min: 0, max: 100, noNaN: true }), (list, more) => {
        expect(riskOfMany([...list, more])).toBeGreaterThanOrEqual(riskOfMany(list) - 1e-9);
        if (list.length > 0) {
          const worse = [Math.max(list[0]!, more), ...list.slice(1)];
          expect(riskOfMany(worse)).toBeGreaterThanOrEqual(riskOfMany(list) - 1e-9);
        }
      }),
      { numRuns },
    );
  });

  it('does not hide one bad part behind many good ones, nor make many small risks a large one', () => {
    expect(riskOfMany([95, ...Array.from({ length: 5_000 }, () => 1)])).toBeGreaterThan(95);
    expect(riskOfMany(Array.from({ length: 5_000 }, () => 10))).toBeLessThan(16);
    expect(riskOfMany([])).toBe(0);
  });

  it('needs the worst few only', () => {
    fc.assert(
      fc.property(risks, (list) => {
        const worst = [...list].sort((a, b) => b - a).slice(0, maxCountedParts);
        expect(riskOfMany(worst)).toBe(riskOfMany(list));
      }),
      { numRuns: 50 },
    );
  });
});
