import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';

function check(folder: string): { code: number | null; output: string } {
  const script = join(projectRoot, 'scripts/check-dependencies.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  return { code: status, output: stdout + stderr };
}

describe('package.json', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dependencies-'));
    for (const name of ['src', 'test']) mkdirSync(join(folder, name));
    symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const plant = (files: Record<string, string>, manifest: object): void => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: {}, ...manifest }));
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  };

  it('declares what the code imports, and nothing else', () => {
    expect(check(projectRoot)).toEqual({ code: 0, output: 'dependencies: 0 faults\n' });
  });

  it('may keep tools, peers and types', () => {
    plant(
      { 'src/a.ts': `import type { Express } from 'express';\nimport '@nestjs/core';\n` },
      {
        scripts: { build: 'tsc' },
        dependencies: { '@nestjs/core': '1', 'reflect-metadata': '1' },
        devDependencies: { typescript: '1', '@types/express': '1' },
      },
    );
    expect(check(folder).output).toBe('dependencies: 0 faults\n');
  });

  it.each([
    ['an import that is not declared', { 'src/a.ts': `import { x } from 'semver';\n` }, {}],
    ['a dynamic import that is not declared', { 'test/a.ts': `const x = import('semver');\n` }, {}],
    [
      'a devDependency that src imports',
      { 'src/a.ts': `export { x } from 'semver';\n` },
      { devDependencies: { semver: '1' } },
    ],
    ['a dependency that nothing imports', {}, { dependencies: { semver: '1' } }],
  ])('may not have %s', (_what, files, manifest) => {
    plant(files as Record<string, string>, manifest);
    const { code, output } = check(folder);
    expect(code).toBe(1);
    expect(output).toContain('semver');
  });
});
