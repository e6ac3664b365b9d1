import fc from 'fast-check';
import { plotSvg, type PlottedPoint } from '../../../src/sboms/trends/trend-plot.js';
import { trendSvg } from '../../../src/sboms/trends/trend-plots.js';
import { trendGaps, trendPoint } from '../../../src/sboms/trends/trend-points.js';
import type { TrendPointView } from '../../../src/sboms/trends/trends.view.js';
import type { TrendRow } from '../../../src/sboms/trends/trends.repository.js';

const day = (n: number): number => Date.parse('2026-01-01T00:00:00Z') + n * 86_400_000;
const risk = (points: readonly PlottedPoint[]): string =>
  plotSvg([{ title: 'Risk', unit: 'of 100', max: 100, points, until: day(4) }]);
const pathOf = (svg: string): string => /<path d="([^"]*)"/.exec(svg)![1]!;

describe('the picture of a trend', () => {
  it('goes by steps, from the first day to the end', () => {
    const svg = risk([{ at: day(0), value: 0 }, { at: day(1), value: 100 }, { at: day(2), value: 50 }]); // prettier-ignore
    expect(pathOf(svg)).toBe('M44.0 158.0H191.0V24.0H338.0V91.0H632.0');
    expect(svg).toContain('2026-01-01');
    expect(svg).toContain('2026-01-05');
  });

  it('has a gap where a value is not known, not a zero', () => {
    const svg = risk([{ at: day(0), value: 100 }, { at: day(1), value: null }, { at: day(2), value: 100 }]); // prettier-ignore
    expect(pathOf(svg)).toBe('M44.0 24.0H191.0M338.0 24.0H632.0');
    expect(risk([{ at: day(0), value: null }])).toContain('not known');
  });

  it('says the value where there is one moment, which makes no line', () => {
    const one = plotSvg([{ title: 'Risk', unit: '', max: 100, points: [{ at: day(4), value: 41.52 }], until: day(4) }]);
    expect(one).toContain('>41.5 now<');
    expect(risk([{ at: day(0), value: 41.52 }])).not.toContain(' now');
  });

  it('stands whatever numbers there are', () => {
    const value = fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }));
    const points = fc.array(fc.record({ at: fc.integer({ min: 0, max: 1e12 }), value }), { minLength: 1 });
    fc.assert(
      fc.property(points, (some) => {
        const sorted = [...some].sort((a, b) => a.at - b.at);
        const svg = plotSvg([{ title: '<b>', unit: '', max: null, points: sorted, until: 0 }]);
        expect(svg).not.toMatch(/NaN|Infinity|<b>/);
      }),
    );
  });

  describe('of SBOMs', () => {
    const point = (at: number, more: Partial<TrendPointView> = {}): TrendPointView => ({
      at: new Date(day(at)), sboms: 4, unscored: 0, risk: 40, passing: 8, failing: 2, examined: 9, partly: 1,
      not_examined: 0, age_days: 1, oldest_days: 1, undated: 0, stale: 0, ...more,
    }); // prettier-ignore
    const pathsOf = (...points: TrendPointView[]): string[] =>
      [...trendSvg({ from: new Date(day(0)), to: new Date(day(4)), points }).matchAll(/<path d="([^"]*)"/g)].map(
        ([, path]) => path!,
      );
    const gap = /^M44\.0 \S+H191\.0M338\.0 \S+H632\.0$/;
    const around = (more: Partial<TrendPointView>): string[] => pathsOf(point(0), point(1, more), point(2));

    it('draws no line over days in which most of them were not looked at', () => {
      const [risk, passing, unexamined, age] = around({ stale: 3 });
      for (const path of [risk, passing, unexamined]) expect(path).toMatch(gap);
      expect(age).not.toMatch(gap);
      for (const path of around({ stale: 2 })) expect(path).not.toMatch(gap);
      expect(trendGaps([point(0), point(1, { stale: 3 }), point(2)])).toBe(
        'The lines have gaps where monitoring of most SBOMs did not run.',
      );
      expect(trendGaps([point(0, { stale: 1 })])).toContain('Of 1 SBOMs they are old');
      expect(trendGaps([point(0)])).toBe('');
    });

    it.each([
      [{ examined: 4, not_examined: 5 }],
      [{ unscored: 1 }],
      [{ examined: null, partly: null, not_examined: null }],
    ])('draws no risk where too little is known for a figure: %j', (more) => {
      expect(around(more)[0]).toMatch(gap);
      expect(trendGaps([point(0, more), point(1)])).toMatch(/^The line of the risk has gaps/);
    });

    it('counts what was examined in part among what was not examined', () => {
      expect(around({ examined: 5, partly: 5 })[2]).toContain('V91.0');
    });
  });

  it('says that there was nothing', () => {
    expect(trendSvg({ from: new Date(), to: new Date(), points: [] })).toContain('There were no SBOMs');
  });
});

describe('a point of a trend', () => {
  const row: TrendRow = {
    at: new Date(day(0)),
    sboms: 3,
    unscored: 1,
    risks: [10, 40],
    passing: 5,
    failing: 2,
    examined: 4,
    partly: 1,
    age_days: 2.46,
    oldest_days: 9,
    undated: 1,
    stale: 0,
  };

  it('combines the risks of the SBOMs, and counts what was not examined', () => {
    expect(trendPoint(row)).toMatchObject({ risk: 41.5, not_examined: 2, age_days: 2.5, oldest_days: 9 });
  });

  it('knows nothing where no SBOM has figures, and of no examination that was not counted', () => {
    const nothing = { ...row, sboms: 1, unscored: 1, risks: [], passing: 0, failing: 0, examined: 0, partly: 0 };
    expect(trendPoint(nothing)).toMatchObject({ risk: null, examined: null, not_examined: null });
    expect(trendPoint({ ...row, examined: null })).toMatchObject({ examined: null, partly: null, not_examined: null });
    expect(trendPoint({ ...row, age_days: null, oldest_days: null })).toMatchObject({ age_days: null });
  });
});
