import type { EvaluatedComponent } from '../../../src/rulesets/rules/rule.js';
import { ruleById } from '../../../src/rulesets/rules/rules.js';

it.each([
  ['MIT', null],
  ['MIT OR NOASSERTION', null],
  ['See the file', null],
  ['MIT AND NOASSERTION', 'MIT AND NOASSERTION declares no licence of a part'],
  ['(MIT OR Apache-2.0) AND (NOASSERTION OR NONE)', expect.stringContaining('of a part')],
  [null, 'No licence is declared'],
])('whether the licence %s is known: %s', (license, failure) => {
  expect(ruleById.get('license.known')!.check({ license } as EvaluatedComponent, {})).toEqual(failure);
});
