import { stableId } from '../../../model/entity.js';
import type { ComponentQuery } from '../compare/component-query.js';
import { confidencesOf } from './calibration.js';
import { trainedModel } from '../rank/trained-model.js';
import { explainPackage, explainProduct, explainRepository } from './explanation.js';
import { selectAutomatically } from './auto-selection.js';
import { identifierWithVersion } from '../compare/identifier-with-version.js';
import type { PackageCandidate } from '../rank/package-features.js';
import type { ProductCandidate } from '../rank/product-features.js';
import { minListedProbability, type ScoredCandidate } from '../rank/score-candidates.js';
import type { RankedCandidates } from '../rank/ranked-candidates.js';
import type { RepositoryCandidate } from '../rank/repository-features.js';
import type { RankedKind } from '../rank/model-weights.js';
import { suggestionsFor, type Suggestion } from './suggestions.js';

/** An item of `search_results` (specification, "Search results"), without its identifier field. */
export interface ResultItem {
  readonly id: string;
  readonly confidence: number;
  readonly selected: boolean;
  readonly name: string;
  readonly org: string;
  readonly version: string;
  readonly is_user_input: boolean;
  readonly automatically_selected: boolean;
  /** The catalogue lists it; otherwise it is generated, or only the file declares it. */
  readonly known: boolean;
}
/** An item of any kind, with the identifier field of its kind. */
export type CandidateItem = ResultItem & { readonly purl?: string; readonly repo_url?: string; readonly cpe?: string };
export type PackageItem = ResultItem & { readonly purl: string };
export type RepoItem = ResultItem & { readonly repo_url: string };
export type ProductItem = ResultItem & { readonly cpe: string };

export interface ProposedResults {
  readonly package: readonly PackageItem[];
  readonly repo: readonly RepoItem[];
  readonly product: readonly ProductItem[];
}

export type ResolutionStatus = 'no-resolution' | 'partial-resolution' | 'resolved';

/** The result of resolution for one component. */
export interface ResolutionOutcome {
  readonly status: ResolutionStatus;
  readonly searchResults: ProposedResults;
  /** Likely corrections of `name`, `org` or `version`; null for none. */
  readonly suggestions: readonly Suggestion[] | null;
}

/** From this probability on a generated candidate is worth listing without a known one: of those below, one in five is right. */
const minGeneratedProbability = 0.3;

/** Per array. */
export const maxCandidates = 10;

export const nothingFound: ResolutionOutcome = {
  status: 'no-resolution',
  searchResults: { package: [], repo: [], product: [] },
  suggestions: null,
};

export function buildOutcome(query: ComponentQuery, ranking: RankedCandidates): ResolutionOutcome {
  const isWorthListing = isKnown(ranking) || maxProbability(ranking) >= minGeneratedProbability;
  return isWorthListing ? rankedOutcome(query, ranking) : nothingFound;
}

/** The catalogue lists, or the file declares, one of the candidates. */
const isKnown = ({ packages, repositories, products }: RankedCandidates): boolean =>
  listedCandidates(packages).some(({ candidate }) => candidate.entry !== null || candidate.isDeclared) ||
  listedCandidates(repositories).some(({ candidate }) => candidate.entry !== null || candidate.isDeclared) ||
  listedCandidates(products).some(({ candidate }) => !candidate.isGenerated || candidate.isDeclared);

const maxProbability = ({ packages, repositories, products }: RankedCandidates): number =>
  Math.max(0, ...[packages[0], repositories[0], products[0]].map((first) => first?.probability ?? 0));

function rankedOutcome(query: ComponentQuery, ranking: RankedCandidates): ResolutionOutcome {
  const selected = selectAutomatically(query, ranking, trainedModel);
  const version = query.parsed.parses[0]!.version;
  const searchResults = {
    package: items('package', ranking.packages, selected.package, (candidate, selection) =>
      packageItem(candidate, version, selection),
    ),
    repo: items('repo', ranking.repositories, selected.repo, (candidate, selection) =>
      repositoryItem(candidate, version, selection),
    ),
    product: items('product', ranking.products, selected.product, (candidate, selection) =>
      productItem(candidate, version, selection),
    ),
  };
  return {
    status: statusOf(searchResults),
    searchResults,
    suggestions: suggestionsFor(query, ranking),
  };
}

interface ItemSelection {
  readonly confidence: number;
  readonly isSelected: boolean;
}

/** The listed candidates of a kind, best first. */
function items<Candidate, Item>(
  kind: RankedKind,
  ranked: readonly ScoredCandidate<Candidate>[],
  selected: ScoredCandidate<Candidate> | null,
  itemOf: (candidate: Candidate, selection: ItemSelection) => Item,
): Item[] {
  const listed = listedCandidates(ranked);
  const confidences = confidencesOf(
    trainedModel.calibration[kind],
    listed.map(({ probability }) => probability),
    selected !== null && listed[0] === selected,
  );
  return listed.map((one, index) =>
    itemOf(one.candidate, { confidence: Math.round(confidences[index]! * 1000) / 1000, isSelected: one === selected }),
  );
}

// Hot: a component has some fifteen items, and spreading objects would cost most here.

function packageItem(
  candidate: PackageCandidate,
  version: string,
  { confidence, isSelected }: ItemSelection,
): PackageItem {
  const { purl, name, namespace } = candidate;
  return {
    confidence,
    selected: isSelected,
    is_user_input: false,
    automatically_selected: isSelected,
    known: candidate.entry !== null,
    id: stableId(purl),
    name,
    org: namespace ?? '',
    version,
    purl: identifierWithVersion('package', purl, version),
  };
}

function repositoryItem(
  candidate: RepositoryCandidate,
  version: string,
  { confidence, isSelected }: ItemSelection,
): RepoItem {
  const { url, name, owner } = candidate;
  return {
    confidence,
    selected: isSelected,
    is_user_input: false,
    automatically_selected: isSelected,
    known: candidate.entry !== null,
    id: stableId(url),
    name,
    org: owner,
    version,
    repo_url: url,
  };
}

function productItem(
  candidate: ProductCandidate,
  version: string,
  { confidence, isSelected }: ItemSelection,
): ProductItem {
  const { cpe, entry } = candidate;
  return {
    confidence,
    selected: isSelected,
    is_user_input: false,
    automatically_selected: isSelected,
    known: !candidate.isGenerated,
    id: stableId(cpe),
    name: entry.product,
    org: entry.vendor,
    version,
    cpe: identifierWithVersion('product', cpe, version),
  };
}

/** By item id, the reasons for each listed candidate. Those for automatic selection are left out for the given kinds. */
export function reasonsFor(
  query: ComponentQuery,
  ranking: RankedCandidates,
  decidedKinds: ReadonlySet<RankedKind>,
): Map<string, readonly string[]> {
  const selection = selectAutomatically(query, ranking, trainedModel).reasons;
  const ofBest = (kind: RankedKind, index: number): readonly string[] => {
    const reason = selection[kind];
    return index === 0 && reason !== null && !decidedKinds.has(kind) ? [reason()] : [];
  };
  const packages = listedCandidates(ranking.packages).map(
    (one, index) =>
      [stableId(one.candidate.purl), [...explainPackage(query, one), ...ofBest('package', index)]] as const,
  );
  const repositories = listedCandidates(ranking.repositories).map(
    (one, index) => [stableId(one.candidate.url), [...explainRepository(one), ...ofBest('repo', index)]] as const,
  );
  const products = listedCandidates(ranking.products).map(
    (one, index) => [stableId(one.candidate.cpe), [...explainProduct(one), ...ofBest('product', index)]] as const,
  );
  return new Map([...packages, ...repositories, ...products]);
}

export function listedCandidates<One extends { readonly probability: number }>(ranked: readonly One[]): One[] {
  return ranked.slice(0, maxCandidates).filter(({ probability }) => probability >= minListedProbability);
}

/** The status of an entry with these arrays. */
export function statusOf({ package: packages, repo, product }: ProposedResults): ResolutionStatus {
  const all: readonly ResultItem[] = [...packages, ...repo, ...product];
  if (all.some(({ selected }) => selected)) return 'resolved';
  return all.length > 0 ? 'partial-resolution' : 'no-resolution';
}
