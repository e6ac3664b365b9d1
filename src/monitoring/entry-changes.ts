import { selectionOf } from '../model/selection.js';
import type { ResolvedEntry } from '../sboms/resolving/resolved-entry.js';

/** One thing that is different about an entry; null: there was, or is, none. */
export interface EntryChange {
  readonly component_id: string;
  readonly field: 'status' | 'package' | 'product' | 'repo';
  readonly old_value: string | null;
  readonly new_value: string | null;
}

/** What became different of an entry's identity: its status, and what is selected in each array. */
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
