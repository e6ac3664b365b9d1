import { stableId } from '../../model/entity.js';
import type { Asked } from './asked.js';
import { calibrated } from './calibration.js';
import { trainedModel } from './trained-model.js';
import { explainPackage, explainProduct, explainRepository } from './explanation.js';
import { selectAutomatically } from './gates.js';
import { identifierAt } from './identifier-at.js';
import type { Ranked } from './ranked.js';
import type { Ranking } from './ranking.js';
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
export type AnyItem = ResultItem & { readonly purl?: string; readonly repo_url?: string; readonly cpe?: string };
export type PackageItem = ResultItem & { readonly purl: string };
export type RepoItem = ResultItem & { readonly repo_url: string };
export type ProductItem = ResultItem & { readonly cpe: string };

export interface SearchResults {
  readonly package: readonly PackageItem[];
  readonly repo: readonly RepoItem[];
  readonly product: readonly ProductItem[];
}

export type ResolutionStatus = 'no-resolution' | 'partial-resolution' | 'resolved';

/** What resolution found out about one component. */
export interface ResolutionOutcome {
  readonly status: ResolutionStatus;
  readonly searchResults: SearchResults;
  /** Corrections of `name`, `org` or `version` that the catalogue makes likely; null when there are none. */
  readonly suggestions: readonly Suggestion[] | null;
}

/** At most this many candidates are shown in each array. */
export const mostItems = 10;
/** A candidate with less confidence than this is noise. */
const leastConfidence = 0.003;

export function outcomeOf(asked: Asked, ranking: Ranking): ResolutionOutcome {
  const selected = selectAutomatically(asked, ranking);
  const version = asked.parsed.readings[0]!.version;
  const packages = shown(ranking.packages).map((one): PackageItem => {
    const { candidate } = one;
    const base = item(
      candidate.purl,
      calibrated(trainedModel.calibration.package, one.share),
      one === selected.package,
    );
    const purl = identifierAt('package', candidate.purl, version);
    return { ...base, name: candidate.name, org: candidate.namespace ?? '', version, purl };
  });
  const repositories = shown(ranking.repositories).map((one): RepoItem => {
    const { candidate } = one;
    const base = item(candidate.url, calibrated(trainedModel.calibration.repo, one.share), one === selected.repo);
    return { ...base, name: candidate.name, org: candidate.owner, version, repo_url: candidate.url };
  });
  const products = shown(ranking.products).map((one): ProductItem => {
    const { candidate } = one;
    const base = item(candidate.cpe, calibrated(trainedModel.calibration.product, one.share), one === selected.product);
    const { product, vendor } = candidate.entry;
    return { ...base, name: product, org: vendor, version, cpe: identifierAt('product', candidate.cpe, version) };
  });
  const searchResults = { package: packages, repo: repositories, product: products };
  return {
    status: statusOf(searchResults),
    searchResults,
    suggestions: suggestionsFor(asked, ranking),
  };
}

/** The reasons for each item that is shown, in short sentences by the item's id; only made where somebody asks. */
export function evidenceFor(asked: Asked, ranking: Ranking): Map<string, readonly string[]> {
  return new Map([
    ...shown(ranking.packages).map((one) => [stableId(one.candidate.purl), explainPackage(asked, one)] as const),
    ...shown(ranking.repositories).map((one) => [stableId(one.candidate.url), explainRepository(asked, one)] as const),
    ...shown(ranking.products).map((one) => [stableId(one.candidate.cpe), explainProduct(asked, one)] as const),
  ]);
}

function shown<Candidate>(ranked: readonly Ranked<Candidate>[]): Ranked<Candidate>[] {
  return ranked.slice(0, mostItems).filter(({ share }) => share >= leastConfidence);
}

function item(identifier: string, confidence: number, selected: boolean): Omit<ResultItem, 'name' | 'org' | 'version'> {
  return {
    id: stableId(identifier),
    confidence: Math.round(confidence * 1000) / 1000,
    selected,
    is_user_input: false,
    automatically_selected: selected,
  };
}

/** What the three arrays together make of a component. */
export function statusOf({ package: packages, repo, product }: SearchResults): ResolutionStatus {
  const all: readonly ResultItem[] = [...packages, ...repo, ...product];
  if (all.some(({ selected }) => selected)) return 'resolved';
  return all.length > 0 ? 'partial-resolution' : 'no-resolution';
}
