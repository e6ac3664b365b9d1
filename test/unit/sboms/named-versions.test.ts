import { isOnVersion } from '../../../src/sboms/scoring/named-versions.js';

const on = (status: 'affected' | 'not_affected', exact: string, version: string) =>
  isOnVersion({ status, versions: { exact, range: '' } }, version);

it.each([
  ['1.0', '1.0', true, true],
  ['1.0', '1.0.0', true, false],
  ['v1.2', '1.2', true, false],
  ['1.0', '1.0.1', false, false],
  ['1.0', '1.0-rc1', false, false],
  ['1.0', '', true, false],
])('a statement on %s is on %s: %s, and if it takes the vulnerability away %s', (exact, version, affected, cleared) => {
  expect([on('affected', exact, version), on('not_affected', exact, version)]).toEqual([affected, cleared]);
});
