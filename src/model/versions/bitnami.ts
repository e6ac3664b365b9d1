import { compareSemantic, parseSemantic, type SemanticVersion } from './semantic.js';
import { compareDigits, type VersionScheme } from './scheme.js';

export interface BitnamiVersion {
  readonly upstream: SemanticVersion;
  /** Number of the build of the version; null where it is not given. */
  readonly revision: string | null;
}

/** Longer numbers are the dates of pre-releases. */
const withRevision = /^(.*\S)-(\d{1,4})$/;

/**
 * Bitnami (github.com/bitnami/go-version): SemVer, but a number behind the last hyphen counts the builds of that version
 * and does not mark a pre-release.
 */
export const bitnami: VersionScheme<BitnamiVersion> = {
  parse(text) {
    const [, plain = text, revision = null] = withRevision.exec(text.trim()) ?? [];
    const upstream = parseSemantic(plain);
    return upstream && { upstream, revision };
  },
  compare: (a, b) => compareSemantic(a.upstream, b.upstream) || compareRevisions(a.revision, b.revision),
  // Advisories name the versions of upstream, and mean all of their builds.
  compareToNamed: (version, named) =>
    compareSemantic(version.upstream, named.upstream) ||
    (named.revision === null ? 0 : compareRevisions(version.revision, named.revision)),
};

function compareRevisions(a: string | null, b: string | null): number {
  return a === null || b === null ? Number(a !== null) - Number(b !== null) : compareDigits(a, b);
}
