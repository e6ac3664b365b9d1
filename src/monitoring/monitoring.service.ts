import { Injectable } from '@nestjs/common';
import type { Actor } from '../organizations/access/actor.js';
import { invalid } from '../model/errors.js';
import { Database } from '../platform/database/database.js';
import { changePage } from './monitoring-changes.repository.js';
import { monitoringRunPage } from './monitoring-runs.repository.js';
import type { ChangeView, GetChangesQuery, GetRunsQuery, RunView } from './monitoring.dto.js';

interface Page<Row> {
  readonly rows: Row[];
  readonly total: number;
}

@Injectable()
export class MonitoringService {
  constructor(private readonly database: Database) {}

  runs(actor: Actor, query: GetRunsQuery): Promise<Page<RunView>> {
    if (query.sbom_id && query.project_id)
      throw invalid('Invalid request: give sbom_id or project_id', { project_id: 'must be left out beside sbom_id' });
    const subjectId = query.sbom_id ?? query.project_id ?? null;
    const filter = { orgId: query.org_id ?? null, subjectId, status: query.status || null };
    return this.database.transaction(actor.tenancy, (sql) => monitoringRunPage(sql, actor.visibleScope, filter, query));
  }

  changes(actor: Actor, query: GetChangesQuery): Promise<Page<ChangeView>> {
    const { org_id, run_id, sbom_id, field } = query;
    const filter = { orgId: org_id ?? null, runId: run_id ?? null, sbomId: sbom_id ?? null, field: field || null };
    return this.database.transaction(actor.tenancy, (sql) => changePage(sql, actor.visibleScope, filter, query));
  }
}
