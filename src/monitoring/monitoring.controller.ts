import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../organizations/access/actor.js';
import { Allow } from '../organizations/access/allow.decorator.js';
import { CurrentActor } from '../organizations/access/current-actor.decorator.js';
import { Database } from '../platform/database/database.js';
import { listEnvelope, type Envelope } from '../platform/http/envelope.js';
import { changePage } from './monitoring-changes.repository.js';
import { ChangeView, GetChangesQuery, GetRunsQuery, RunView } from './monitoring.dto.js';
import { monitoringRunPage } from './monitoring-runs.repository.js';

@ApiTags('Monitoring')
@ApiBearerAuth()
@Controller('v1/monitoring')
export class MonitoringController {
  constructor(private readonly database: Database) {}

  /** What was looked at again, and when; the latest first. */
  @Get('getRuns')
  @Allow('viewer')
  async getRuns(@CurrentActor() actor: Actor, @Query() query: GetRunsQuery): Promise<Envelope<RunView[]>> {
    const filter = { orgId: query.org_id ?? null, subjectId: query.sbom_id ?? query.project_id ?? null };
    const page = await this.database.transaction(actor.tenancy, (sql) =>
      monitoringRunPage(sql, actor.visibleScope, filter, query),
    );
    return listEnvelope(page, query);
  }

  /** What monitoring found different, with the old and the new value; the latest first. */
  @Get('getChanges')
  @Allow('viewer')
  async getChanges(@CurrentActor() actor: Actor, @Query() query: GetChangesQuery): Promise<Envelope<ChangeView[]>> {
    const filter = { orgId: query.org_id ?? null, runId: query.run_id ?? null, sbomId: query.sbom_id ?? null };
    const page = await this.database.transaction(actor.tenancy, (sql) =>
      changePage(sql, actor.visibleScope, filter, query),
    );
    return listEnvelope(page, query);
  }
}
