import { defaultLimits, type ParseLimits } from '../formats/format.js';

/** Hard limits on one manifest. The largest lock files of known projects hold some 10,000 packages in 5 MB. */
export const manifestLimits = {
  ...defaultLimits,
  maxBytes: 64 * 1024 * 1024,
  maxDepth: 128,
  maxComponents: 200_000,
  /** For all manifests of a tree together. */
  maxTreeComponents: 500_000,
  maxEdges: 2_000_000,
  maxNameLength: 1_024,
  maxUrlLength: 4_096,
  maxWarnings: 200,
} satisfies ParseLimits & Record<string, number>;
