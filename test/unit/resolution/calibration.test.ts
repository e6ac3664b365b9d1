import type { Calibration } from '../../../src/resolution/matching/rank/model-weights.js';
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

  it('follows the curve of the candidate and never rises along the list', () => {
    const calibration: Calibration = {
      selectedBest: [2, 1, 0],
      besideSelected: [-2, 1, 0],
      best: [0, 1, 0],
      others: [1, 1, 0],
    };
    const [best, next, last] = confidencesOf(calibration, [0.6, 0.3, 0.1], false);
    expect(best).toBeCloseTo(0.6);
    expect(next).toBeCloseTo(0.538);
    expect(last).toBeCloseTo(0.232);
    expect(confidencesOf(calibration, [0.5, 0.5], false)[1]).toBeCloseTo(0.5);
    expect(confidencesOf(calibration, [0.5, 0.5], true)[0]).toBeCloseTo(0.881);
    expect(confidencesOf(calibration, [0.5, 0.5], true)[1]).toBeCloseTo(0.119);
    expect(confidencesOf(calibration, [], false)).toEqual([]);
  });

  it('is constant beyond the turning point of a curve', () => {
    const turning = [0, 1, -0.25] as const;
    const calibration = { selectedBest: turning, besideSelected: turning, best: turning, others: turning };
    const [at, beyond] = [0.99, 0.999999].map((probability) => confidencesOf(calibration, [probability], true)[0]);
    expect(at).toBe(beyond);
  });
});
