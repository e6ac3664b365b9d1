import { FaultEnvironment } from '../faults/fault-environment.js';
import { importSteps, uploadSteps } from '../faults/fault-step.js';

jest.setTimeout(300_000);

/** A slice of `npm run test:faults`, which has every step, both queues, and stores that fail. */
const slice = ['upload: committed, not answered', 'import: completed, not committed'];

describe('killed at a step, with nothing lost or doubled', () => {
  let ground: FaultEnvironment;

  beforeAll(async () => (ground = await FaultEnvironment.open('postgres')));
  afterAll(() => ground?.close());

  it.each(
    [...uploadSteps, ...importSteps]
      .filter(({ name }) => slice.includes(name))
      .map((step) => [step.name, step] as const),
  )('%s', async (_name, step) => {
    await ground.strikeAt(step);
    expect(await ground.violations()).toEqual([]);
    expect(ground.uploads.length).toBeGreaterThan(0);
  });
});
