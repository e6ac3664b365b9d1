import { readFileSync } from 'node:fs';
import { formulaVersion, scopeWeights } from '../../../../src/scores/metrics/formula.js';
import { metricTable, workedExample } from '../../../support/score-page.js';

const page = readFileSync('docs/score.md', 'utf8');
const between = (mark: string): string => page.split(`<!-- ${mark} -->\n`)[1]!.split('\n<!-- end -->')[0]!;

describe('docs/score.md', () => {
  it('has every metric', () => expect(between('metrics')).toBe(metricTable()));

  it('has an example that is computed', () => expect(between('example')).toBe(workedExample()));

  it('has the weights of the scopes and the version of the formula', () => {
    for (const [scope, weight] of Object.entries(scopeWeights)) expect(page).toContain(`${scope} ${weight}`);
    expect(page).toContain(`version ${formulaVersion} of the formula`);
  });
});
