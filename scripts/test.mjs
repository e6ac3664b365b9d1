/**
 * `npm test`: installs and builds what is missing (tests of whole processes run the build), runs jest with the
 * arguments given, and ends with the one line "N passed, N failed". `--unit` runs the unit tests only, which need no
 * build; `--long` adds the tests that take minutes each.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare, prepareWithoutBuild } from './preparation/prepare.mjs';
import { root } from './preparation/run.mjs';

const isUnit = process.argv.includes('--unit');
const isLong = process.argv.includes('--long');
if (isUnit) prepareWithoutBuild();
else prepare();
const folder = mkdtempSync(join(tmpdir(), 'stocktake-jest-'));
const closingLine = join(folder, 'closing-line');
const args = jestArguments(process.argv.slice(2).filter((argument) => !['--unit', '--long'].includes(argument)));
const jest = spawn(process.execPath, [join(root, 'node_modules', 'jest', 'bin', 'jest.js'), ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, STOCKTAKE_CLOSING_LINE: closingLine, ...(isLong ? { STOCKTAKE_LONG_TESTS: 'true' } : {}) },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => jest.kill(signal));
jest.on('close', (code) => {
  console.log(readClosingLine());
  rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 1);
});

/**
 * `--selectProjects` goes last: jest takes every argument behind it for the name of a project, also the path of the one
 * file that is to run.
 */
function jestArguments(given) {
  const index = given.indexOf('--selectProjects');
  if (index < 0) return isUnit ? [...given, '--selectProjects', 'unit'] : given;
  const isProject = (argument) => ['unit', 'integration', 'faults', 'mutations', 'differential'].includes(argument);
  const rest = given.slice(index + 1);
  const end = rest.findIndex((argument) => !isProject(argument));
  const projects = end < 0 ? rest : rest.slice(0, end);
  return [...given.slice(0, index), ...rest.slice(projects.length), '--selectProjects', ...projects];
}

function readClosingLine() {
  try {
    return readFileSync(closingLine, 'utf8');
  } catch {
    return '0 passed, 1 failed';
  }
}
