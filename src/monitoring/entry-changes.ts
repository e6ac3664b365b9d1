import { choiceChanges, selectionOf } from '../model/selection.js';
import type { ResolvedEntry } from '../sboms/resolving/resolved-entry.js';

/** One difference of an entry; null stands for no value. */
export interface EntryChange {
  readonly component_id: string;
  readonly field: 'status' | 'package' | 'product' | 'repo';
  readonly old_value: string | null;
  readonly new_value: string | null;
}

const fields = { status: 'status', purl: 'package', cpe: 'product', repoUrl: 'repo' } as const;

/** Differences of an entry's status and of the selected candidates. */
export const changesOf = ({ before, after }: Pick<ResolvedEntry, 'before' | 'after'>): EntryChange[] =>
  choiceChanges(selectionOf(before.search_results), after).map((change) => ({
    component_id: before.id,
    field: fields[change.member],
    old_value: change.before,
    new_value: change.after,
  }));
