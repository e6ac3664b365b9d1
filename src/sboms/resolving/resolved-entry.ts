import { isDeepStrictEqual } from 'node:util';
import { candidateKinds } from '../../model/search-results.js';
import { choiceChanges, selectionOf } from '../../model/selection.js';
import { serializedNothing, type OutcomeRow } from '../../resolution/workers/serialized-outcome.js';
import type { OrganizationOutcome } from '../../resolution/organization-resolver.js';
import type { ComponentChange } from '../components/components.repository.js';
import { mergeResolved } from '../components/review.js';
import type { PendingRow } from './pending.repository.js';

/** An entry after resolution. */
export type ResolvedState = ComponentChange & { readonly internal: boolean };

/**
 * An entry before and after resolution. Results of entries without earlier results are written as the JSON text that
 * resolution returned, and parsed only if an event needs them.
 */
export class ResolvedEntry {
  private state: ResolvedState | null = null;

  constructor(
    readonly before: PendingRow,
    private readonly outcome: OrganizationOutcome,
  ) {}

  get after(): ResolvedState {
    return (this.state ??= resolvedState(this.before, this.outcome));
  }

  get isSame(): boolean {
    const { before, outcome } = this;
    if (before.error_message !== '' || before.internal !== outcome.internal) return false;
    if (isBlank(before)) return outcome.text === serializedNothing;
    return (
      isDeepStrictEqual(this.after.search_results, before.search_results) &&
      isDeepStrictEqual(this.after.suggestions, before.suggestions)
    );
  }

  /** It is something else than before; other candidates beside the same choice decide nothing. */
  get isReselected(): boolean {
    const { before } = this;
    if (isBlank(before) || before.error_message !== '' || before.internal !== this.outcome.internal) return true;
    return choiceChanges(selectionOf(before.search_results), this.after).length > 0;
  }

  /** Row and new values as JSON. */
  get json(): string {
    const { id, generation } = this.before;
    const row = JSON.stringify({ id, generation, internal: this.outcome.internal });
    return `${row.slice(0, -1)},${this.valuesJson.slice(1)}`;
  }

  private get valuesJson(): string {
    if (isBlank(this.before)) return this.outcome.text;
    const { status, purl, cpe, repoUrl, svcId, confidence, suggestions, search_results } = this.after;
    return JSON.stringify({ status, purl, cpe, repoUrl, svcId, confidence, suggestions, search_results });
  }
}

/** The entry has no earlier results or decisions to merge with. */
export const isBlank = ({ search_results, suggestions, decided }: PendingRow): boolean =>
  suggestions === null && decided.length === 0 && candidateKinds.every((kind) => search_results[kind].length === 0);

function resolvedState(row: PendingRow, { text, internal }: OrganizationOutcome): ResolvedState {
  const { search_results: found, suggestions } = JSON.parse(text) as OutcomeRow;
  const results = mergeResolved({ results: row.search_results, decided: row.decided }, found);
  // Object spread over existing members is several times slower.
  return Object.assign({}, row, { search_results: results, suggestions, internal }, selectionOf(results));
}
