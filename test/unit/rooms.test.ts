import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';

/** The test transformer takes the suffix off import paths, also off those in strings. */
const js = '.js';

/** Runs the lint over a folder of sources; answers its exit code and what it printed. */
function lint(folder: string): { code: number; output: string } {
  try {
    const output = execFileSync(process.execPath, [join(projectRoot, 'scripts/rooms.mjs'), folder], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return { code: 0, output };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return { code: status, output: stdout + stderr };
  }
}

describe('the order of the rooms', () => {
  let copy: string;
  const plant = (path: string, text: string): void => {
    mkdirSync(join(copy, path, '..'), { recursive: true });
    writeFileSync(join(copy, path), text);
  };

  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'rooms-'));
    cpSync(join(projectRoot, 'src'), copy, { recursive: true });
  });
  afterEach(() => rmSync(copy, { recursive: true, force: true }));

  it('holds for the house as it stands, and saw files', () => {
    const { code, output } = lint(copy);
    expect(output).toMatch(/rooms: [1-9]\d* files, 0 breaches/);
    expect(code).toBe(0);
  });

  it.each([
    ['a room that knows the rooms to its right', 'model/breach.ts', `import '../platform/project-root.js';\n`],
    ['a pure folder with I/O', 'formats/breach.ts', `import { readFileSync } from 'node:fs';\nreadFileSync('x');\n`],
    ['a pure folder with a framework', 'model/breach.ts', `export { Injectable } from '@nestjs/common';\n`],
    ['a folder that is no room', 'helpers/breach.ts', `export const x = 1;\n`],
    ['a file that imports itself in a circle', 'jobs/breach.ts', `import './breach${js}';\n`],
    [
      'a dynamic import to the right',
      'jobs/breach.ts',
      `export const x = () => import('../sboms/sboms.service.js');\n`,
    ],
  ])('refuses %s', (_what, path, text) => {
    plant(path, text);
    const { code, output } = lint(copy);
    expect(code).toBe(1);
    expect(output).toContain(path);
  });

  it('refuses a folder without sources: a lint that sees nothing proves nothing', () => {
    const empty = join(copy, 'nothing-here');
    mkdirSync(empty);
    expect(lint(empty).code).toBe(1);
  });
});
