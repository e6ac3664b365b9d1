import { analysisSteps, exportSteps, importSteps, uploadSteps } from '../../faults/fault-step.js';

/** The long run finds it out as well; whoever renames a method should hear of it at once. */
it.each([uploadSteps, importSteps, analysisSteps, exportSteps].flat())(
  'the step "$name" is there: $method of $owner',
  async ({ module, owner, method }) => {
    const exported = (await import(`../../../src/${module}.ts`)) as Record<string, { prototype: object } | undefined>;
    expect(owner === undefined ? exported : exported[owner]?.prototype).toHaveProperty(method, expect.any(Function));
  },
);
