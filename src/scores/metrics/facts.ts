import type { VersionSchemeName } from '../../model/versions/versions.js';
import type { Finding } from '../vulnerabilities/findings.js';

/** A release cycle of a product ("4.2"), as endoflife.date has it. Days are ISO 8601. */
export interface LifecycleCycle {
  readonly name: string;
  readonly releasedOn: string | null;
  /** End of security fixes: its day, or whether it is past where no day is known. */
  readonly endOfLife: string | boolean | null;
  /** End of ordinary support. */
  readonly endOfSupport: string | boolean | null;
  readonly latestVersion: string | null;
  readonly latestReleasedOn: string | null;
}

export interface Lifecycle {
  readonly title: string;
  readonly link: string;
  /** The newest first. */
  readonly cycles: readonly LifecycleCycle[];
}

/** What is known of a repository; null where nobody has looked. */
export interface RepositoryFacts {
  readonly lastCommitOn: string | null;
  readonly isArchived: boolean | null;
  readonly contributors: number | null;
  /** OpenSSF Scorecard, 0–10. */
  readonly scorecard: number | null;
  /** The day of the checks, ISO 8601. */
  readonly scorecardOn: string | null;
  readonly link: string;
}

/** Another package of the same registry with nearly the same name and another owner. */
export interface LookAlike {
  readonly purl: string;
  readonly name: string;
  /** How many times as popular it is. */
  readonly timesAsPopular: number;
}

/** All that is known of an entity; whatever nobody has looked for or found is null, and then counts as missing. */
export interface EntityFacts {
  readonly today: string;
  readonly name: string;
  /** Empty where no version is named. */
  readonly version: string;
  readonly scheme: VersionSchemeName;
  /** Null where no source of advisories knows this kind of software. */
  readonly findings: readonly Finding[] | null;
  /** A sample, never complete. */
  readonly knownVersions: readonly string[];
  readonly latestVersion: string | null;
  readonly releasedOn: string | null;
  readonly latestReleasedOn: string | null;
  readonly lifecycle: Lifecycle | null;
  readonly repository: RepositoryFacts | null;
  readonly isDeprecated: boolean | null;
  /** Licence expression or text; empty where it was looked for and none is declared. */
  readonly license: string | null;
  readonly identity: {
    readonly hasPackage: boolean;
    readonly hasProduct: boolean;
    readonly hasRepository: boolean;
    /** Whether one of the catalogue's sources knows an identifier; null where there is no catalogue. */
    readonly isInCatalog: boolean | null;
  };
  /** Packages that depend on it, where a source counts them. */
  readonly dependents: number | null;
  readonly monthlyDownloads: number | null;
  /** Null where popularity is not known, so that nobody can be called a look-alike. */
  readonly lookAlikes: readonly LookAlike[] | null;
}

/** A thing of which nobody knows anything. */
export const unknownEntityFacts: EntityFacts = {
  today: '1970-01-01',
  name: '',
  version: '',
  scheme: 'generic',
  findings: null,
  knownVersions: [],
  latestVersion: null,
  releasedOn: null,
  latestReleasedOn: null,
  lifecycle: null,
  repository: null,
  isDeprecated: null,
  license: null,
  identity: { hasPackage: false, hasProduct: false, hasRepository: false, isInCatalog: null },
  dependents: null,
  monthlyDownloads: null,
  lookAlikes: null,
};
