import type { Cpe } from '../../model/cpe-name.js';
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

const distributions = new Set(['deb', 'rpm', 'apk', 'alpm', 'conda', 'bitnami', 'docker', 'brew']);

/** Package types whose packages are built by others than the authors, with versions of their own. */
export const isDistribution = (type: string): boolean => distributions.has(type);
