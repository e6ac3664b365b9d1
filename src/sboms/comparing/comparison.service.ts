import { Injectable } from '@nestjs/common';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import { findSbom } from '../sboms.repository.js';
import { sbomView, type SbomRow } from '../sboms.view.js';
import type { CompareSbomsQuery } from './comparison.dto.js';
import {
  changePage,
  countChanges,
  countVulnerabilityChanges,
  vulnerabilityChanges,
  type ChangeRow,
} from './comparison.repository.js';
import type { ComparedSbomView, ComparisonView, ComponentChangeView } from './comparison.view.js';

const maxVulnerabilities = 1_000;

/** What differs between two SBOMs. */
@Injectable()
export class ComparisonService {
  constructor(private readonly database: Database) {}

  async compare(actor: Actor, query: CompareSbomsQuery): Promise<{ comparison: ComparisonView; total: number }> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const from = actor.authorize(await findSbom(sql, query.from), 'SBOM');
      const to = actor.authorize(await findSbom(sql, query.to), 'SBOM');
      const compared = { from: from.id, to: to.id };
      const { rows, total } = await changePage(sql, compared, query.kind || null, query);
      const vulnerabilities = await vulnerabilityChanges(sql, compared, maxVulnerabilities);
      const counts = { added: 0, removed: 0, version: 0, identity: 0, license: 0, unchanged: 0 };
      const comparison = {
        from: sideView(from),
        to: sideView(to),
        counts: { ...counts, ...(await countChanges(sql, compared)) },
        vulnerability_counts: await countVulnerabilityChanges(sql, compared),
        changes: rows.map(changeView),
        vulnerabilities: vulnerabilities.map(({ total: _, components, ...change }) => ({
          ...change,
          components: [...components],
        })),
      };
      return { comparison, total };
    });
  }
}

function sideView(row: SbomRow): ComparedSbomView {
  const { id, name, version, entry_count, metrics } = sbomView(row);
  const { examined, partly, notExamined } = metrics.coverage;
  return { id, name, version, entry_count, examined, partly, not_examined: notExamined };
}

const changeView = (row: ChangeRow): ComponentChangeView => ({
  kinds: [...row.kinds],
  from:
    row.from_id === null
      ? null
      : {
          id: row.from_id,
          name: row.from_name ?? '',
          org: row.from_org ?? '',
          version: row.from_version ?? '',
          identity: row.from_identity ?? '',
          license: row.from_license ?? '',
        },
  to:
    row.to_id === null
      ? null
      : {
          id: row.to_id,
          name: row.to_name ?? '',
          org: row.to_org ?? '',
          version: row.to_version ?? '',
          identity: row.to_identity ?? '',
          license: row.to_license ?? '',
        },
});
