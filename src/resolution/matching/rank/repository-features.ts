import type { RepositoryEntry } from '../../../model/catalog-entry.js';
import type { ComponentQuery } from '../compare/component-query.js';
import { normalizedRepository } from '../compare/normalized-names.js';
import { compareNames } from '../compare/name-agreement.js';
import { compareOrganization } from '../compare/organization-agreement.js';
import type { CandidateFeatures } from './score-candidates.js';

export interface RepositoryCandidate {
  readonly url: string;
  readonly host: string;
  readonly owner: string;
  readonly name: string;
  readonly weight: number;
  /** Null where the catalogue lacks it: it was only read from, or put together of, what the list says. */
  readonly entry: RepositoryEntry | null;
  readonly isDeclared: boolean;
  /** It is the address in the component's own coordinates (a Go path). */
  readonly ownAddress: boolean;
  /** Sum of the confidences of packages that the catalogue says are built from it, and of products that are it. */
  readonly fromPackages: number;
  readonly fromProducts: number;
  /** Identifiers of the package and product candidates that the catalogue links with it. */
  readonly pointedBy: readonly string[];
  /** How many packages of the component's name are built from it; a distribution's among them. */
  readonly namesakes: number;
  readonly fromDistribution: boolean;
  /** Most packages of the component's namespace are built from it. */
  readonly ofNamespace: boolean;
  /** Owner and name put together from what the list says. */
  readonly isGenerated: boolean;
}

/** What a candidate is judged by; each weighs as `trained-model.ts` says. */
export type RepositoryFeatures = Readonly<
  Record<
    | 'stated'
    | 'ownAddress'
    | 'same'
    | 'sameCut'
    | 'literal'
    | 'qualified'
    | 'core'
    | 'behindVendor'
    | 'slip'
    | 'covered'
    | 'coveredBack'
    | 'organizationSame'
    | 'organizationSimilar'
    | 'organizationDifferent'
    | 'organizationInName'
    | 'ownerIsName'
    | 'github'
    | 'weight'
    | 'fromPackages'
    | 'fromProducts'
    | 'fromBoth'
    | 'pointers'
    | 'known'
    | 'coordinates'
    | 'namesakes'
    | 'fromDistribution'
    | 'ofNamespace'
    | 'composed'
    | 'composedUnknown'
    | 'mirror'
    | 'doubled',
    number
  >
>;

export function repositoryFeatures(
  asked: ComponentQuery,
  candidate: RepositoryCandidate,
): CandidateFeatures<RepositoryFeatures> {
  const forms = normalizedRepository(candidate.entry ?? candidate);
  const names = compareNames(asked.names, forms);
  const organization = compareOrganization(asked.organization, forms.organization);
  const exact = Math.max(names.same, names.sameCut);
  const flag = (condition: unknown): number => (condition ? 1 : 0);
  const features = {
    stated: flag(candidate.isDeclared),
    ownAddress: flag(candidate.ownAddress),
    same: names.same,
    sameCut: names.sameCut,
    literal: names.literal,
    qualified: names.qualified,
    core: names.core,
    behindVendor: names.behindVendor,
    slip: names.slip,
    covered: names.covered * (1 - exact),
    coveredBack: names.coveredBack * (1 - exact),
    organizationSame: organization.same,
    organizationSimilar: organization.similar,
    organizationDifferent: organization.different,
    organizationInName: organization.inName,
    ownerIsName: flag(candidate.owner.toLowerCase() === candidate.name.toLowerCase()),
    github: flag(candidate.host === 'github.com'),
    weight: Math.log1p(candidate.weight),
    fromPackages: candidate.fromPackages,
    fromProducts: candidate.fromProducts,
    fromBoth: Math.min(candidate.fromPackages, candidate.fromProducts),
    pointers: Math.log1p(candidate.pointedBy.length),
    known: flag(candidate.entry !== null),
    coordinates: flag(asked.parsed.coordinates),
    namesakes: Math.log1p(candidate.namesakes),
    fromDistribution: flag(candidate.fromDistribution),
    ofNamespace: flag(candidate.ofNamespace),
    composed: flag(candidate.isGenerated),
    composedUnknown: flag(candidate.isGenerated && candidate.entry === null),
    mirror: flag(/mirror|redhat|debian|archlinux|fork/.test(`${candidate.owner}/${candidate.name}`)),
    doubled: names.doubled,
  };
  return { features, names };
}
