import { calibrationsOf, heldOutOutcomes, calibrationRows } from './calibrate.js';
import { evaluate, evaluateCalibration, evaluateSelection } from './evaluation.js';
import { crossValidated, foldOf, kinds, loadCases, train, withDeclaredWeights, type Case } from './training.js';
import { trainSelections } from './train-selection.js';
import type { ModelWeights } from '../../src/resolution/matching/rank/model-weights.js';
import { writeModule } from './write-model.js';

/**
 * Trains on labelled rows against the catalogue that the bench has loaded, prints the figures of cross-validation (no
 * row is judged by a model that saw it or its group), and writes the model if told where.
 */
async function main(): Promise<void> {
  const [rowsFile, dataDir, out] = process.argv.slice(2);
  if (!rowsFile || !dataDir)
    throw new Error('Usage: npm run train:resolution -- ROWS.jsonl[,MORE.jsonl] BENCH_DATA_DIR [trained-model.ts]');
  const cases = await loadCases(rowsFile, dataDir);
  const rankings = crossValidated(cases);
  const selections = trainSelections(cases, rankings);
  const models = rankings.map((model, fold) => ({ ...model, selection: selections.heldOut[fold]! }));
  const modelOf = ({ row }: Case): ModelWeights => models[foldOf(row.group)]!;
  const shown = {
    package: calibrationRows(cases, modelOf, 'package'),
    product: calibrationRows(cases, modelOf, 'product'),
    repo: calibrationRows(cases, modelOf, 'repo'),
  };
  evaluate(cases, modelOf);
  evaluateSelection(cases, modelOf);
  const outcomes = heldOutOutcomes(shown);
  for (const kind of kinds) evaluateCalibration(kind, outcomes[kind]);
  if (out)
    writeModule(
      out,
      'trainedModel',
      'ModelWeights',
      withDeclaredWeights({ ...train(cases), calibration: calibrationsOf(shown), selection: selections.final }),
    );
}

await main();
