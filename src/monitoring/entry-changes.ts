import { selectionOf } from '../model/selection.js';
import type { ResolvedEntry } from '../sboms/resolving/resolved-entry.js';

/** One difference of an entry; null stands for no value. */
export interface EntryChange {
  readonly component_id: string;
  readonly field: 'status' | 'package' | 'product' | 'repo';
  readonly old_value: string | null;
  readonly new_value: string | null;
}

/** Differences of an entry's status and of the selected candidates. */
export function changesOf({ before, after }: Pick<ResolvedEntry, 'before' | 'after'>): EntryChange[] {
  const was = selectionOf(before.search_results);
  const fields = [
    ['status', was.status, after.status],
    ['package', was.purl, after.purl],
    ['product', was.cpe, after.cpe],
    ['repo', was.repoUrl, after.repoUrl],
  ] as const;
  return fields.flatMap(([field, old_value, new_value]) =>
    old_value === new_value ? [] : [{ component_id: before.id, field, old_value, new_value }],
  );
}
