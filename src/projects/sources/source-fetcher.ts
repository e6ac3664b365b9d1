import type { AliasView } from '../projects.view.js';
import type { ProjectType } from '../project-source.js';
import type { SourceLocation } from './source-location.js';

/** What to fetch, with credentials and limits. */
export interface FetchRequest {
  readonly project: {
    readonly name: string;
    readonly type: ProjectType;
    /** Checked: see `checkSource`. */
    readonly source: string;
    readonly branch: string;
    readonly username: string;
    readonly aliases: readonly AliasView[];
    readonly include_paths: readonly string[];
    readonly exclude_paths: readonly string[];
    readonly fetch_submodules: boolean;
    readonly fetch_lfs: boolean;
  };
  readonly secrets: { readonly deploy_key: string | null; readonly password: string | null };
  /** Private; removed after this analysis. */
  readonly folder: string;
  /** Revision that the last analysis of this source read; null: it must be read. */
  readonly knownRevision: string | null;
  readonly maxBytes: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

export interface FetchedSource {
  /** Commit or checksum: the same revision means the same content. */
  readonly revision: string;
  /** Null if the revision is `knownRevision` and nothing was fetched. */
  readonly tree: SourceLocation | null;
}

/** Fetches the sources of one project type. */
export interface SourceFetcher {
  /**
   * @throws CallerError 422 for permanent faults: address, credentials, limits
   * @throws EgressUnavailable if another attempt may succeed
   */
  fetch(request: FetchRequest): Promise<FetchedSource>;
}
