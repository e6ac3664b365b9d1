import { Injectable } from '@nestjs/common';
import { notFound } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { findSbom } from '../sboms.repository.js';
import { findImportedFile } from '../importing/imports.repository.js';
import { sbomView } from '../sboms.view.js';
import type { ComparedEntries } from './compared-entries.js';
import type { CompareSbomsQuery } from './comparison.dto.js';
import { compareSides, countEntriesByCoverage, type ChangeRow } from './comparison.repository.js';
import type { ComparedSbomView, ComparisonView, ComponentChangeView } from './comparison.view.js';

const maxVulnerabilities = 1_000;

/** What differs between two SBOMs. */
@Injectable()
export class ComparisonService {
  constructor(private readonly database: Database) {}

  async compare(actor: Actor, query: CompareSbomsQuery): Promise<{ comparison: ComparisonView; total: number }> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const from = await loadSide(sql, actor, { sbomId: query.from, number: query.from_import ?? null });
      const to = await loadSide(sql, actor, { sbomId: query.to, number: query.to_import ?? null });
      const { offset, limit } = query;
      const page = { kind: query.kind || null, offset, limit, maxVulnerabilities };
      const compared = await compareSides(sql, { from: from.entries, to: to.entries }, page);
      const counts = { added: 0, removed: 0, version: 0, identity: 0, license: 0, unchanged: 0 };
      const comparison = {
        from: from.view,
        to: to.view,
        counts: { ...counts, ...compared.counts },
        vulnerability_counts: compared.vulnerability_counts,
        changes: compared.changes.map(changeView),
        vulnerabilities: compared.vulnerabilities.map((change) => ({ ...change, components: [...change.components] })),
      };
      const { total } = compared;
      return { comparison, total };
    });
  }
}

interface Side {
  readonly entries: ComparedEntries;
  readonly view: ComparedSbomView;
}

/** @throws CallerError 404 */
async function loadSide(
  sql: Sql,
  actor: Actor,
  { sbomId, number }: { sbomId: string; number: number | null },
): Promise<Side> {
  const row = actor.authorize(await findSbom(sql, sbomId), 'SBOM');
  const { id, name, version, entry_count, metrics } = sbomView(row);
  if (number === null) {
    const { examined, partly, notExamined: not_examined } = metrics.coverage;
    const view = { id, name, version, import: null, entry_count, examined, partly, not_examined };
    return { entries: { sbomId: id, importId: null }, view };
  }
  const file = await findImportedFile(sql, id, number);
  if (!file) throw notFound(`import ${number} of the SBOM; its file may have expired`);
  const entries = { sbomId: id, importId: file.id };
  const { examined = 0, partly = 0, not_examined = 0 } = await countEntriesByCoverage(sql, entries);
  const all = examined + partly + not_examined;
  return {
    entries,
    view: { id, name, version, import: file, entry_count: all, examined, partly, not_examined },
  };
}

const changeView = (row: ChangeRow): ComponentChangeView => ({
  kinds: [...row.kinds],
  from: changedSide(row, 'from'),
  to: changedSide(row, 'to'),
});

/** Null: the component is not in this SBOM. */
function changedSide(row: ChangeRow, side: 'from' | 'to'): ComponentChangeView['from'] {
  const id = row[`${side}_id`];
  if (id === null) return null;
  return {
    id,
    name: row[`${side}_name`] ?? '',
    org: row[`${side}_org`] ?? '',
    version: row[`${side}_version`] ?? '',
    identity: row[`${side}_identity`] ?? '',
    license: row[`${side}_license`] ?? '',
  };
}
