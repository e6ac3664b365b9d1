import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '../../../src/platform/project-root.js';
import { follow, startDeadline } from '../../../src/platform/process/deadline.js';
import { collectGarbage } from '../../support/garbage.js';

const aborted = (signal: AbortSignal): Promise<string> =>
  Promise.race([
    new Promise<string>((resolve) =>
      signal.addEventListener('abort', () => resolve((signal.reason as Error).name), { once: true }),
    ),
    sleep(5_000, 'never', { ref: false }),
  ]);

describe('a deadline', () => {
  it('comes though nobody holds it and garbage is collected meanwhile', async () => {
    const other = new AbortController();
    const over = aborted(startDeadline(100, other.signal).signal);
    for (let round = 0; round < 5; round += 1) {
      collectGarbage();
      await sleep(5);
    }
    expect(await over).toBe('TimeoutError');
  });

  it('aborts with the first of the other signals, and says that its time had not come', async () => {
    const other = new AbortController();
    const deadline = startDeadline(20, new AbortController().signal, other.signal);
    other.abort(new RangeError('enough'));
    expect([deadline.signal.aborted, deadline.signal.reason]).toEqual([true, new RangeError('enough')]);
    await sleep(40);
    expect(deadline.passed).toBe(false);
    expect(startDeadline(60_000, AbortSignal.abort(new RangeError('before'))).signal.reason).toEqual(
      new RangeError('before'),
    );
  });

  it('that is cleared neither comes nor follows', async () => {
    const other = new AbortController();
    const deadline = startDeadline(10, other.signal);
    deadline.clear();
    other.abort();
    await sleep(30);
    expect([deadline.signal.aborted, deadline.passed]).toEqual([false, false]);
  });
});

it('a controller follows a signal until it is told not to', () => {
  const [source, one, two] = [new AbortController(), new AbortController(), new AbortController()];
  follow(one, source.signal);
  follow(two, source.signal)();
  source.abort(new RangeError('over'));
  expect([one.signal.reason, two.signal.aborted]).toEqual([new RangeError('over'), false]);
});

it('the linter refuses the signals of AbortSignal itself in the sources', () => {
  const uses = ['AbortSignal.timeout(5)', 'AbortSignal.any([])', 'AbortSignal["any"]([])'];
  const words = ['node_modules/eslint/bin/eslint.js', '--stdin', '--stdin-filename', 'src/main.ts'];
  const input = `export const signals = [${uses.join(', ')}];\n`;
  const { status, stdout } = spawnSync(process.execPath, words, { cwd: projectRoot, input, encoding: 'utf8' });
  expect([status, stdout.match(/use startDeadline/g)?.length]).toEqual([1, uses.length]);
}, 120_000);
