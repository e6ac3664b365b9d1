/**
 * One command before every commit: format, layers, dependencies, openapi.json, lint, types, unit tests. Stops at the first
 * that fails.
 *
 * `--changed` looks at what differs from `main` (or from HEAD, on `main`): format and lint of these files, and the unit
 * tests that depend on them. `--no-tests` leaves the unit tests out, for those who run all tests afterwards.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const bin = (name) => `node_modules/.bin/${name}`;
const cache = (name) => ['--cache', '--cache-location', `node_modules/.cache/${name}`];
const withTests = !process.argv.includes('--no-tests');
const changed = process.argv.includes('--changed') ? changedFiles() : null;

const steps = [
  [
    'format',
    bin('prettier'),
    ['--check', '--log-level', 'warn', '--ignore-unknown', ...cache('prettier-check'), ...(changed ?? ['.'])],
  ],
  ['layers', process.execPath, ['scripts/check-layers.mjs']],
  ['dependencies', process.execPath, ['scripts/check-dependencies.mjs']],
  ['description of the API', process.execPath, ['scripts/openapi/lint.mjs']],
  ['types of the API', process.execPath, ['scripts/ui/types.mjs']],
  [
    'lint',
    bin('eslint'),
    [
      ...['--max-warnings', '0', '--no-warn-ignored', ...cache('eslint'), '--cache-strategy', 'content'],
      ...(changed?.filter(isCode) ?? ['.']),
    ],
  ],
  [
    'types',
    bin('tsc'),
    ['--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types', '-p', 'tsconfig.json'],
  ],
  ['types of the workbench', bin('tsc'), ['-p', 'ui/tsconfig.json']],
  ['unit tests', bin('jest'), [...jestArguments(), '--selectProjects', 'unit', '--silent']],
];

for (const [name, command, args] of steps) {
  if (name === 'unit tests' && !withTests) continue;
  if (changed !== null && (changed.length === 0 || (name === 'lint' && !changed.some(isCode)))) continue;
  const started = Date.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (status !== 0) process.exit(1);
}

function isCode(file) {
  return /\.(ts|tsx|mts|mjs)$/.test(file);
}

function changedFiles() {
  const git = (...args) => spawnSync('git', args, { encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
  const [base] = git('merge-base', 'HEAD', 'main');
  const files = [...git('diff', '--name-only', base ?? 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(files)].filter((file) => existsSync(file));
}

function jestArguments() {
  return changed === null ? [] : ['--findRelatedTests', ...changed.filter(isCode), '--passWithNoTests'];
}
