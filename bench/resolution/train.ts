import type { Calibration, RankedKind } from '../../src/resolution/matching/weights.js';
import { calibrationOf, heldOutOutcomes, shownRows } from './calibrate.js';
import { evaluate, evaluateCalibration, evaluateSelection } from './evaluation.js';
import { crossValidated, kinds, loadCases, train, withStatedWeights } from './training.js';
import { writeModule } from './write-model.js';

/**
 * Trains on labelled rows against the catalogue that the bench has loaded, prints the figures of five-fold
 * cross-validation (no row is judged by a model that saw it or its group), and writes the model if told where.
 */
async function main(): Promise<void> {
  const [rowsFile, dataDir, out] = process.argv.slice(2);
  if (!rowsFile || !dataDir)
    throw new Error('Usage: npm run train:resolution -- ROWS.jsonl BENCH_DATA_DIR [trained-model.ts]');
  const cases = await loadCases(rowsFile, dataDir);
  const modelOf = crossValidated(cases);
  const shown = kinds.map((kind) => [kind, shownRows(cases, modelOf, kind)] as const);
  const calibration = Object.fromEntries(shown.map(([kind, rows]) => [kind, calibrationOf(rows)])) as Record<
    RankedKind,
    Calibration
  >;
  evaluate(cases, modelOf);
  evaluateSelection(cases, modelOf);
  for (const [kind, rows] of shown) evaluateCalibration(kind, heldOutOutcomes(rows));
  if (out) writeModule(out, 'trainedModel', 'ModelWeights', withStatedWeights({ ...train(cases), calibration }));
}

await main();
