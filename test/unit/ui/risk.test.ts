import { isRiskKnown, knownRisk, summaryOf, type Point, type RiskFigures } from '../../../ui/src/parts/risk.js';

/** @param examined how many components were, and how many not */
const point = (day: number, risk: number, examined: readonly [number, number] | null, unscored = 0): Point => ({
  at: `2026-11-${day}T12:00:00Z`,
  risk,
  examined: examined && examined[0],
  partly: examined && 0,
  not_examined: examined && examined[1],
  sboms: 10,
  unscored,
  stale: 0,
});

describe('the risk of an SBOM', () => {
  const sbom = (score: number, coverage: number): RiskFigures => ({
    entry_count: 1,
    metrics: { risk: { score, coverage }, resolution: { resolved: 1 } },
  });

  it('is known where enough was examined', () => {
    expect(knownRisk(sbom(80, 1))).toBe(80);
    expect(knownRisk(sbom(2, 0.2))).toBeNull();
  });

  it('is unknown of an empty SBOM, and of one in which nothing is identified', () => {
    const low = sbom(5, 1);
    expect(knownRisk({ ...low, entry_count: 0 })).toBeNull();
    expect(knownRisk({ ...low, metrics: { ...low.metrics, resolution: { resolved: 0 } } })).toBeNull();
  });
});

describe('the risk over time, in words', () => {
  it('compares today with the first day of which the risk is known', () =>
    expect(summaryOf([point(10, 40, [10, 0]), point(20, 28, [10, 0])])).toBe(
      '12 lower than on Nov 10. The hatched band is what was not examined, 0 % now.',
    ));

  it('compares nothing with a today of which too little was examined', () =>
    expect(summaryOf([point(10, 40, [10, 0]), point(20, 28, [10, 0]), point(28, 5, [2, 8])])).toBe(
      'The hatched band is what was not examined, 80 % now.',
    ));

  it('calls no risk known while SBOMs have no score', () => {
    const points = [point(10, 40, [10, 0]), point(28, 40, [10, 0], 9)];
    expect(isRiskKnown(points[1]!)).toBe(false);
    expect(summaryOf(points)).toMatch(/^9 SBOMs are not scored yet\./);
    expect(summaryOf(points)).not.toMatch(/Nov/);
  });

  it('calls no risk known of which nobody recorded what was examined', () => {
    expect(isRiskKnown(point(28, 3, null))).toBe(false);
    expect(summaryOf([point(10, 40, [10, 0]), point(28, 3, null)])).toBe('How much was examined is not recorded.');
  });

  it.each([
    [1, 'less than 1 %'],
    [999, 'more than 99 %'],
    [0, '0 %'],
    [1_000, '100 %'],
  ])('tells %d of a thousand not examined as %s', (not, said) =>
    expect(summaryOf([point(10, 40, [10, 0]), point(28, 40, [1_000 - not, not])])).toContain(
      `not examined, ${said} now`,
    ),
  );

  it('calls no risk known of days in which most SBOMs were not looked at, and says so', () => {
    const points = [point(10, 40, [10, 0]), { ...point(20, 40, [10, 0]), stale: 6 }, point(28, 40, [10, 0])];
    expect(points.map(isRiskKnown)).toEqual([true, false, true]);
    expect(summaryOf(points)).toContain('The line has gaps where monitoring of most SBOMs did not run.');
    expect(summaryOf([points[0]!, { ...points[2]!, stale: 1 }])).toContain('The figures of 1 SBOM are old');
    expect(summaryOf([points[0]!, points[2]!])).not.toMatch(/gaps|old/);
  });

  it('says on the first day that there is no history yet', () =>
    expect(summaryOf([point(28, 40, [10, 0])])).toBe('The history begins today.'));
});
