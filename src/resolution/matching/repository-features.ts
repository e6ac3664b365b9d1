import type { Asked } from './asked.js';
import { agreeNames, type NameAgreement } from './name-agreement.js';
import { agreeOrganization } from './organization-agreement.js';

export interface RepositoryCandidate {
  readonly url: string;
  readonly host: string;
  readonly owner: string;
  readonly name: string;
  readonly weight: number;
  /** The catalogue has it; else it was only read from the component's own coordinates. */
  readonly known: boolean;
  readonly stated: boolean;
  /** It is the address in the component's own coordinates (a Go path). */
  readonly ownAddress: boolean;
  /** Sum of the confidences of packages that the catalogue says are built from it, and of products that are it. */
  readonly fromPackages: number;
  readonly fromProducts: number;
  /** How many candidates point here. */
  readonly pointers: number;
}

export const repositoryFeatureNames = [
  'stated',
  'ownAddress',
  'same',
  'sameCut',
  'literal',
  'qualified',
  'core',
  'behindVendor',
  'slip',
  'covered',
  'coveredBack',
  'organizationSame',
  'organizationSimilar',
  'organizationDifferent',
  'organizationInName',
  'ownerIsName',
  'github',
  'weight',
  'fromPackages',
  'fromProducts',
  'fromBoth',
  'pointers',
  'known',
  'coordinates',
] as const;

export function repositoryFeatures(
  asked: Asked,
  candidate: RepositoryCandidate,
): { values: number[]; names: NameAgreement } {
  const names = agreeNames(asked.names, { name: candidate.name, qualifier: candidate.owner, title: null });
  const organization = agreeOrganization(asked.organization, candidate.owner);
  const exact = Math.max(names.same, names.sameCut);
  const flag = (condition: unknown): number => (condition ? 1 : 0);
  const values = [
    flag(candidate.stated),
    flag(candidate.ownAddress),
    names.same,
    names.sameCut,
    names.literal,
    names.qualified,
    names.core,
    names.behindVendor,
    names.slip,
    names.covered * (1 - exact),
    names.coveredBack * (1 - exact),
    organization.same,
    organization.similar,
    organization.different,
    organization.inName,
    flag(candidate.owner.toLowerCase() === candidate.name.toLowerCase()),
    flag(candidate.host === 'github.com'),
    Math.log1p(candidate.weight),
    candidate.fromPackages,
    candidate.fromProducts,
    Math.min(candidate.fromPackages, candidate.fromProducts),
    Math.log1p(candidate.pointers),
    flag(candidate.known),
    flag(asked.parsed.coordinates),
  ];
  return { values, names };
}
