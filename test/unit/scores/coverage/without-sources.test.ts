import fc from 'fast-check';
import { type Coverage, coversPackage, coversProduct, findingKinds } from '../../../../src/model/coverage.js';
import { evaluate } from '../../../../src/rulesets/rules/evaluate.js';
import { rules } from '../../../../src/rulesets/rules/rules.js';
import {
  assessCoverage,
  type CoverageTarget,
  coverageStatuses,
  examinedKinds,
} from '../../../../src/scores/coverage/entity-coverage.js';
import { finding } from '../../../support/entity-facts.js';

const numRuns = 2_000;

/** Rules on what sources find, and on whether they could. */
const ruleIds = rules.flatMap(({ id }) => (/^vulnerability\.|\.examinable$/.test(id) ? [id] : []));

const completeSince = fc.constantFrom(null, '2002-01-01');
const anyCoverage: fc.Arbitrary<Coverage> = fc.oneof(
  fc.record(
    {
      kind: fc.constantFrom(...findingKinds.filter((kind) => kind !== 'malicious')),
      scopes: fc.subarray(['pkg:npm', 'pkg:deb/debian', 'pkg:maven', 'cpe:a', 'cpe:o', 'cve', '*'], { minLength: 1 }),
      completeSince,
      namesUnanalyzed: fc.constant(true as const),
    },
    { requiredKeys: ['kind', 'scopes', 'completeSince'] },
  ),
  // Malicious packages are reported of open registries only.
  fc.record({
    kind: fc.constant('malicious' as const),
    scopes: fc.subarray(['pkg:npm', 'pkg:maven'], { minLength: 1 }),
    completeSince,
  }),
);
const anySources = fc.array(fc.record({ covers: fc.array(anyCoverage, { maxLength: 4 }), says: fc.boolean() }), {
  minLength: 1,
  maxLength: 6,
});
/** A complete source says everything that is known of what it covers, a selection perhaps. */
type World = { readonly covers: readonly Coverage[]; readonly says: boolean };

const mildSeverity = { level: 'low', score: 2, vector: null, cvssVersion: null } as const;

const anyTarget: fc.Arbitrary<CoverageTarget> = fc.record({
  purl: fc.constantFrom(
    null,
    { type: 'npm', namespace: null },
    { type: 'deb', namespace: 'debian' },
    { type: 'swift', namespace: 'x' },
  ),
  unadvisedRelease: fc.constantFrom(null, null, '8'),
  cpePart: fc.constantFrom(null, 'a', 'o', 'h'),
  isProductNamed: fc.boolean(),
  version: fc.constantFrom('', '1.0.0'),
  hasLifecycle: fc.boolean(),
  undecided: fc.constantFrom(0, 0, 3),
  undecidedMalicious: fc.constantFrom(0, 0, 1),
  isSourceUnknown: fc.constantFrom(false, false, true),
  isSpellingUnknown: fc.constantFrom(false, false, true),
  unanalyzed: fc.constantFrom<string[]>([], [], ['CVE-2026-1']),
  askedLive: fc.constantFrom([], ['vulnerabilities' as const]),
});

/** What names the product and nobody has analysed is known only through a source that names it. */
const known = (target: CoverageTarget, sources: readonly World[]): CoverageTarget => {
  const { cpePart } = target;
  const isNamed = sources.some(({ covers }) =>
    covers.some(
      (one) => one.kind === 'vulnerabilities' && one.namesUnanalyzed && cpePart && coversProduct(one, cpePart),
    ),
  );
  return isNamed ? target : { ...target, unanalyzed: [] };
};

const rank = (status: (typeof coverageStatuses)[number]): number => coverageStatuses.indexOf(status);

describe('taking a source away', () => {
  it('raises no status, and whatever is not examined has a cause and a reason', () => {
    fc.assert(
      fc.property(anyTarget, anySources, fc.nat(), (target, sources, at) => {
        const index = at % sources.length;
        const before = assessCoverage(known(target, sources), sources);
        const left = sources.toSpliced(index, 1);
        const after = assessCoverage(known(target, left), left);
        for (const kind of examinedKinds) {
          expect(rank(after[kind].status)).toBeGreaterThanOrEqual(rank(before[kind].status));
          expect(after[kind].cause === null).toBe(after[kind].status === 'examined');
          expect(after[kind].reason === '').toBe(after[kind].status === 'examined');
        }
      }),
      { numRuns },
    );
  });

  it.each(ruleIds)('never makes a component pass %s that failed it', (ruleId) => {
    const known = new Map(
      ['package', 'product'].map((id) => [id, finding({ id, severity: { level: 'critical', score: null, vector: null, cvssVersion: null } })]), // prettier-ignore
    );
    const malware = finding({ id: 'MAL-1', isMalicious: true });
    /** Of a component with a vulnerability known by its package and one by its product, both exploited, and malicious. */
    const failures = (target: CoverageTarget, sources: readonly World[]) => {
      const says = (kind: string, covers: (coverage: Coverage) => boolean) =>
        sources.some((one) => one.covers.some((coverage) => coverage.kind === kind && covers(coverage) && (coverage.completeSince !== null || one.says))); // prettier-ignore
      const { purl, cpePart } = target;
      const exploited = says('exploited', () => true) ? { addedOn: null, dueOn: null, isRansomware: false } : null;
      const found = [
        // A live source says everything about the package that it was asked for.
        ...(purl && (target.askedLive.length > 0 || says('vulnerabilities', (one) => coversPackage(one, purl)))
          ? [known.get('package')!]
          : []),
        ...(cpePart && says('vulnerabilities', (one) => coversProduct(one, cpePart)) ? [known.get('product')!] : []),
      ];
      // Half of the components are harmless: their vulnerabilities are mild, and neither exploited nor likely to be.
      const isHarmless = !target.hasLifecycle;
      const isMalicious = !isHarmless && purl !== null && says('malicious', (one) => coversPackage(one, purl));
      const probability = isHarmless ? 0.01 : 0.9;
      const prediction = says('exploit_probability', () => true) ? { probability, percentile: probability } : null;
      const vulnerabilities = found.map((one) =>
        isHarmless ? { ...one, severity: mildSeverity, prediction } : { ...one, exploited, prediction },
      );
      return evaluate(
        { rule_ids: [ruleId], parameters: {} },
        {
          isResolved: purl !== null || cpePart !== null, license: null, metricValues: {}, risk: 0, today: '2026-01-01',
          vulnerabilities: [...vulnerabilities, ...(isMalicious ? [malware] : [])],
          coverage: assessCoverage(target, sources),
        },
      ); // prettier-ignore
    };
    let passed = 0;
    fc.assert(
      fc.property(anyTarget, anySources, fc.nat(), (target, sources, at) => {
        const before = failures(target, sources);
        if (before.length === 0) passed += 1;
        else expect(failures(target, sources.toSpliced(at % sources.length, 1))).not.toEqual([]);
      }),
      { numRuns },
    );
    expect(passed).toBeGreaterThan(0);
  });
});
