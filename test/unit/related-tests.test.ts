import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';

/** `npm run check -- --changed` relies on it. Without the dependency extractor jest finds no importer of any file. */
it('jest finds the tests that depend on a file', () => {
  const jest = join(projectRoot, 'node_modules/jest/bin/jest.js');
  const args = ['--findRelatedTests', 'src/webhooks/signature.ts', '--listTests', '--selectProjects', 'unit'];
  const output = execFileSync(process.execPath, [jest, ...args], { cwd: projectRoot, encoding: 'utf8', stdio: 'pipe' });
  expect(output).toContain('test/unit/webhooks/signature.test.ts');
}, 60_000);
