import type { ShareContent, SharedFileName, ShareExtra } from './share-contents.js';

/** One SBOM of a share, for those who made it. */
export interface SharedSbomView {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly supplier: string;
  readonly components: number;
}

export interface PreviewedSbomView extends SharedSbomView {
  /** Of the components, those that are internal. */
  readonly internal_components: number;
}

/** What a link shows, before it is made. */
export interface SharePreviewView {
  readonly title: string;
  /** What the visitor gets of each SBOM. */
  readonly contents: readonly ShareContent[];
  /** Of what is left out unless it is chosen, what was chosen. */
  readonly extras: readonly ShareExtra[];
  readonly expires_at: Date;
  /** Files that can be fetched; null: any number. */
  readonly max_downloads: number | null;
  /** Whether the visitor is asked for a password. */
  readonly has_password: boolean;
  readonly sboms: readonly PreviewedSbomView[];
  /** Files of each SBOM. */
  readonly files: readonly SharedFileName[];
  /** Sentences: what the visitor will see, and what not. */
  readonly says: readonly string[];
}

export type ShareState = 'active' | 'expired' | 'revoked' | 'used_up';

export interface ShareView extends Omit<SharePreviewView, 'sboms'> {
  readonly id: string;
  readonly org_id: string;
  readonly state: ShareState;
  /**
   * Whoever has it sees what the share holds; null where it has ended, for an API key that ends
   * sooner, and for you who may not share its SBOMs.
   */
  readonly url: string | null;
  /** Why there is no link where you would see it, and what to do; empty otherwise. */
  readonly url_error: string;
  /** Those that you see. */
  readonly sboms: readonly SharedSbomView[];
  /** SBOMs of teams that you do not see. */
  readonly other_sboms: number;
  /** SBOMs of the link that were deleted since: the visitor reads how many, and gets nothing of them. */
  readonly deleted_sboms: number;
  /** Files that were fetched. */
  readonly downloads: number;
  /** Null: nobody has used the link. */
  readonly last_access_at: Date | null;
  readonly created_at: Date;
  /** The user who made it. */
  readonly created_by: string;
  readonly revoked_at: Date | null;
}

/** How often something was asked for on one day (UTC). */
export interface ShareAccessView {
  /** UTC. */
  readonly day: string;
  /** `page`, `wrong_password`, or the name of a file. */
  readonly what: string;
  /** Null: nothing of an SBOM, or of one that you do not see. */
  readonly sbom_id: string | null;
  readonly count: number;
  /** Of the last time on that day. */
  readonly last_at: Date;
}

/** A file for the visitor. */
export interface VisitorFileView {
  readonly file: SharedFileName;
  readonly title: string;
  readonly url: string;
}

export interface VisitorSbomView {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly supplier: string;
  readonly components: number;
  /** Of them, those whose names are withheld. */
  readonly withheld_components: number;
  readonly updated_at: Date;
  readonly files: readonly VisitorFileView[];
}

/** What the visitor of a link sees. */
export interface VisitorView {
  readonly title: string;
  /** Name of the organization. */
  readonly from: string;
  readonly expires_at: Date;
  /** Files that can still be fetched; null: any number. */
  readonly downloads_left: number | null;
  readonly sboms: readonly VisitorSbomView[];
  /** SBOMs that the link had when it was made, and that were deleted since. */
  readonly deleted_sboms: number;
}
