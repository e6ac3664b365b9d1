import { CallerError, invalid, type FieldErrors } from '../../model/errors.js';
import { isObject } from '../../model/json.js';
import {
  candidateKinds,
  identifierField,
  identifierOf,
  identify,
  type CandidateKind,
} from '../../model/search-results.js';
import { selectionOf } from '../../model/selection.js';
import { identifierWithVersion } from '../../resolution/matching/compare/identifier-with-version.js';
import { withoutVersion } from '../../resolution/matching/query/prior-decision.js';
import type { ComponentChange, ComponentRow } from '../components/components.repository.js';
import { applyReview, type Review } from '../components/review.js';
import { dispositions, type Disposition } from './review.view.js';

/** What a person chose: identifiers without version, or a disposition. */
export interface Choice {
  readonly disposition: Disposition | null;
  readonly identifiers: Partial<Record<CandidateKind, string>>;
  /** Versions in the given identifiers, for entries without one; `isOfVersion`: for all of them. */
  readonly versions: Partial<Record<CandidateKind, string>>;
  /** It is about the entries of one version, which the identifiers may correct. */
  readonly isOfVersion: boolean;
}

export interface GivenChoice {
  readonly purl?: string | null;
  readonly repo_url?: string | null;
  readonly cpe?: string | null;
  readonly disposition?: Disposition | '' | null;
}

/** @throws CallerError 400 naming the field */
export function parseChoice(given: GivenChoice, isOfVersion = false): Choice {
  const { choice, fields } = readChoice(given);
  const [path, message] = Object.entries(fields)[0] ?? [];
  if (path) throw invalid(`Invalid request: ${path} ${message}`, fields);
  return { ...choice, isOfVersion };
}

/** What is wrong with a choice, whose values may be of any type. */
export function choiceErrors(given: unknown): FieldErrors {
  if (!isObject(given)) return {};
  return readChoice(Object.fromEntries(Object.entries(given).filter(([, value]) => typeof value === 'string'))).fields;
}

function readChoice(given: GivenChoice): { choice: Choice; fields: FieldErrors } {
  const identifiers: Choice['identifiers'] = {};
  const versions: Choice['versions'] = {};
  const fields: FieldErrors = {};
  for (const kind of candidateKinds) {
    const text = given[identifierField[kind]];
    if (!text) continue;
    try {
      const { identifier, version } = identify(kind, text);
      identifiers[kind] = withoutVersion(kind, identifier);
      versions[kind] = version;
    } catch (error) {
      if (!(error instanceof CallerError)) throw error;
      fields[`choice.${identifierField[kind]}`] = error.message;
    }
  }
  const disposition = given.disposition || null;
  const isGiven = Object.keys(identifiers).length + Object.keys(fields).length > 0;
  if (disposition && isGiven) fields.choice = 'must not hold identifiers beside a disposition';
  if (!disposition && !isGiven)
    fields.choice = `must hold purl, repo_url or cpe, or a disposition: ${dispositions.join(', ')}`;
  return { choice: { disposition, identifiers, versions, isOfVersion: false }, fields };
}

/** The entry with the chosen candidates selected. Each keeps its version. */
export function chosenEntry<Row extends ComponentRow>(row: Row, choice: Choice): Row & ComponentChange {
  const kinds = candidateKinds.filter((kind) => choice.identifiers[kind] !== undefined);
  const review: Review = Object.fromEntries(
    kinds.map((kind) => [kind, [{ [identifierField[kind]]: chosenIdentifier(row, kind, choice), selected: true }]]),
  );
  const { results } = applyReview({ results: row.search_results, decided: row.decided }, review);
  const search_results = { ...results };
  for (const kind of kinds)
    search_results[kind] = results[kind].map((one) => (one.selected ? { ...one, automatically_selected: false } : one));
  return {
    ...row,
    search_results,
    decided: [...new Set([...row.decided, ...kinds])],
    error_message: '',
    ...selectionOf(search_results),
    pending: true,
    generation: row.generation + 1,
  };
}

/** The candidate of the entry that is the chosen one in some version, else the chosen one in the entry's version. */
function chosenIdentifier(row: ComponentRow, kind: CandidateKind, choice: Choice): string {
  const { identifiers, versions, isOfVersion } = choice;
  const chosen = identifiers[kind]!;
  if (isOfVersion && versions[kind]) return identifierWithVersion(kind, chosen, versions[kind]);
  const candidates = row.search_results[kind].map((one) => identifierOf(kind, one));
  const existing = candidates.find((identifier) => withoutVersion(kind, identifier) === chosen);
  return existing ?? identifierWithVersion(kind, chosen, row.version || versions[kind] || '');
}
