import { compareSemantic, parseSemantic, type SemanticVersion } from './semantic.js';
import type { VersionScheme } from './scheme.js';

/** NuGet (learn.microsoft.com, "Package versioning"): SemVer with a fourth number; letter case does not matter. */
export const nuget: VersionScheme<SemanticVersion> = {
  parse: (text) => parseSemantic(text.toLowerCase()),
  compare: compareSemantic,
};
