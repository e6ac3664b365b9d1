import type { Cpe } from '../../model/cpe-name.js';
import { distributionTypes } from '../../model/distribution-names.js';
import type { Purl } from '../../model/purl.js';
import type { Repository } from '../../model/repository.js';
import type { PackageRow, ProductRow, RepositoryRow } from './entities.repository.js';

/** An entity with up to three identities, and the catalogue's rows of them. */
export interface ResolvedEntity {
  readonly id: string;
  readonly name: string;
  readonly org: string;
  readonly version: string;
  readonly purl: Purl | null;
  readonly cpe: Cpe | null;
  readonly repository: Repository | null;
  readonly rows: EntityRows;
}

export interface EntityRows {
  readonly package: PackageRow | null;
  readonly product: ProductRow | null;
  readonly repository: RepositoryRow | null;
}

const distributions = new Set([...distributionTypes, 'conda', 'bitnami', 'docker', 'brew']);

/** Package types whose packages are built by others than the authors, with versions of their own. */
export const isDistribution = (type: string): boolean => distributions.has(type);

/** What marks a version as one of the distribution's own builds, by package type; without it the version is upstream's. */
const revisionPatterns: Readonly<Record<string, RegExp>> = {
  deb: /[-:+~]/,
  rpm: /[-:~]/,
  alpm: /[-:]/,
  bitnami: /-/,
  apk: /-r\d+$/,
  brew: /_\d+$/,
};

/**
 * Whether a package is a distribution's build, which is patched without a new upstream version: criteria on upstream
 * versions (CPE) do not apply to it. Conda keeps upstream's versions; of a type without a pattern every version counts.
 */
export function isDistributionBuild({ type, qualifiers }: Pick<Purl, 'type' | 'qualifiers'>, version: string): boolean {
  if (!isDistribution(type) || type === 'conda') return false;
  const pattern = revisionPatterns[type];
  return version === '' || pattern === undefined || 'distro' in qualifiers || pattern.test(version);
}
