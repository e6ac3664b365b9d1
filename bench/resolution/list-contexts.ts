import { contextOf, withContext } from '../../src/resolution/lists/list-context.js';
import { ListSummaryBuilder } from '../../src/resolution/lists/list-summary.js';
import type { ComponentEvidence } from '../../src/resolution/matching/query/evidence.js';
import { evidenceOf, type LabelledRow } from './rows.js';

/** The rows' evidence; `selectedOf` is the package that is selected for a row by itself, where one is. */
export function evidenceWithContexts(
  rows: readonly LabelledRow[],
  selectedOf: (index: number) => string | null,
): ComponentEvidence[] {
  const builders = new Map<string, ListSummaryBuilder>();
  for (const [index, row] of rows.entries()) {
    if (row.list === undefined) continue;
    const builder = builders.get(row.list) ?? new ListSummaryBuilder();
    builders.set(row.list, builder);
    const { hint = '', version } = evidenceOf(row);
    builder.add({ purl: '', hint, version });
    const selected = selectedOf(index);
    if (selected !== null) builder.addSelected(selected);
  }
  const contexts = new Map([...builders].map(([list, builder]) => [list, contextOf(builder.build())]));
  return rows.map((row) => withContext(evidenceOf(row), (row.list && contexts.get(row.list)) || null));
}
