import type { PreparedEntry, RepositoryEntry } from '../../../model/catalog-entry.js';
import { ecosystemOf } from '../../../model/ecosystem-words.js';
import { words } from '../../../model/names/normalise.js';
import type { ComponentQuery } from '../compare/component-query.js';
import { normalizedRepository } from '../compare/normalized-names.js';
import { compareNames } from '../compare/name-agreement.js';
import { compareOrganization } from '../compare/organization-agreement.js';
import type { CandidateFeatures } from './score-candidates.js';

export interface RepositoryCandidate extends PreparedEntry {
  readonly url: string;
  readonly host: string;
  readonly owner: string;
  readonly name: string;
  readonly weight: number;
  /** Null where the catalogue does not list the repository. */
  readonly entry: RepositoryEntry | null;
  readonly isDeclared: boolean;
  /** The component's coordinates contain this address (a Go path). */
  readonly ownAddress: boolean;
  /** Sum of the probabilities of linked packages, and of linked products, at most 1. */
  readonly fromPackages: number;
  readonly fromProducts: number;
  /** Identifiers of linked package and product candidates. */
  readonly linkedIdentifiers: readonly string[];
  /** Number of linked packages with the component's name, and whether one is of Debian or Ubuntu. */
  readonly namesakes: number;
  readonly fromDistribution: boolean;
  /** Most packages of the component's namespace are linked with it. */
  readonly ofNamespace: boolean;
  /** Owner and name are the component's organization and name. */
  readonly isGenerated: boolean;
}

/** Features of a candidate; the weights are in `trained-model.ts`. */
export type RepositoryFeatures = Readonly<
  Record<
    | 'declared'
    | 'ownAddress'
    | 'same'
    | 'sameCut'
    | 'literal'
    | 'qualified'
    | 'core'
    | 'behindVendor'
    | 'typo'
    | 'coverage'
    | 'reverseCoverage'
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
    | 'linkCount'
    | 'known'
    | 'coordinates'
    | 'namesakes'
    | 'fromDistribution'
    | 'ofNamespace'
    | 'generated'
    | 'generatedUnknown'
    | 'mirror'
    | 'doubled'
    | 'languageAgrees'
    | 'languageOther',
    number
  >
>;

export function repositoryFeatures(
  query: ComponentQuery,
  candidate: RepositoryCandidate,
): CandidateFeatures<RepositoryFeatures> {
  const normalized = normalizedRepository(candidate.entry ?? candidate);
  const names = compareNames(query.names, normalized);
  const organization = compareOrganization(query.organization, normalized.organization);
  const exact = Math.max(names.same, names.sameCut);
  const flag = (condition: unknown): number => (condition ? 1 : 0);
  const { ecosystem } = query.parsed;
  const language = ecosystem === null ? null : languageOf(candidate.name);
  const features = {
    declared: flag(candidate.isDeclared),
    ownAddress: flag(candidate.ownAddress),
    same: names.same,
    sameCut: names.sameCut,
    literal: names.literal,
    qualified: names.qualified,
    core: names.core,
    behindVendor: names.behindVendor,
    typo: names.typo,
    coverage: names.coverage * (1 - exact),
    reverseCoverage: names.reverseCoverage * (1 - exact),
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
    linkCount: Math.log1p(candidate.linkedIdentifiers.length),
    known: flag(candidate.entry !== null),
    coordinates: flag(query.parsed.coordinates),
    namesakes: Math.log1p(candidate.namesakes),
    fromDistribution: flag(candidate.fromDistribution),
    ofNamespace: flag(candidate.ofNamespace),
    generated: flag(candidate.isGenerated),
    generatedUnknown: flag(candidate.isGenerated && candidate.entry === null),
    mirror: flag(/mirror|redhat|debian|archlinux|fork/.test(`${candidate.owner}/${candidate.name}`)),
    doubled: names.doubled,
    languageAgrees: flag(language !== null && language === ecosystem),
    languageOther: flag(language !== null && language !== ecosystem && !names.same),
  };
  return { features, names };
}

/** Last words that tell one of several sources by its language: "redis-rb", "sentry-go", "telegram.py". */
const languageWords = /^(?:rb|ruby|py|python|js|javascript|node|nodejs|go|golang|java|php|net|dotnet|csharp|rust)$/;

/** The ecosystem of the language that ends a repository's name; null where none does. */
function languageOf(name: string): string | null {
  const parts = words(name);
  const last = parts.at(-1) ?? '';
  return parts.length > 1 && languageWords.test(last) ? ecosystemOf(last) : null;
}
