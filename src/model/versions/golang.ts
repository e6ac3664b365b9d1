import { compareSemantic, parseSemantic, type SemanticVersion } from './semantic.js';
import type { VersionScheme } from './scheme.js';

/**
 * Go modules (golang.org/ref/mod, "Versions"): SemVer with a `v`. Pseudo-versions (`v0.0.0-20191109021931-daa7c04131f5`)
 * are pre-releases and need no rule of their own; `+incompatible` is build metadata. Releases of Go itself have their
 * own spelling (`go1.21rc2`), which the Go vulnerability database writes as `1.21.0-rc.2`.
 */
export const golang: VersionScheme<SemanticVersion> = {
  parse(text) {
    const release = /^(?:go)?(\d+(?:\.\d+){1,2})(alpha|beta|rc)(\d+)\b/.exec(text);
    if (release) return { numbers: release[1]!.split('.'), prerelease: [release[2]!, release[3]!], build: [] };
    const toolchain = /^go(\d[\d.]*)(?:[\s-]|$)/.exec(text);
    return parseSemantic(toolchain ? toolchain[1]! : text);
  },
  compare: compareSemantic,
};
