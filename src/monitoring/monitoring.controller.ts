import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../organizations/access/actor.js';
import { Allow } from '../organizations/access/allow.decorator.js';
import { CurrentActor } from '../organizations/access/current-actor.decorator.js';
import { listEnvelope, type Envelope } from '../platform/http/envelope.js';
import { ChangeView, GetChangesQuery, GetRunsQuery, RunView } from './monitoring.dto.js';
import { MonitoringService } from './monitoring.service.js';

@ApiTags('Monitoring')
@ApiBearerAuth()
@Controller('v1/monitoring')
export class MonitoringController {
  constructor(private readonly monitoring: MonitoringService) {}

  /** Monitoring runs, latest due moment first. */
  @Get('getRuns')
  @Allow('viewer')
  async getRuns(@CurrentActor() actor: Actor, @Query() query: GetRunsQuery): Promise<Envelope<RunView[]>> {
    return listEnvelope(await this.monitoring.runs(actor, query), query);
  }

  /** Differences that monitoring found, with the old and the new value, latest first. */
  @Get('getChanges')
  @Allow('viewer')
  async getChanges(@CurrentActor() actor: Actor, @Query() query: GetChangesQuery): Promise<Envelope<ChangeView[]>> {
    return listEnvelope(await this.monitoring.changes(actor, query), query);
  }
}
