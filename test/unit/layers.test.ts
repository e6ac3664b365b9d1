import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
// @ts-expect-error: a script without types
import { layers, pureFolders } from '../../scripts/check-layers.mjs';

/** The test transformer removes the suffix of import paths, also of those in strings. */
const js = '.js';

/** Checks a folder of sources; returns the exit code and the output. */
function check(folder: string): { code: number; output: string } {
  try {
    const output = execFileSync(process.execPath, [join(projectRoot, 'scripts/check-layers.mjs'), folder], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return { code: 0, output };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return { code: status, output: stdout + stderr };
  }
}

it('CONTRIBUTING.md and ADR 1 name the layers and the pure folders as they are', () => {
  const order = (layers as string[][]).map((layer) => layer.join(', ')).join(' → ');
  const names = (pureFolders as string[]).map((folder) => `\`${folder}\``);
  const pure = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  for (const page of ['CONTRIBUTING.md', 'docs/adr/0001-layers.md']) {
    const text = readFileSync(join(projectRoot, page), 'utf8');
    expect([page, text]).toEqual([page, expect.stringContaining(`\`${order}`)]);
    expect([page, text]).toEqual([page, expect.stringContaining(pure)]);
  }
});

describe('the import rules of src', () => {
  let copy: string;
  let planted: string[] = [];
  const plant = (path: string, text: string): void => {
    planted.push(join(copy, path));
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), text);
  };

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'layers-'));
    cpSync(join(projectRoot, 'src'), copy, { recursive: true });
  });
  afterEach(() => {
    for (const path of planted) rmSync(path);
    planted = [];
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('hold, and the check read files', () => {
    const { code, output } = check(copy);
    expect(output).toMatch(/layers: [1-9]\d* files, 0 breaches/);
    expect(code).toBe(0);
  });

  it.each([
    ['a module that imports a later layer', 'model/breach.ts', `import '../platform/project-root.js';\n`],
    ['a pure folder with I/O', 'formats/breach.ts', `import { readFileSync } from 'node:fs';\nreadFileSync('x');\n`],
    ['a pure folder with a framework', 'model/breach.ts', `export { Injectable } from '@nestjs/common';\n`],
    ['a format family that imports another', 'formats/table/breach.ts', `import '../spdx/document/versions${js}';\n`],
    [
      'a new format family that imports another',
      'formats/swid/breach.ts',
      `import '../spdx/document/versions${js}';\n`,
    ],
    [
      'containers of formats that import a family',
      'formats/containers/breach.ts',
      `import '../spdx/document/versions${js}';\n`,
    ],
    [
      'signatures of formats that import a family',
      'formats/signatures/breach.ts',
      `import '../spdx/document/versions${js}';\n`,
    ],
    [
      'shared code of formats that imports a family',
      'formats/shared/breach.ts',
      `export type { DocumentEncoder } from '../cyclonedx/encoder${js}';\n`,
    ],
    [
      'a controller that opens transactions',
      'jobs/breach.controller.ts',
      `export { Database } from '../platform/database/database${js}';\n`,
    ],
    ['a folder that is in no layer', 'helpers/breach.ts', `export const x = 1;\n`],
    [
      'a folder of matching that imports a later one',
      'resolution/matching/query/breach.ts',
      `export { scoreCandidates } from '../rank/score-candidates${js}';\n`,
    ],
    [
      'a file beside the folders of matching',
      'resolution/matching/breach.ts',
      `export { fold } from '../../model/names/normalise${js}';\n`,
    ],
    ['a file that imports itself', 'jobs/breach.ts', `import './breach${js}';\n`],
    [
      'a dynamic import of a later layer',
      'jobs/breach.ts',
      `export const x = () => import('../sboms/sboms.service.js');\n`,
    ],
  ])('refuse %s', (_what, path, text) => {
    plant(path, text);
    const { code, output } = check(copy);
    expect(code).toBe(1);
    expect(output).toContain(path);
  });

  it('let a program import the application', () => {
    plant('commands/example.ts', `import '../app.module${js}';\n`);
    expect(check(copy).code).toBe(0);
  });

  it('leave the top of src to what wires the modules and to the programs that are started', () => {
    const files = readdirSync(join(projectRoot, 'src')).filter((name) => name.endsWith('.ts'));
    expect(files.length).toBeLessThanOrEqual(4);
  });

  it('refuse a folder without sources', () => {
    const empty = join(copy, 'nothing-here');
    mkdirSync(empty);
    expect(check(empty).code).toBe(1);
  });
});
