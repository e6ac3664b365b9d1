import type { Sql } from '../../platform/database/sql.js';
import { readMayConcern } from '../../scores/facts/may-concern.js';
import { entityOfSelection } from '../../scores/stored/entity-of-selection.js';
import type { EntryView } from '../components/components.view.js';
import { entryEvaluations } from './entry-evaluations.js';
import { coveredEntries } from './vulnerabilities.repository.js';

/** The entries with `coverage`, `may_concern` and `evaluation`. A fixed number of statements. */
export async function withCoverage(sql: Sql, entries: readonly EntryView[]): Promise<EntryView[]> {
  const rows = await coveredEntries(sql, entries.map(({ id }) => id)); // prettier-ignore
  const named = rows.flatMap((row) => {
    const entity = entityOfSelection(row);
    return entity ? [{ id: row.id, entity }] : [];
  });
  const concerning = await readMayConcern(sql, named.map(({ entity }) => entity)); // prettier-ignore
  const mayConcern = new Map(named.map(({ id }, index) => [id, concerning[index]!]));
  const coverage = new Map(rows.map(({ id, status, reason }) => [id, { status, reason }]));
  const evaluations = await entryEvaluations(sql, entries.map(({ id }) => id)); // prettier-ignore
  return entries.map((entry) => ({
    ...entry,
    coverage: coverage.get(entry.id)!,
    may_concern: mayConcern.get(entry.id) ?? [],
    evaluation: evaluations.get(entry.id) ?? null,
  }));
}
