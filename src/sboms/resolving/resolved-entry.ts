import { isDeepStrictEqual } from 'node:util';
import { candidateKinds } from '../../model/search-results.js';
import { selectionOf } from '../../model/selection.js';
import { serializedNothing, type OutcomeRow } from '../../resolution/workers/serialized-outcome.js';
import type { OrganizationOutcome } from '../../resolution/organization-resolver.js';
import type { ComponentChange } from '../components/components.repository.js';
import { mergeResolved } from '../components/review.js';
import type { PendingRow } from './pending.repository.js';

/** What resolution makes of an entry. */
export type ResolvedState = ComponentChange & { readonly internal: boolean };

/**
 * An entry before resolution and after it. Of most entries nothing was known before: what they are found to be goes to the
 * database as the text that it came as, and is read only where somebody is told of it.
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

  /** What is to be written, as JSON: of which row, and its new values. */
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

/** Nothing is known or decided of it that what is found would have to be brought together with. */
const isBlank = ({ search_results, suggestions, decided }: PendingRow): boolean =>
  suggestions === null && decided.length === 0 && candidateKinds.every((kind) => search_results[kind].length === 0);

function resolvedState(row: PendingRow, { text, internal }: OrganizationOutcome): ResolvedState {
  const { search_results: found, suggestions } = JSON.parse(text) as OutcomeRow;
  const results = mergeResolved({ results: row.search_results, decided: row.decided }, found);
  // Spreading over members that are there already takes several times as long.
  return Object.assign({}, row, { search_results: results, suggestions, internal }, selectionOf(results));
}
