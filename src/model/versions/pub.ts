import { compareIdentifiers, compareSemantic, parseSemantic, type SemanticVersion } from './semantic.js';
import type { VersionScheme } from './scheme.js';

/**
 * Dart's Pub (dart.dev, "Package versioning") and Julia (docs.julialang.org, "VersionNumber"): SemVer, but a build comes
 * after the same version without one.
 */
export const pub: VersionScheme<SemanticVersion> = {
  parse: parseSemantic,
  compare: (a, b) => compareSemantic(a, b) || compareIdentifiers(a.build, b.build),
};
