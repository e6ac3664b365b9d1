/**
 * One command before every commit: format, layers, dependencies, openapi.json, lint, types, unit tests. After a step that
 * fails no further one is started.
 *
 * `--changed` looks at what differs from `main` (or from HEAD, on `main`): format and lint of these files, and the unit
 * tests that depend on them. `--no-tests` leaves the unit tests out, for those who run all tests afterwards.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

const bin = (name) => `node_modules/.bin/${name}`;
const cache = (name) => ['--cache', '--cache-location', `node_modules/.cache/${name}`];
const withTests = !process.argv.includes('--no-tests');
const changed = process.argv.includes('--changed') ? changedFiles() : null;

const first = ['types of the API', process.execPath, ['scripts/ui/types.mjs']]; // lint and types read them

/** Each list in its order; the lists beside one another, the slowest step in one of its own. */
const sequences = [
  [
    [
      'lint',
      bin('eslint'),
      [
        ...['--max-warnings', '0', '--no-warn-ignored', ...cache('eslint'), '--cache-strategy', 'content'],
        ...(changed?.filter(isCode) ?? ['.']),
      ],
    ],
  ],
  [
    [
      'format',
      bin('prettier'),
      ['--check', '--log-level', 'warn', '--ignore-unknown', ...cache('prettier-check'), ...(changed ?? ['.'])],
    ],
    ['layers', process.execPath, ['scripts/check-layers.mjs']],
    ['dependencies', process.execPath, ['scripts/check-dependencies.mjs']],
    ['description of the API', process.execPath, ['scripts/openapi/lint.mjs']],
    [
      'types',
      bin('tsc'),
      ['--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types', '-p', 'tsconfig.json'],
    ],
    ['types of the workbench', bin('tsc'), ['-p', 'ui/tsconfig.json']],
  ],
];
const last = ['unit tests', bin('jest'), [...jestArguments(), '--selectProjects', 'unit', '--silent']];

let failed = false;
if (changed?.length !== 0) {
  await run(first);
  await Promise.all(sequences.map(runInTurn));
  if (withTests) await run(last);
}
process.exitCode = failed ? 1 : 0;

async function runInTurn(steps) {
  for (const step of steps) await run(step);
}

/** Does nothing once a step has failed. What a step prints comes at its end, not mixed with that of another. */
async function run([name, command, args]) {
  if (failed || (name === 'lint' && changed !== null && !changed.some(isCode))) return;
  const started = Date.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => printed.push(data));
  const [code] = await once(child, 'close');
  if (code !== 0) failed = true;
  process.stdout.write(Buffer.concat(printed));
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
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
