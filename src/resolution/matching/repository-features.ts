import type { RepositoryEntry } from '../../model/catalog-entry.js';
import type { Asked } from './asked.js';
import { formsOfRepository } from './candidate-forms.js';
import { agreeNames } from './name-agreement.js';
import { agreeOrganization } from './organization-agreement.js';
import type { Judged } from './ranked.js';

export interface RepositoryCandidate {
  readonly url: string;
  readonly host: string;
  readonly owner: string;
  readonly name: string;
  readonly weight: number;
  /** Null where the catalogue lacks it: it was only read from, or put together of, what the list says. */
  readonly entry: RepositoryEntry | null;
  readonly stated: boolean;
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
  readonly composed: boolean;
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

export function repositoryFeatures(asked: Asked, candidate: RepositoryCandidate): Judged<RepositoryFeatures> {
  const forms = formsOfRepository(candidate.entry ?? candidate);
  const names = agreeNames(asked.names, forms);
  const organization = agreeOrganization(asked.organization, forms.organization);
  const exact = Math.max(names.same, names.sameCut);
  const flag = (condition: unknown): number => (condition ? 1 : 0);
  const features = {
    stated: flag(candidate.stated),
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
    composed: flag(candidate.composed),
    composedUnknown: flag(candidate.composed && candidate.entry === null),
    mirror: flag(/mirror|redhat|debian|archlinux|fork/.test(`${candidate.owner}/${candidate.name}`)),
    doubled: names.doubled,
  };
  return { features, names };
}
