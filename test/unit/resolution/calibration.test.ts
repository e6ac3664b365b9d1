import type { Calibration, CalibrationCurve } from '../../../src/resolution/matching/rank/model-weights.js';
import { trainedModel } from '../../../src/resolution/matching/rank/trained-model.js';
import { confidencesOf } from '../../../src/resolution/matching/select/calibration.js';

describe('confidence', () => {
  it('rises with the probability and is less than 1', () => {
    const probabilities = [1, 0.9999, 0.99, 0.9, 0.5, 0.1, 0.001, 0];
    for (const calibration of Object.values(trainedModel.calibration)) {
      for (const selected of [true, false]) {
        const best = probabilities.map((probability) => confidencesOf(calibration, [probability], selected)[0]!);
        expect(best).toEqual([...best].sort((one, other) => other - one));
        expect(best.every((confidence) => confidence >= 0 && confidence < 1)).toBe(true);
      }
      expect(confidencesOf(calibration, [1], true)[0]).toBeGreaterThan(0.95);
    }
  });

  const oddsOf = (confidence: number): number => Math.log(confidence / (1 - confidence));
  const line = (below: number, above: number): CalibrationCurve => [
    [-2, oddsOf(below)],
    [2, oddsOf(above)],
  ];

  it('follows the curve of the candidate and never rises along the list', () => {
    const calibration: Calibration = {
      selectedBest: line(0.8, 0.9),
      besideSelected: line(0.1, 0.2),
      best: line(0.4, 0.6),
      others: line(0.3, 0.9),
    };
    expect(confidencesOf(calibration, [0.5, 0.5], false)).toEqual([expect.closeTo(0.5), expect.closeTo(0.5)]);
    expect(confidencesOf(calibration, [0.5, 0.01], false)[1]).toBeCloseTo(0.3);
    const [best, next] = confidencesOf(calibration, [0.5, 0.5], true);
    expect([best, next]).toEqual([expect.closeTo(0.857, 3), expect.closeTo(0.143, 3)]);
    expect(confidencesOf(calibration, [], false)).toEqual([]);
  });

  it('is on the line between two knots, and constant beyond the outer ones', () => {
    const curve: CalibrationCurve = [
      [-1, -3],
      [0, -1],
      [2, 2],
    ];
    const calibration = { selectedBest: curve, besideSelected: curve, best: curve, others: curve };
    const at = (odds: number): number => confidencesOf(calibration, [1 / (1 + Math.exp(-odds))], true)[0]!;
    for (const [odds, expected] of [
      [-5, -3],
      [-1, -3],
      [-0.5, -2],
      [0, -1],
      [1, 0.5],
      [2, 2],
      [9, 2],
    ] as const)
      expect(oddsOf(at(odds))).toBeCloseTo(expected);
  });
});
