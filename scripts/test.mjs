/**
 * `npm test`: installs and builds what is missing (tests of whole processes run the build), runs jest with the
 * arguments given, and ends with the one line "N passed, N failed". `--long` lets the tests in that take minutes each.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare } from './preparation/prepare.mjs';
import { root } from './preparation/run.mjs';

prepare();
const folder = mkdtempSync(join(tmpdir(), 'stocktake-jest-'));
const closingLine = join(folder, 'closing-line');
const isLong = process.argv.includes('--long');
const args = process.argv.slice(2).filter((argument) => argument !== '--long');
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

function readClosingLine() {
  try {
    return readFileSync(closingLine, 'utf8');
  } catch {
    return '0 passed, 1 failed';
  }
}
