import type { ReviewPreview } from './types.js';

type PreviewedSbom = ReviewPreview['sboms'][number];

/** What decisions about several names change together, made at once. */
export interface JointPreview {
  readonly sboms: readonly PreviewedSbom[];
  readonly settledByHand: number;
}

/** Names in the same SBOM are one row of it: what one leaves open, another may settle. */
export function jointPreview(previews: readonly ReviewPreview[]): JointPreview {
  const sboms = new Map<string, PreviewedSbom>();
  for (const one of previews.flatMap((preview) => preview.sboms)) {
    const before = sboms.get(one.sbom_id);
    const left = before ? Math.max(0, before.left - one.unresolved) : one.left;
    const entries = (before?.entries ?? 0) + one.entries;
    const unresolved = (before?.unresolved ?? 0) + one.unresolved;
    sboms.set(one.sbom_id, { ...(before ?? one), entries, unresolved, left });
  }
  const settledByHand = previews.reduce((sum, preview) => sum + preview.settled_by_hand, 0);
  return { sboms: [...sboms.values()], settledByHand };
}
