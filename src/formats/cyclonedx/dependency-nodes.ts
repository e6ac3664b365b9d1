import type { BomDependency, Json, JsonObject } from '../../model/document.js';
import { dependencyKinds } from '../conversion/relationship-annotations.js';

/** Dependencies in the form of CycloneDX: consecutive edges of one component as one node. */
export async function* dependencyNodes(
  batches: AsyncIterable<readonly BomDependency[]>,
): AsyncIterable<readonly JsonObject[]> {
  let open: JsonObject | undefined;
  for await (const batch of batches) {
    const done: JsonObject[] = [];
    for (const { from, to, kind } of batch) {
      if (!dependencyKinds.has(kind)) continue;
      const member = kind === 'provides' ? 'provides' : 'dependsOn';
      if (open?.ref !== from) {
        if (open !== undefined) done.push(open);
        open = { ref: from };
      }
      const ends = (open[member] ??= []) as Json[];
      for (const end of to) ends.push(end);
    }
    yield done;
  }
  if (open !== undefined) yield [open];
}
