import { stableId } from '../../../model/entity.js';
import type { ComponentQuery } from '../compare/component-query.js';
import { confidencesOf } from './calibration.js';
import { trainedModel } from '../rank/trained-model.js';
import { explainPackage, explainProduct, explainRepository } from './explanation.js';
import { selectAutomatically } from './auto-selection.js';
import { identifierWithVersion } from '../compare/identifier-with-version.js';
import type { PackageCandidate } from '../rank/package-features.js';
import type { ProductCandidate } from '../rank/product-features.js';
import type { ScoredCandidate } from '../rank/score-candidates.js';
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
}
/** An item of whatever kind; only its own identifier field is there. */
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

/** What resolution found out about one component. */
export interface ResolutionOutcome {
  readonly status: ResolutionStatus;
  readonly searchResults: ProposedResults;
  /** Corrections of `name`, `org` or `version` that the catalogue makes likely; null when there are none. */
  readonly suggestions: readonly Suggestion[] | null;
}

/** At most this many candidates are shown in each array. */
export const maxCandidates = 10;
/** A candidate with less of all belief than this is noise. */
const minProbability = 0.003;

/** Of what was only put together from the list's own words, this share of belief is worth a look. */
const minGeneratedProbability = 0.55;

export const nothingFound: ResolutionOutcome = {
  ...{ status: 'no-resolution', searchResults: { package: [], repo: [], product: [] }, suggestions: null },
};

export function buildOutcome(asked: ComponentQuery, ranking: RankedCandidates): ResolutionOutcome {
  return isKnown(ranking) || maxProbability(ranking) >= minGeneratedProbability
    ? rankedOutcome(asked, ranking)
    : nothingFound;
}

/** The catalogue, or the file itself, names one of the candidates. */
const isKnown = ({ packages, repositories, products }: RankedCandidates): boolean =>
  listedCandidates(packages).some(({ candidate }) => candidate.entry !== null || candidate.isDeclared) ||
  listedCandidates(repositories).some(({ candidate }) => candidate.entry !== null || candidate.isDeclared) ||
  listedCandidates(products).some(({ candidate }) => !candidate.isGenerated || candidate.isDeclared);

const maxProbability = ({ packages, repositories, products }: RankedCandidates): number =>
  Math.max(0, ...[packages[0], repositories[0], products[0]].map((first) => first?.share ?? 0));

function rankedOutcome(asked: ComponentQuery, ranking: RankedCandidates): ResolutionOutcome {
  const selected = selectAutomatically(asked, ranking);
  const version = asked.parsed.parses[0]!.version;
  const searchResults = {
    package: items('package', ranking.packages, selected.package, (candidate, verdict) =>
      packageItem(candidate, version, verdict),
    ),
    repo: items('repo', ranking.repositories, selected.repo, (candidate, verdict) =>
      repositoryItem(candidate, version, verdict),
    ),
    product: items('product', ranking.products, selected.product, (candidate, verdict) =>
      productItem(candidate, version, verdict),
    ),
  };
  return {
    status: statusOf(searchResults),
    searchResults,
    suggestions: suggestionsFor(asked, ranking),
  };
}

interface ItemSelection {
  readonly confidence: number;
  readonly isSelected: boolean;
}

/** What is shown of a kind, best first, each with the verdict on it. */
function items<Candidate, Item>(
  kind: RankedKind,
  ranked: readonly ScoredCandidate<Candidate>[],
  selected: ScoredCandidate<Candidate> | null,
  itemOf: (candidate: Candidate, verdict: ItemSelection) => Item,
): Item[] {
  const listed = listedCandidates(ranked);
  const confidences = confidencesOf(
    trainedModel.calibration[kind],
    listed.map(({ share }) => share),
    selected !== null && listed[0] === selected,
  );
  return listed.map((one, place) =>
    itemOf(one.candidate, { confidence: Math.round(confidences[place]! * 1000) / 1000, isSelected: one === selected }),
  );
}

// Field by field: a component has some fifteen items, and copying objects is what would cost most here.

function packageItem(
  candidate: PackageCandidate,
  version: string,
  { confidence, isSelected: chosen }: ItemSelection,
): PackageItem {
  const { purl, name, namespace } = candidate;
  return {
    confidence,
    selected: chosen,
    is_user_input: false,
    automatically_selected: chosen,
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
  { confidence, isSelected: chosen }: ItemSelection,
): RepoItem {
  const { url, name, owner } = candidate;
  return {
    confidence,
    selected: chosen,
    is_user_input: false,
    automatically_selected: chosen,
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
  { confidence, isSelected: chosen }: ItemSelection,
): ProductItem {
  const { cpe, entry } = candidate;
  return {
    confidence,
    selected: chosen,
    is_user_input: false,
    automatically_selected: chosen,
    id: stableId(cpe),
    name: entry.product,
    org: entry.vendor,
    version,
    cpe: identifierWithVersion('product', cpe, version),
  };
}

/** The reasons for each item that is shown, in short sentences by the item's id; only made where somebody asks. */
export function reasonsFor(asked: ComponentQuery, ranking: RankedCandidates): Map<string, readonly string[]> {
  return new Map([
    ...listedCandidates(ranking.packages).map(
      (one) => [stableId(one.candidate.purl), explainPackage(asked, one)] as const,
    ),
    ...listedCandidates(ranking.repositories).map(
      (one) => [stableId(one.candidate.url), explainRepository(asked, one)] as const,
    ),
    ...listedCandidates(ranking.products).map(
      (one) => [stableId(one.candidate.cpe), explainProduct(asked, one)] as const,
    ),
  ]);
}

export function listedCandidates<One extends { readonly share: number }>(ranked: readonly One[]): One[] {
  return ranked.slice(0, maxCandidates).filter(({ share }) => share >= minProbability);
}

/** What the three arrays together make of a component. */
export function statusOf({ package: packages, repo, product }: ProposedResults): ResolutionStatus {
  const all: readonly ResultItem[] = [...packages, ...repo, ...product];
  if (all.some(({ selected }) => selected)) return 'resolved';
  return all.length > 0 ? 'partial-resolution' : 'no-resolution';
}
