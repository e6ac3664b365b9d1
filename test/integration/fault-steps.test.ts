/** @own-modules It defines jobs, each of which every service of the process must handle. */
import { FaultEnvironment } from '../faults/fault-environment.js';
import { importSteps, uploadSteps } from '../faults/fault-step.js';

/** A slice of `npm run test:faults`, which has every step, both queues, and stores that fail. */
const slice = ['upload: committed, not answered', 'import: completed, not committed'];

describe('killed at a step, with nothing lost or doubled', () => {
  let environment: FaultEnvironment;

  beforeAll(async () => (environment = await FaultEnvironment.open('postgres')));
  afterAll(() => environment?.close());

  it.each(
    [...uploadSteps, ...importSteps]
      .filter(({ name }) => slice.includes(name))
      .map((step) => [step.name, step] as const),
  )('%s', async (_name, step) => {
    await environment.strikeAt(step);
    expect(await environment.violations()).toEqual([]);
    expect(environment.uploads.length).toBeGreaterThan(0);
  });

  it('judges a change of each kind, made while nothing breaks', async () => {
    await environment.work();
    expect(await environment.violations()).toEqual([]);
    const acknowledged = environment.person.changes.filter(({ answer }) => answer === 'acknowledged');
    expect([...new Set(acknowledged.map(({ kind }) => kind))].sort()).toEqual([
      'component',
      'confirmation',
      'decision',
    ]);
  });
});
