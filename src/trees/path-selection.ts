import type { ManifestKind } from '../manifests/manifest-kind.js';
import { matchesGlob } from '../manifests/paths.js';

/** Globs of a project; a folder stands for all that is in it. */
export interface PathGlobs {
  /** Empty: everything. Test data and copied packages are read where one of these names them. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Test data: what it names is no part of the project. */
const testData = /^(?:.*?\/)?(?:fixtures|__fixtures__|test[-_]?fixtures|test[-_]?data)\//i;
/** Folders of copied packages: requirements in them are those of the copies. */
const copies = /^(?:.*?\/)?(?:vendor|third[-_]party|Pods|\.?venv|site-packages|\.?julia\/(?:packages|stdlib))\//;
/** Examples among the documentation of what is installed. */
const documentation = /^(?:.*?\/)?usr\/share\/doc\//;

const fits = (path: string, globs: readonly string[]): boolean => globs.some((glob) => matchesGlob(path, `${glob}/**`));

/** Which paths of a source count, and what was left out. */
export class PathSelection {
  /** Number of manifests by the folder, or the setting, that leaves them out. */
  private readonly leftOut = new Map<string, number>();

  constructor(private readonly globs: PathGlobs) {}

  /**
   * @param kind of the manifest; null: another file; `content`: what is there whoever copied it, such as an archive
   * @param isKnown whether it counts among what is left out
   */
  takes(path: string, kind: ManifestKind | 'content' | null, isKnown = kind !== null): boolean {
    const reason = this.reasonAgainst(path, kind);
    if (reason !== null && isKnown) this.leftOut.set(reason, (this.leftOut.get(reason) ?? 0) + 1);
    return reason === null;
  }

  *warnings(): Iterable<{ place: string; message: string }> {
    for (const [place, count] of this.leftOut) {
      const what = place.endsWith('/')
        ? 'Manifests, archives and SBOMs of test data or of copied packages'
        : 'Manifests, archives and SBOMs';
      yield { place, message: `${what} were left out: ${count}` };
    }
  }

  private reasonAgainst(path: string, kind: ManifestKind | 'content' | null): string | null {
    const { include, exclude } = this.globs;
    if (fits(path, exclude)) return 'exclude_paths';
    if (include.length > 0) return fits(path, include) ? null : 'include_paths';
    const isDeclared = kind === null || (kind !== 'content' && kind.nature === 'declared');
    const isRequest = isDeclared && (kind === null || kind.coveredBy !== undefined);
    const left = [testData, ...(isDeclared ? [documentation] : []), ...(isRequest ? [copies] : [])];
    return left.map((folder) => folder.exec(path)?.[0]).find((folder) => folder !== undefined) ?? null;
  }
}
