import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { TransientError } from '../../../src/model/errors.js';
import { WorkerPool } from '../../../src/platform/process/worker-pool.js';
import { projectRoot } from '../../../src/platform/project-root.js';

/** Answers with its thread's number; some questions make it fail, die or wait. */
const thread = `
const { parentPort, threadId, workerData } = require('node:worker_threads');
parentPort.on('message', ({ text: question }) => {
  if (question === 'die') process.exit(1);
  if (question === 'throw') throw new Error('out of order');
  if (question === 'fail') return parentPort.postMessage({ error: { message: 'wrong', transient: false } });
  if (question === 'later') return parentPort.postMessage({ error: { message: 'away', transient: true } });
  setTimeout(() => parentPort.postMessage({ answer: workerData.greeting + ' ' + question + ' ' + threadId }), 20);
});`;

describe('a pool of threads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stocktake-threads-'));
  writeFileSync(join(folder, 'greeter.js'), thread);
  const module = relative(join(projectRoot, 'dist', 'src'), join(folder, 'greeter'));
  const pools: WorkerPool[] = [];

  const open = (threads: number, idleMs = 60_000): WorkerPool => {
    const pool = new WorkerPool(
      module,
      { greeting: 'good day' },
      { maxThreads: threads, memoryMb: 64, youngMb: 16, idleTimeoutMs: idleMs },
    );
    pools.push(pool);
    return pool;
  };

  afterEach(async () => {
    for (const pool of pools.splice(0)) await pool.close();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const threadsOf = (answers: readonly string[]): Set<string> =>
    new Set(answers.map((answer) => answer.split(' ').at(-1)!));

  it('answers each question once, in as many threads as there are questions for and no more than allowed', async () => {
    const pool = open(2);
    const names = Array.from({ length: 9 }, (_, index) => `n${index}`);
    const answers = await Promise.all(names.map((name) => pool.run(name)));
    expect(answers.map((answer) => answer.replace(/ \d+$/, ''))).toEqual(names.map((name) => `good day ${name}`));
    expect(threadsOf(answers).size).toBe(2);
    expect(threadsOf([await pool.run('alone')]).size).toBe(1);
  });

  it('passes on why there is no answer, and whether another time would be better', async () => {
    const pool = open(1);
    await expect(pool.run('fail')).rejects.toThrow('wrong');
    await expect(pool.run('fail')).rejects.not.toBeInstanceOf(TransientError);
    await expect(pool.run('later')).rejects.toBeInstanceOf(TransientError);
    await expect(pool.run('x')).resolves.toMatch('good day x');
  });

  it.each(['die', 'throw'])('goes on after a thread that was made to %s: only its question fails', async (how) => {
    const pool = open(1);
    const [fatal, next] = [pool.run(how), pool.run('next')];
    await expect(fatal).rejects.toBeInstanceOf(TransientError);
    await expect(next).resolves.toMatch('good day next');
  });

  it('ends a thread that has nothing to do, and starts another for the next question', async () => {
    const pool = open(1, 10);
    const before = await pool.run('one');
    await new Promise((resolve) => setTimeout(resolve, 200));
    const after = await pool.run('two');
    expect(threadsOf([before, after]).size).toBe(2);
  });

  it('leaves no question open when it is closed', async () => {
    const pool = open(1);
    const unanswered = [pool.run('one'), pool.run('two')].map((answer) => answer.catch((error: unknown) => error));
    await pool.close();
    for (const answer of await Promise.all(unanswered)) expect(answer).toBeInstanceOf(TransientError);
    await expect(pool.run('three')).rejects.toBeInstanceOf(TransientError);
  });
});
