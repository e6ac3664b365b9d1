import type { AliasView } from '../projects.view.js';
import type { ProjectType } from '../project-source.js';
import type { SourceLocation } from './source-location.js';

/** What is to be fetched, by whose leave, and within which bounds. */
export interface FetchRequest {
  readonly project: {
    readonly name: string;
    readonly type: ProjectType;
    /** Checked: see `checkSource`. */
    readonly source: string;
    readonly branch: string;
    readonly username: string;
    readonly aliases: readonly AliasView[];
  };
  readonly secrets: { readonly deploy_key: string | null; readonly password: string | null };
  /** Private, and gone after this analysis. */
  readonly folder: string;
  /** Revision that the last analysis of this source has read; null: it must be read. */
  readonly knownRevision: string | null;
  readonly maxBytes: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

export interface FetchedSource {
  /** Commit or checksum: the same revision is the same content. */
  readonly revision: string;
  /** Null where the revision is the known one, and nothing was fetched. */
  readonly tree: SourceLocation | null;
}

/** Brings the source of one type of project onto this machine. */
export interface SourceFetcher {
  /**
   * @throws CallerError 422 for what will not change by itself: the address, the credentials, a limit
   * @throws OutsideUnavailable where another attempt may help
   */
  fetch(request: FetchRequest): Promise<FetchedSource>;
}
