import { type EntityCoverage, unresolvedCoverage } from '../coverage/entity-coverage.js';
import type { VersionSchemeName } from '../../model/versions/versions.js';
import type { Finding } from '../vulnerabilities/findings.js';

/** A release cycle of a product ("4.2"), as in endoflife.date. Days are ISO 8601. */
export interface LifecycleCycle {
  readonly name: string;
  readonly releasedOn: string | null;
  /** End of security fixes: the day, or whether it has passed where the day is unknown. */
  readonly endOfLife: string | boolean | null;
  /** End of regular support. */
  readonly endOfSupport: string | boolean | null;
  readonly latestVersion: string | null;
  readonly latestReleasedOn: string | null;
}

export interface Lifecycle {
  readonly title: string;
  readonly link: string;
  /** Newest first. */
  readonly cycles: readonly LifecycleCycle[];
}

/** Data of a repository. Null: no source has it. */
export interface RepositoryFacts {
  readonly lastCommitOn: string | null;
  readonly isArchived: boolean | null;
  readonly contributors: number | null;
  /** OpenSSF Scorecard, 0–10. */
  readonly scorecard: number | null;
  /** Day of the checks, ISO 8601. */
  readonly scorecardOn: string | null;
  readonly link: string;
}

/** A package of the same registry with a similar name and another owner. */
export interface LookAlike {
  readonly purl: string;
  readonly name: string;
  /** Its popularity divided by that of the entity. */
  readonly timesAsPopular: number;
}

/** Input of the metrics. Null: the data is missing, which never counts as good. */
export interface EntityFacts {
  readonly today: string;
  readonly name: string;
  /** Empty: no version is known. */
  readonly version: string;
  readonly scheme: VersionSchemeName;
  /** Null: no source of advisories covers this kind of software. */
  readonly findings: readonly Finding[] | null;
  /** For which kinds of finding it means something that there is none. */
  readonly coverage: EntityCoverage;
  /** A sample: the catalogue does not list every version. */
  readonly knownVersions: readonly string[];
  readonly latestVersion: string | null;
  readonly releasedOn: string | null;
  readonly latestReleasedOn: string | null;
  readonly lifecycle: Lifecycle | null;
  readonly repository: RepositoryFacts | null;
  readonly isDeprecated: boolean | null;
  /** Licence expression or text. Empty: a source was read and declares none. */
  readonly license: string | null;
  readonly identity: {
    readonly hasPackage: boolean;
    readonly hasProduct: boolean;
    readonly hasRepository: boolean;
    /** Whether a source of the catalogue has one of the identifiers. Null: no catalogue is loaded. */
    readonly isInCatalog: boolean | null;
  };
  /** Number of packages that depend on it. */
  readonly dependents: number | null;
  readonly monthlyDownloads: number | null;
  /** Null: popularity is unknown, so similar names cannot be compared. */
  readonly lookAlikes: readonly LookAlike[] | null;
  /** Keys of the product under other vendors, whose records were read as well. */
  readonly otherProducts: readonly string[];
}

/** An entity without any data. */
export const unknownEntityFacts: EntityFacts = {
  today: '1970-01-01',
  name: '',
  version: '',
  scheme: 'generic',
  findings: null,
  coverage: unresolvedCoverage,
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
  otherProducts: [],
};
