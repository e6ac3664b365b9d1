/**
 * One command before every commit: format, layers, dependencies, lint, types, unit tests. Stops at the first that fails.
 * `--no-tests` leaves the unit tests out, for those who run all tests afterwards.
 */
import { spawnSync } from 'node:child_process';

const bin = (name) => `node_modules/.bin/${name}`;
const steps = [
  [
    'format',
    bin('prettier'),
    ['--check', '--log-level', 'warn', '--cache', '--cache-location', 'node_modules/.cache/prettier-check', '.'],
  ],
  ['layers', process.execPath, ['scripts/check-layers.mjs']],
  ['dependencies', process.execPath, ['scripts/check-dependencies.mjs']],
  ['lint', bin('eslint'), ['--cache', '--cache-location', 'node_modules/.cache/eslint', '--max-warnings', '0', '.']],
  ['types', bin('tsc'), ['--noEmit', '-p', 'tsconfig.json']],
  ['unit tests', bin('jest'), ['--selectProjects', 'unit', '--silent']],
];

if (process.argv.includes('--no-tests')) steps.pop();

for (const [name, command, args] of steps) {
  const started = Date.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (status !== 0) process.exit(1);
}
