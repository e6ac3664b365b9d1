import { spawnSync } from 'node:child_process';
import { projectRoot } from '../../src/platform/project-root.js';

it('the soak starts with the arguments of its command', () => {
  const program = ['--no-warnings', 'test/support/run-typescript.cjs', 'test/faults/soak.ts'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program, '--minutes', '0.01', '--seed', '7'], {
    cwd: projectRoot,
    encoding: 'utf8',
    timeout: 120_000,
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: expect.stringMatching(/--seed 7[^]*kept/),
    stderr: '',
  });
}, 130_000);
