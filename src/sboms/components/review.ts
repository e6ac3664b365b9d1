import { CallerError, type FieldErrors } from '../../model/errors.js';
import {
  candidateKinds,
  identifierField,
  identifierOf,
  identify,
  type Candidate,
  type CandidateKind,
  type SearchResults,
} from '../../model/search-results.js';
import { newId } from '../../platform/identifiers/uuid.js';

/** Review of one candidate; the identifier alone is enough. */
export interface ReviewItem {
  readonly id?: string | null;
  readonly selected?: boolean | null;
  readonly purl?: string | null;
  readonly repo_url?: string | null;
  readonly cpe?: string | null;
}

export type Review = Partial<Record<CandidateKind, readonly ReviewItem[] | null>>;

/** The part of an entry that review and resolution change. */
export interface ReviewedEntry {
  readonly results: SearchResults;
  /** Kinds that a person has decided; resolution keeps their selection. */
  readonly decided: readonly CandidateKind[];
}

/** A candidate from resolution; candidates that existed before keep their ids. */
export type ResolvedCandidate = Readonly<Candidate>;

/** Maximum number of candidates per kind from resolution; those that people add are not counted. */
export const maxCandidates = 10;

/**
 * Applies a review. Candidates that it does not name stay. Selecting one deselects the others of its kind. An unknown
 * identifier is added as user input. Repeating the current state changes nothing: the same results are returned.
 *
 * @throws CallerError 400 whose fields name each invalid element, as in `search_results.package.0.purl`
 */
export function applyReview(entry: ReviewedEntry, review: Review): ReviewedEntry {
  const fields: FieldErrors = {};
  const results = { ...entry.results };
  const decided = new Set(entry.decided);
  let isChanged = false;
  for (const kind of candidateKinds) {
    const items = review[kind] ?? [];
    if (items.length === 0) continue;
    if (items.filter((item) => item.selected).length > 1)
      fields[`search_results.${kind}`] = 'may have at most one selected element';
    const reviewed = reviewKind(kind, results[kind], items, fields);
    if (!reviewed) continue;
    results[kind] = reviewed;
    decided.add(kind);
    isChanged = true;
  }
  const [path, complaint] = Object.entries(fields)[0] ?? [];
  if (path) throw new CallerError(400, `Invalid request: ${path} ${complaint}`, { fields });
  return isChanged ? { results, decided: [...decided] } : entry;
}

/**
 * The kinds whose decision holds for an entry that gets another version: one that selected an identifier with a version
 * is on the former one, unless it is made now. The decision that is remembered for the name selects it again, with the
 * new version.
 */
export const decidedOfAnyVersion = (
  results: SearchResults,
  decided: readonly CandidateKind[],
  former: SearchResults,
): CandidateKind[] =>
  decided.filter((kind) => results[kind] !== former[kind] || !results[kind].some((one) => one.selected && one.version));

/** The candidates after the review, or null if the review changes nothing. */
function reviewKind(
  kind: CandidateKind,
  current: readonly Candidate[],
  items: readonly ReviewItem[],
  fields: FieldErrors,
): Candidate[] | null {
  const candidates = current.map((candidate) => ({ ...candidate }));
  const hasSelection = items.some((item) => item.selected);
  let chosen: Candidate | null = null;
  let changed = false;
  for (const [index, item] of items.entries()) {
    const existing = findCandidate(kind, candidates, item);
    if (existing) {
      if (item.selected === true && !existing.selected) chosen = existing;
      if (item.selected === false && existing.selected) {
        existing.selected = existing.automatically_selected = false;
        changed = true;
      }
      continue;
    }
    const added = userCandidate(
      kind,
      item,
      (complaint) => (fields[`search_results.${kind}.${index}.${identifierField[kind]}`] = complaint),
    );
    if (!added) continue;
    // A new identifier without `selected` is taken as selected.
    if (item.selected ?? (!hasSelection && chosen === null)) chosen = added;
    candidates.push(added);
    changed = true;
  }
  if (chosen) {
    for (const candidate of candidates) {
      candidate.selected = candidate === chosen;
      candidate.automatically_selected = false;
    }
  }
  return changed || chosen ? candidates : null;
}

function findCandidate(kind: CandidateKind, candidates: Candidate[], item: ReviewItem): Candidate | undefined {
  const text = item[identifierField[kind]];
  if (!text) return candidates.find((candidate) => candidate.id === item.id);
  const canonical = canonicalOrNull(kind, text);
  return candidates.find((candidate) => [text, canonical].includes(identifierOf(kind, candidate)));
}

function canonicalOrNull(kind: CandidateKind, text: string): string | null {
  try {
    return identify(kind, text).identifier;
  } catch (error) {
    if (error instanceof CallerError) return null;
    throw error;
  }
}

function userCandidate(kind: CandidateKind, item: ReviewItem, reject: (complaint: string) => void): Candidate | null {
  const text = item[identifierField[kind]];
  if (!text) {
    reject('is required to identify the candidate');
    return null;
  }
  try {
    const { identifier, name, org, version } = identify(kind, text);
    return {
      id: newId(),
      confidence: 1,
      selected: false,
      name,
      org,
      version,
      is_user_input: true,
      automatically_selected: false,
      [identifierField[kind]]: identifier,
    };
  } catch (error) {
    if (!(error instanceof CallerError)) throw error;
    reject(error.message);
    return null;
  }
}

/**
 * Merges candidates from resolution. A kind that a person has decided keeps its selection. Candidates that existed keep
 * their ids, and user input stays.
 */
export function mergeResolved(
  entry: ReviewedEntry,
  resolved: Record<CandidateKind, readonly ResolvedCandidate[]>,
): SearchResults {
  const results = {} as SearchResults;
  for (const kind of candidateKinds) {
    const before = new Map(entry.results[kind].map((candidate) => [identifierOf(kind, candidate), candidate]));
    const isDecided = entry.decided.includes(kind);
    const kept = isDecided
      ? entry.results[kind].filter((candidate) => candidate.is_user_input || candidate.selected)
      : [];
    const keptIdentifiers = new Set(kept.map((candidate) => identifierOf(kind, candidate)));
    const added = resolved[kind]
      .filter((candidate) => !keptIdentifiers.has(candidate[identifierField[kind]] ?? ''))
      .slice(0, maxCandidates)
      .map((candidate) => {
        const id = before.get(candidate[identifierField[kind]] ?? '')?.id ?? candidate.id;
        if (isDecided) return { ...candidate, selected: false, automatically_selected: false, id };
        return id === candidate.id ? candidate : { ...candidate, id };
      });
    results[kind] = [...kept, ...added];
  }
  return results;
}
