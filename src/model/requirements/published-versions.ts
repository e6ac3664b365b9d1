/** All versions of a package that its registry lists, in any order. */
export interface PublishedVersions {
  readonly versions: readonly PublishedVersion[];
  /** What the registry gives where nothing is asked for ("dist-tags" of npm). */
  readonly latest?: string | undefined;
}

export interface PublishedVersion {
  readonly version: string;
  /** Yanked or deprecated. */
  readonly isWithdrawn: boolean;
}

/** A requirement as one package manager reads it. */
export type VersionSelector = (requirement: string, published: PublishedVersions) => string | null;
