import { metrics } from '../../src/scores/metrics/index.js';
import {
  measureAll,
  scoreOf,
  scopeWeights,
  roundCoverage,
  roundScore,
  summaryOf,
} from '../../src/scores/metrics/formula.js';
import { scoreScopes } from '../../src/scores/metrics/metric.js';
import { riskOfMany } from '../../src/scores/metrics/sbom-score.js';
import { finding, soundFacts } from './entity-facts.js';

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

/** The table of metrics of docs/score.md. */
export function metricTable(): string {
  const head = ['Metric', 'Scope', 'What it measures', 'Unit', 'Weight', 'Source'];
  const rows = metrics.map(({ name, scope, description, unit, weight, source }) =>
    row([`\`${name}\``, scope, description, unit, weight, source]),
  );
  return [row(head), row(head.map(() => '---')), ...rows].join('\n');
}

const exampleFacts = {
  ...soundFacts,
  name: 'example',
  findings: [finding({ prediction: { probability: 0.04, percentile: 0.9 } })],
  knownVersions: ['1.2.0', '1.2.1', '1.3.0'],
  latestVersion: '1.3.0',
  repository: null,
};

/** The worked example of docs/score.md. */
export function workedExample(): string {
  const measured = measureAll(exampleFacts);
  const score = scoreOf(measured);
  const head = ['Scope', 'Metric', 'Value', 'Risk', 'Weight', 'Share'];
  const rows = measured.map(({ metric, metricValue: reading }) => {
    const risk = reading?.risk ?? 0;
    const value = reading ? String(reading.value) : 'no data';
    return row([
      metric.scope,
      `\`${metric.name}\``,
      value,
      reading ? roundScore(risk) : '',
      metric.weight,
      roundScore(metric.weight * risk),
    ]);
  });
  const scopes = scoreScopes.map(
    (scope) => `- ${scope}: ${roundScore(score.scopes[scope])}, weight ${scopeWeights[scope]}`,
  );
  const bom = riskOfMany([score.value, 40, 5]);
  return [
    row(head),
    row(head.map(() => '---')),
    ...rows,
    '',
    'Scopes, combined from the shares of their metrics:',
    '',
    ...scopes,
    '',
    `Score: **${roundScore(score.value)}**, with a coverage of ${roundCoverage(score.coverage)}. The summary says: “${summaryOf(exampleFacts, measured)}”`,
    '',
    `An SBOM of this component and two others with the risks 40 and 5 has the risk ${roundScore(bom)}.`,
  ].join('\n');
}
