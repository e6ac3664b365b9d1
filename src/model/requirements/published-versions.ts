import { compareParsedVersions, type ParsedVersion } from '../versions/versions.js';

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

/** One of the comparisons of a requirement. */
export type VersionTest = (version: ParsedVersion) => boolean;

/** Those that were not withdrawn. */
export const availableVersions = ({ versions }: PublishedVersions): string[] =>
  versions.filter(({ isWithdrawn }) => !isWithdrawn).map(({ version }) => version);

/** The first of the highest; null of none. All are of one scheme. */
export const highestOf = (versions: readonly ParsedVersion[]): ParsedVersion | null =>
  versions.reduce<ParsedVersion | null>(
    (one, other) => (one === null || compareParsedVersions(other, one) > 0 ? other : one),
    null,
  );
